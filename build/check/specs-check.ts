import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../src/model/attempt.ts';
import { clausesOf } from '../../src/model/left-out.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { Clause, ClauseStatus, DocumentFile, DocumentName, ClausesFile, Specs } from '../../src/model/types.ts';
import { unreferencedClauses } from './unreferenced-clauses.ts';
import { readYamlFile, readYamlSource } from '../../src/model/yaml-file.ts';
import { checkClauses } from './check-clauses.ts';
import type { ClauseCheck, ClauseFinding, Share } from './check-clauses.ts';
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

/** Checks the specs in themselves, and each clauses.yaml against its document where that is at hand. */
export function checkSpecs(options: SpecsCheckOptions): SpecsCheck {
  const clauseFiles = options.names.map((name) => attempt(() => checkOne(name, options)));
  const whole = attempt(() => loadSpecs(options.specsFolder));
  const checks = clauseFiles.flatMap(({ value }) => value?.check ?? []);
  return {
    summary: [
      ...clauseFiles.flatMap(({ value }) => value?.counts ?? []),
      ...(checks.length === 0
        ? []
        : [
            `${total(checks.map(({ lines }) => lines))} content lines claimed`,
            `${total(checks.map(({ notShown }) => notShown))} 'not shown' lines recorded`,
          ]),
      ...(whole.value === undefined ? [] : rowless(whole.value)),
    ],
    // A broken clauses.yaml is told once, although loading the whole finds it again.
    findings: [...new Set([...clauseFiles.flatMap(({ value, mistakes }) => [...mistakes, ...(value?.findings ?? [])]), ...whole.mistakes])],
    missing: options.names.filter((name) => textOf(name, options) === undefined),
  };
}

interface CheckedClauses {
  readonly counts: string;
  readonly findings: readonly string[];
  /** undefined where the document is not at hand */
  readonly check?: ClauseCheck;
}

function checkOne(name: DocumentName, options: SpecsCheckOptions): CheckedClauses {
  const { specsFolder, writeDigests: write } = options;
  const file = join(specsFolder, name, 'clauses.yaml');
  const document = textOf(name, options);
  if (write && document !== undefined) fillDigests(file, document);
  const { value, at } = readYamlSource<ClausesFile>(file, 'clauses');
  const { rows: clauses, written } = clausesOf(value);
  const counts = `${name}: ${countsOf(clauses)}`;
  if (document === undefined) return { counts, findings: [] };
  const check = checkClauses(clauses, document);
  const placeOfClause = (id: string): string => at(written.get(`/clauses/${clauses.findIndex((clause) => clause.id === id)}/source`) ?? '');
  return { counts, check, findings: check.findings.map((finding) => inWords(finding, name, placeOfClause)) };
}

function textOf(name: DocumentName, { specsFolder, documentsFolder }: SpecsCheckOptions): string | undefined {
  return documentText(documentsFolder, readYamlFile<DocumentFile>(join(specsFolder, name, 'document.yaml'), 'document'));
}

function fillDigests(file: string, document: string): void {
  const { value: clausesFile, text } = readYamlSource<ClausesFile>(file, 'clauses');
  const filled = writeDigests(text, clausesFile, document);
  if (filled !== text) writeFileSync(file, filled);
}

/** No mistake: a judge of their own may judge them. Whether one does is for the judges to prove. */
function rowless(specs: Specs): readonly string[] {
  const clauses = unreferencedClauses(specs);
  return clauses.length === 0 ? [] : [`testable clauses that no row refers to, so that code must judge them: ${clauses.join(', ')}`];
}

function countsOf(clauses: readonly Clause[]): string {
  const counts = STATUSES.map((status) => `${clauses.filter((clause) => clause.status === status).length} ${status}`);
  return `${clauses.length} clauses: ${counts.join(', ')}`;
}

function inWords({ line, clause, problem, remedy }: ClauseFinding, name: DocumentName, placeOfClause: (id: string) => string): string {
  const clausePlace = clause === undefined ? '' : `${placeOfClause(clause)}  `;
  const documentPlace = line === undefined ? `document ${name}` : `document ${name}, line ${line}`;
  return `${clausePlace}${documentPlace}  ${problem}. Remedy: ${remedy}`;
}

function total(shares: readonly Share[]): string {
  const sum = (part: (share: Share) => number): number => shares.reduce((all, share) => all + part(share), 0);
  return `${sum(({ done }) => done)} of ${sum(({ all }) => all)}`;
}
