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
    .option('--status <status>', `${STATUSES.join(', ')} (repeatable)`, repeatable(String))
    .option('--document <name>', 'only those of this document (repeatable)', repeatable(String))
    .option('--json', 'as one JSON array')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'testable: an answer can contradict it. reference-only: showing it takes control over the target, such as its clock. informative: nothing could contradict it. unspecified: the document leaves it open, and a profile can bind or declare it.',
        ],
        examples: [
          ['assay clauses --document governance', 'all clauses of one document'],
          ['assay clauses --status unspecified', 'what the documents leave open'],
          ['assay clauses --json', 'every clause, with its place in the document'],
        ],
        exitCodes: { 0: 'listed', 2: 'there is no such status or document' },
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
