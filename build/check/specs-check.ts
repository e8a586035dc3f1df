import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../src/model/attempt.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { ClauseStatus, DocumentFile, DocumentName, ClausesFile, Specs } from '../../src/model/types.ts';
import { unreferencedClauses } from './unreferenced-clauses.ts';
import { readYamlFile, readYamlSource } from '../../src/model/yaml-file.ts';
import { checkLedger } from './check-ledger.ts';
import type { LedgerCheck, LedgerFinding, Share } from './check-ledger.ts';
import { documentText } from './find-documents.ts';
import { writeDigests } from './write-digests.ts';

const STATUSES: readonly ClauseStatus[] = ['testable', 'reference-only', 'informative', 'unspecified'];

export interface SpecsCheckOptions {
  readonly specsFolder: string;
  readonly documentsFolder: string;
  readonly names: readonly DocumentName[];
  readonly writeDigests: boolean;
}

export interface SpecsCheck {
  /** what was counted */
  readonly summary: readonly string[];
  /** what is wrong, one line each */
  readonly findings: readonly string[];
  /** documents that are not at hand */
  readonly missing: readonly DocumentName[];
}

/** Checks the specs in themselves, and each ledger against its document where that is at hand. */
export function checkSpecs(options: SpecsCheckOptions): SpecsCheck {
  const ledgers = options.names.map((name) => attempt(() => checkOne(name, options)));
  const whole = attempt(() => loadSpecs(options.specsFolder));
  const checks = ledgers.flatMap(({ value }) => value?.check ?? []);
  return {
    summary: [
      ...ledgers.flatMap(({ value }) => value?.counts ?? []),
      ...(checks.length === 0
        ? []
        : [
            `${total(checks.map(({ lines }) => lines))} content lines claimed`,
            `${total(checks.map(({ notShown }) => notShown))} 'not shown' lines recorded`,
          ]),
      ...(whole.value === undefined ? [] : rowless(whole.value)),
    ],
    // A broken ledger is told once, although loading the whole finds it again.
    findings: [...new Set([...ledgers.flatMap(({ value, mistakes }) => [...mistakes, ...(value?.findings ?? [])]), ...whole.mistakes])],
    missing: options.names.filter((name) => textOf(name, options) === undefined),
  };
}

interface CheckedLedger {
  readonly counts: string;
  readonly findings: readonly string[];
  /** undefined where the document is not at hand */
  readonly check?: LedgerCheck;
}

function checkOne(name: DocumentName, options: SpecsCheckOptions): CheckedLedger {
  const { specsFolder, writeDigests: write } = options;
  const file = join(specsFolder, name, 'clauses.yaml');
  const document = textOf(name, options);
  if (write && document !== undefined) fillDigests(file, document);
  const { value: ledger, at } = readYamlSource<ClausesFile>(file, 'clauses');
  const counts = `${name}: ${countsOf(ledger)}`;
  if (document === undefined) return { counts, findings: [] };
  const check = checkLedger(ledger, document);
  const placeOfClause = (id: string): string => at(`/clauses/${ledger.clauses.findIndex((clause) => clause.id === id)}/source`);
  return { counts, check, findings: check.findings.map((finding) => inWords(finding, name, placeOfClause)) };
}

function textOf(name: DocumentName, { specsFolder, documentsFolder }: SpecsCheckOptions): string | undefined {
  return documentText(documentsFolder, readYamlFile<DocumentFile>(join(specsFolder, name, 'document.yaml'), 'document'));
}

function fillDigests(file: string, document: string): void {
  const { value: ledger, text } = readYamlSource<ClausesFile>(file, 'clauses');
  const filled = writeDigests(text, ledger, document);
  if (filled !== text) writeFileSync(file, filled);
}

/** No mistake: a judge of their own may judge them. Whether one does is for the judges to prove. */
function rowless(specs: Specs): readonly string[] {
  const clauses = unreferencedClauses(specs);
  return clauses.length === 0 ? [] : [`testable clauses that no row refers to, so that code must judge them: ${clauses.join(', ')}`];
}

function countsOf({ clauses }: ClausesFile): string {
  const counts = STATUSES.map((status) => `${clauses.filter((clause) => clause.status === status).length} ${status}`);
  return `${clauses.length} clauses: ${counts.join(', ')}`;
}

function inWords({ line, clause, problem, remedy }: LedgerFinding, name: DocumentName, placeOfClause: (id: string) => string): string {
  const ledgerPlace = clause === undefined ? '' : `${placeOfClause(clause)}  `;
  const documentPlace = line === undefined ? `document ${name}` : `document ${name}, line ${line}`;
  return `${ledgerPlace}${documentPlace}  ${problem}. Remedy: ${remedy}`;
}

function total(shares: readonly Share[]): string {
  const sum = (part: (share: Share) => number): number => shares.reduce((all, share) => all + part(share), 0);
  return `${sum(({ done }) => done)} of ${sum(({ all }) => all)}`;
}
