import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { RunPlan, Specs, Statement, Subject, SuiteState } from '../../model/types.ts';
import { SpecError } from '../../model/errors.ts';
import { entryAt, readStoredText, RENDERED } from '../../model/stored-file.ts';
import { plainJson } from '../../model/stored-json.ts';
import { readRequirements } from '../../model/requirements.ts';
import { signerIn, testResult } from '../../report/certificate/statement.ts';
import { PACKAGE_ROOT, TOOL } from '../package-root.ts';
import { rejudge } from '../rejudge.ts';
import { RunError } from '../run-error.ts';
import { LOCK_FILE } from '../run-plan.ts';
import { TRACE_FILE } from '../run-trace.ts';
import { changeOf, demandFolder, storedTrace } from '../stored-trace.ts';
import { suiteState } from '../suite-state.ts';
import { differences, readStoredReport, REPORT_FILE, misstatements } from './differences.ts';
import { openCertificate } from './open-certificate.ts';
import { rederive } from './rederive.ts';
import { refusalsOf, drivenWalks } from './refusals.ts';
import { CERTIFICATE_FILE, runFiles, trickIn, twiceIn } from './run-files.ts';
import type { Flaw, Proof, Verification } from '../../report/certificate/verification.ts';

/** Bytes of a certificate: one names each file of a folder in a few hundred. */
const LARGEST = 16 << 20;

/**
 * Checks a certified run's folder. The signature comes first, then the names that it covers, then every file's digest; where all of that
 * holds, everything that the certificate states, and every file that follows from the trace, is made of the trace once more and compared.
 * Throws RunError, SpecError for what is no folder of plain files.
 */
export function verifyRun(folder: string, specs: Specs, key?: KeyObject, root: string = PACKAGE_ROOT): Verification {
  demandFolder(folder);
  const base = {
    identity: 'not checked',
    keyId: null,
    files: 0,
    rejudged: 0,
    rederived: 0,
    signedOnly: [],
    flaws: [],
    unchecked: [],
  } as const;
  const path = join(folder, CERTIFICATE_FILE);
  const opened =
    entryAt(path) === undefined
      ? { broken: 'it is missing: this run is not signed' }
      : openCertificate(readStoredText(path, { limit: LARGEST, origin: 'found' }), key);
  if ('broken' in opened) return settled({ ...base, flaws: [{ file: CERTIFICATE_FILE, what: opened.broken }] });
  const { statement } = opened;
  const identity = key === undefined ? 'not checked' : 'checked';
  const signed = { ...base, identity, keyId: opened.keyId } as const;
  const strangers = key === undefined ? ['identity: pass --key with the public key of whom you trust'] : [];
  const tricks = tricksIn(statement);
  if (tricks.length > 0) return settled({ ...signed, flaws: tricks, unchecked: strangers });
  const files = runFiles(folder);
  const changed = changes(statement.subject, files);
  if (changed.length > 0)
    return settled({
      ...signed,
      files: files.length,
      flaws: changed,
      unchecked: [...strangers, 'verdicts: the files are not those that were signed'],
    });
  const { unchecked, ...judged } = judgeAgain(folder, specs, statement, root);
  return settled({ ...signed, files: files.length, ...judged, unchecked: [...strangers, ...unchecked] }, true);
}

type Found = Omit<Verification, 'verified' | 'exitCode' | 'proves'>;

/** @param covered the signature holds, and these are the files that it covers */
function settled(found: Found, covered = false): Verification {
  const exitCode = found.flaws.length > 0 ? 1 : found.unchecked.length > 0 ? 3 : 0;
  return { verified: exitCode === 0, exitCode, ...found, proves: proofOf(found, covered) };
}

function proofOf({ identity, files, rejudged, rederived, flaws }: Found, covered: boolean): Proof {
  const whose = identity === 'checked' ? 'whoever holds the key that was given' : 'somebody, whom the certificate alone names,';
  return {
    signature: covered
      ? `${whose} has signed these ${files} files, and none was changed, added or taken away since`
      : 'nothing: no signature covers these files as they are',
    rejudging:
      rejudged > 0 && flaws.length === 0
        ? `all that the certificate states, and ${rederived} of the files, follow from trace and lock, judged by this Assay`
        : 'nothing: what the certificate states was not found again in trace and lock',
    neither:
      'that the trace contains what the target sent, or that the suite made the run at the time and with the settings in its lock: for both you have to trust the signer',
  };
}

