import type { Command } from 'commander';
import type { ClauseStatus, IndexedClause } from '../model/types.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { writeResult } from './output.ts';
import { repeatable } from './flags.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

const STATUSES: readonly ClauseStatus[] = ['testable', 'reference-only', 'informative', 'unspecified'];

export function clausesCommand(command: Command): Command {
  return withSpecs(command)
    .option('--status <status>', `include only clauses of this status (repeatable): ${STATUSES.join(', ')}`, repeatable(String))
    .option('--document <name>', 'include only clauses of this document (repeatable)', repeatable(String))
    .option('--json', 'print one JSON array')
    .addHelpText(
      'after',
      helpText({
        notes: [
          `Statuses:
  testable        a response can contradict the clause
  reference-only  a check needs control over the target, such as over its clock
  informative     no response can contradict the clause
  unspecified     undocumented behaviour, which a profile can bind or declare`,
        ],
        examples: [
          ['assay clauses --document governance', 'list the clauses of one document'],
          ['assay clauses --status unspecified', 'list what the documents leave unspecified'],
          ['assay clauses --json', 'print every clause with its place in the document, as JSON'],
        ],
        exitCodes: { 0: 'listed', 2: 'unknown status or document' },
        next: ['assay explain', 'profile'],
      }),
    )
    .action(
      (flags: { readonly status?: readonly string[]; readonly document?: readonly string[]; readonly json?: boolean } & SpecsFlag) => {
        const specs = specsOf(flags);
        const documents = Object.values(specs.documents).map(({ name }) => name);
        const statuses = someOf(flags.status, STATUSES, 'status');
        const chosen = someOf(flags.document, documents, 'document');
        const clauses = [...specs.clauses.values()].filter(
          ({ status, document }) => statuses.includes(status) && chosen.includes(document),
        );
        writeResult(flags.json === true ? `${JSON.stringify(clauses)}\n` : table(clauses));
      },
    );
}

/** The names that were given, all where none was. Throws UsageError for one that there is not. */
function someOf<Name extends string>(given: readonly string[] | undefined, names: readonly Name[], flag: string): readonly Name[] {
  return (given ?? names).map((value) => {
    const found = names.find((name) => name === value);
    if (found === undefined)
      throw new UsageError('value-unknown', `--${flag} ${value}: expected one of ${names.join(', ')}${didYouMean(value, names)}`);
    return found;
  });
}

function table(clauses: readonly IndexedClause[]): string {
  const width = Math.max(0, ...clauses.map(({ id }) => id.length));
  const rows = clauses.map(({ id, status, says }) => `${id.padEnd(width)}  ${status.padEnd(14)}  ${says}`);
  const counts = STATUSES.map((status) => `${clauses.filter((clause) => clause.status === status).length} ${status}`).join(', ');
  return `${[...rows, '', `${clauses.length} clauses: ${counts}`].join('\n')}\n`;
}
