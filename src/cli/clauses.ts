import { Command } from 'commander';
import type { ClauseStatus, DocumentName, IndexedClause } from '../spec/types.ts';
import { loadSpecs } from '../spec/load.ts';
import { UsageError } from './fail.ts';

const STATUSES: readonly ClauseStatus[] = ['testable', 'reference-only', 'informative', 'unspecified'];

export function clausesCommand(): Command {
  return new Command('clauses')
    .description('list the ledger: every clause of every document')
    .option('--status <status>', STATUSES.join(', '))
    .option('--document <name>', 'privileged-access, authentication, governance')
    .option('--json', 'as one JSON array')
    .action((flags: { readonly status?: string; readonly document?: string; readonly json?: boolean }) => {
      const specs = loadSpecs();
      const documents = Object.values(specs.documents).map(({ name }) => name);
      const status = oneOf(flags.status, STATUSES, 'status');
      const document = oneOf<DocumentName>(flags.document, documents, 'document');
      const clauses = [...specs.clauses.values()].filter(
        (clause) => (status ?? clause.status) === clause.status && (document ?? clause.document) === clause.document,
      );
      process.stdout.write(flags.json === true ? `${JSON.stringify(clauses)}\n` : table(clauses));
    });
}

function oneOf<Name extends string>(value: string | undefined, names: readonly Name[], flag: string): Name | undefined {
  const found = names.find((name) => name === value);
  if (value !== undefined && found === undefined) throw new UsageError(`--${flag} ${value}: expected one of ${names.join(', ')}`);
  return found;
}

function table(clauses: readonly IndexedClause[]): string {
  const width = Math.max(0, ...clauses.map(({ id }) => id.length));
  const rows = clauses.map(({ id, status, says }) => `${id.padEnd(width)}  ${status.padEnd(14)}  ${says}`);
  const counts = STATUSES.map((status) => `${clauses.filter((clause) => clause.status === status).length} ${status}`).join(', ');
  return `${[...rows, '', `${clauses.length} clauses: ${counts}`].join('\n')}\n`;
}
