import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Specs, Statement, Subject } from '../../spec/types.ts';
import { SpecError } from '../../spec/spec-error.ts';
import { readRequirements } from '../../spec/requirements.ts';
import { testResult } from '../../report/certificate/statement.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { rejudge } from '../rejudge.ts';
import { RunError } from '../run-error.ts';
import { TRACE_FILE } from '../run-trace.ts';
import { changeOf, storedTrace } from '../stored-trace.ts';
import { differences, readStoredReport, REPORT_FILE } from './differences.ts';
import { openCertificate } from './open-certificate.ts';
import { refusalsOf } from './refusals.ts';
import { CERTIFICATE_FILE, runFiles } from './run-files.ts';

/** Something that is not as it was signed, or was signed wrongly. */
export interface Flaw {
  /** in the run's folder */
  readonly file: string;
  readonly what: string;
}

/** What `assay verify --json` prints. */
export interface Verification {
  /** true where nothing is wrong and nothing was left unchecked */
  readonly verified: boolean;
  readonly exitCode: 0 | 1 | 3;
  readonly identity: 'checked' | 'not checked';
  readonly keyId: string | null;
  readonly files: number;
  /** clauses that were judged again from the trace; all of them as certified, or a flaw says which not */
  readonly rejudged: number;
  readonly flaws: readonly Flaw[];
  /** what could not be checked, and why */
  readonly unchecked: readonly string[];
}

/**
 * Checks a certified run's folder: the signature, every file's digest, and, where both hold, whether the trace judged again gives
 * the verdicts that were signed. Throws RunError for what is no folder.
 */
export function verifyRun(folder: string, specs: Specs, key?: KeyObject, root: string = PACKAGE_ROOT): Verification {
  const files = runFiles(folder);
  const base = { identity: 'not checked', keyId: null, files: files.length, rejudged: 0, flaws: [], unchecked: [] } as const;
  const path = join(folder, CERTIFICATE_FILE);
  const opened = existsSync(path) ? openCertificate(readFileSync(path, 'utf8'), key) : { broken: 'it is missing: this run is not signed' };
  if ('broken' in opened) return settled({ ...base, flaws: [{ file: CERTIFICATE_FILE, what: opened.broken }] });
  const { statement } = opened;
  const identity = key === undefined ? 'not checked' : 'checked';
  const signed = { ...base, identity, keyId: opened.keyId } as const;
  const strangers = key === undefined ? ['identity: pass --key with the public key of whom you trust'] : [];
  const changed = changes(statement.subject, files);
  if (changed.length > 0)
    return settled({ ...signed, flaws: changed, unchecked: [...strangers, 'verdicts: the files are not those that were signed'] });
  const { rejudged, flaws, unchecked } = judgeAgain(folder, specs, statement, root);
  return settled({ ...signed, rejudged, flaws, unchecked: [...strangers, ...unchecked] });
}

function settled(found: Omit<Verification, 'verified' | 'exitCode'>): Verification {
  const exitCode = found.flaws.length > 0 ? 1 : found.unchecked.length > 0 ? 3 : 0;
  return { verified: exitCode === 0, exitCode, ...found };
}

function changes(signed: readonly Subject[], found: readonly Subject[]): readonly Flaw[] {
  const now = new Map(found.map(({ name, digest }) => [name, digest.sha256]));
  const then = new Set(signed.map(({ name }) => name));
  return [
    ...signed.flatMap(({ name, digest }) => {
      const other = now.get(name);
      if (other === undefined) return [{ file: name, what: 'it is missing' }];
      return other === digest.sha256 ? [] : [{ file: name, what: 'it was changed after it was signed' }];
    }),
    ...found.filter(({ name }) => !then.has(name)).map(({ name }) => ({ file: name, what: 'it was added after the run was signed' })),
  ];
}

type Judged = Pick<Verification, 'rejudged' | 'flaws' | 'unchecked'>;

function judgeAgain(folder: string, specs: Specs, { predicate }: Statement, root: string): Judged {
  try {
    const change = changeOf(storedTrace(folder).events);
    if (change !== undefined) return { rejudged: 0, flaws: [{ file: TRACE_FILE, what: `it was changed: ${change}` }], unchecked: [] };
    const judged = rejudge(folder, specs);
    const { lock, profile } = judged;
    if (judged.otherwise !== undefined) return { rejudged: 0, flaws: [], unchecked: [`verdicts: ${judged.otherwise}`] };
    const requirements = readRequirements(lock.tool.version, join(root, 'specs'));
    const report = readStoredReport(folder);
    const result = requirements === undefined ? undefined : testResult({ report: judged.report, lock, profile, requirements });
    return {
      rejudged: judged.report.clauses.length,
      flaws: [
        ...differences(report, judged.report).map((what) => ({ file: REPORT_FILE, what })),
        ...refusalsOf(judged, requirements).map(({ reason }) => ({
          file: CERTIFICATE_FILE,
          what: `it should not exist: ${reason}`,
        })),
        ...(result === undefined ||
        ['result', 'passedTests', 'warnedTests', 'failedTests'].every((key) =>
          isDeepStrictEqual(Reflect.get(result, key), Reflect.get(predicate, key)),
        )
          ? []
          : [{ file: CERTIFICATE_FILE, what: 'it states other verdicts than the trace shows' }]),
      ],
      unchecked: requirements === undefined ? [`requirements: this Assay does not know those of ${lock.tool.version}`] : [],
    };
  } catch (error) {
    // The files are those that were signed: what cannot be read is of another version.
    if (error instanceof RunError || error instanceof SpecError)
      return { rejudged: 0, flaws: [], unchecked: [`verdicts: ${error.message}`] };
    throw error;
  }
}
