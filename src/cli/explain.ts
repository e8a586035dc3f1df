import { documentOf } from '../model/document-of.ts';
import type { Command } from 'commander';
import type { IndexedClause, Specs } from '../model/types.ts';
import { erratumReason } from '../model/errata.ts';
import { globPattern } from '../model/selection.ts';
import { needKey } from '../profile/needs.ts';
import { checksOf } from '../judge/judges.ts';
import { faultsIn } from '../mock/kit/known-faults.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { nearestIds } from '../model/nearest.ts';
import { writeResult } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

export function explainCommand(command: Command): Command {
  return withSpecs(command)
    .argument('<clause...>', 'clause ids, prefixes of ids, or globs')
    .addHelpText(
      'after',
      helpText({
        examples: [
          ['assay explain authn.errors.e0000004.status', 'explain one clause'],
          ['assay explain authn.errors', 'explain all clauses whose id starts with this prefix'],
          ["assay explain 'pam.*.count*'", 'explain matching clauses: * matches within a segment of the id, ** across dots'],
        ],
        exitCodes: { 0: 'explained', 2: 'unknown clause; the message names the nearest ids' },
        next: ['assay clauses', 'assay run', 'architecture'],
      }),
    )
    .action((names: readonly string[], flags: SpecsFlag) => {
      const specs = specsOf(flags);
      const found = names.map((name) => named(name, specs));
      const clauses = new Set(found.flat());
      if (clauses.size > 0) writeResult([...clauses].map((clause) => explanation(clause, specs)).join('\n'));
      const unknown = names.filter((_name, index) => found[index]?.length === 0);
      if (unknown.length > 0)
        throw new UsageError('clause-unknown', unknown.map((name) => `there is no clause ${name}.${suggestion(name, specs)}`).join('\n'));
    });
}

/** The clause of this id, else those that it is the beginning of or a glob for. */
function named(name: string, specs: Specs): readonly IndexedClause[] {
  const own = specs.clauses.get(name);
  if (own !== undefined) return [own];
  const pattern = globPattern(name.includes('*') ? name : `${name.replace(/\.$/, '')}.**`);
  return [...specs.clauses.values()].filter(({ id }) => pattern.test(id));
}

function suggestion(id: string, { clauses }: Specs): string {
  const near = nearestIds(id, [...clauses.keys()]);
  return near.length === 0 ? " 'assay clauses' lists them all" : ` Did you mean ${near.join(', ')}?`;
}

function explanation(clause: IndexedClause, specs: Specs): string {
  const { source } = clause;
  const place = [source.section, placeIn(source)].filter((part) => part !== '').join(', ');
  const checks = checksOf(documentOf(specs, clause.document)).filter(({ clauses }) => clauses.includes(clause.id));
  const faults = faultsIn(clause.document).filter((fault) => fault.clause === clause.id || fault.alsoBreaks.includes(clause.id));
  const lines = [
    clause.id,
    `  ${clause.says}`,
    '',
    `  document  ${clause.document}: ${place}`,
    `  status    ${clause.status}${clause.reason === undefined ? '' : `: ${clause.reason}`}`,
    ...(clause.provisional === true ? ['  scored    not yet: it is provisional'] : []),
    ...specs.errata.filter((erratum) => erratum.clause === clause.id).map((erratum) => `  scored    no: ${erratumReason(erratum)}`),
    `  feature   ${clause.feature}`,
    ...(clause.readings ?? []).map((reading) => `  reading   ${reading}`),
    ...(clause.filledBy === undefined ? [] : [`  filled by ${clause.filledBy.join(', ')}`]),
    ...(clause.needs === undefined
      ? []
      : [`  needs     ${clause.needs.map((name) => needKey(documentOf(specs, clause.document), name)).join(', ')}`]),
    ...checks.map(({ id }) => `  check     ${id}`),
    ...faults.map(({ id, about }) => `  fault     ${id}: ${about}`),
  ];
  return `${lines.join('\n')}\n`;
}

function placeIn({ heading, line, item, table, row, sentence }: IndexedClause['source']): string {
  const place =
    heading === true
      ? 'heading'
      : line !== undefined
        ? `line ${line}`
        : item !== undefined
          ? `item ${item}`
          : `${table === undefined ? '' : `table ${table}, `}row ${row ?? '?'}`;
  return sentence === undefined ? place : `${place}, sentence ${sentence}`;
}