/** Names that a certificate may not cover: none of them is ever opened. */
function tricksIn({ subject }: Statement): readonly Flaw[] {
  const names = subject.map(({ name }) => name);
  const twice = twiceIn(names);
  return [
    ...names.flatMap((name) => {
      const trick = trickIn(name);
      return trick === undefined ? [] : [{ file: CERTIFICATE_FILE, what: `it covers ${JSON.stringify(name)}: ${trick}` }];
    }),
    ...(twice === undefined ? [] : [{ file: CERTIFICATE_FILE, what: `it covers one file twice: ${twice}` }]),
  ];
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

type Judged = Pick<Verification, 'rejudged' | 'rederived' | 'signedOnly' | 'flaws' | 'unchecked'>;

const NOTHING: Judged = { rejudged: 0, rederived: 0, signedOnly: [], flaws: [], unchecked: [] };

function judgeAgain(folder: string, specs: Specs, statement: Statement, root: string): Judged {
  try {
    const change = changeOf(storedTrace(folder).events);
    if (change !== undefined) return { ...NOTHING, flaws: [{ file: TRACE_FILE, what: `it was changed: ${change}` }] };
    const judged = rejudge(folder, specs);
    const { lock, profile, events, report } = judged;
    if (judged.otherwise !== undefined) return { ...NOTHING, unchecked: [`verdicts: ${judged.otherwise}`] };
    const requirements = readRequirements(lock.tool.version, join(root, 'specs'));
    const stated = requirements === undefined ? undefined : { report, lock, profile, requirements, walks: drivenWalks(events) };
    const { same, other, foreign } = rederive(folder, { report, events });
    const own = suiteState(root, specs.digest, requirements);
    const isSameSuite = lock.suite.digest === own.digest;
    const renderings = other.map((file) => ({ file, what: 'it is not what is made of the trace' }));
    return {
      rejudged: report.clauses.length,
      rederived: same.length,
      signedOnly: foreign,
      flaws: [
        ...differences(readStoredReport(folder), report).map((what) => ({ file: REPORT_FILE, what })),
        ...refusalsOf(judged, requirements).map(({ reason }) => ({
          file: CERTIFICATE_FILE,
          what: `it should not exist: ${reason}`,
        })),
        ...(stated === undefined ? [] : misstatements(statement.predicate, testResult(stated, signerIn(statement)))).map((what) => ({
          file: CERTIFICATE_FILE,
          what,
        })),
        ...(isSameSuite ? renderings : []),
      ],
      unchecked: [
        ...(requirements === undefined ? [`requirements: this Assay does not know those of ${lock.tool.version}`] : []),
        // Another build may write the same verdicts in other words.
        ...(isSameSuite ? [] : renderings.map(({ file, what }) => `${file}: ${what} by this build`)),
        ...otherSuite(lock, own),
      ],
    };
  } catch (error) {
    if (error instanceof RunError || error instanceof SpecError) return unreadable(folder, error);
    throw error;
  }
}

/** The suite that ran is known by the digest of its files; which commit it was built from is for the build alone to say. */
function otherSuite({ suite }: RunPlan, own: SuiteState): readonly string[] {
  if (suite.digest !== own.digest)
    return [
      `suite: it ran with another build (${suite.commit ?? 'of no commit'}, ${suite.digest}) than this one (${own.commit ?? 'of no commit'}, ${own.digest})`,
    ];
  if (suite.commit === own.commit) return [];
  return [`suite: it names the commit ${suite.commit ?? 'none'}, and the same files were built here from ${own.commit ?? 'none'}`];
}

/** The files are those that were signed: what cannot be read of them is of another version, or was never a run's. */
function unreadable(folder: string, { message }: Error): Judged {
  return isOfThisVersion(folder)
    ? { ...NOTHING, flaws: [{ file: CERTIFICATE_FILE, what: `it covers what no run of this version leaves: ${message}` }] }
    : { ...NOTHING, unchecked: [`verdicts: ${message}`] };
}

function isOfThisVersion(folder: string): boolean {
  const value = plainJson(readStoredText(join(folder, LOCK_FILE), { limit: RENDERED, origin: 'found' }), LOCK_FILE);
  const field = (of: unknown, key: string): unknown => (typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined);
  return field(value, 'schemaVersion') === 1 && field(field(value, 'tool'), 'version') === TOOL.version;
}
