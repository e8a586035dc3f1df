import { rmSync, writeFileSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { entryAt } from '../../model/stored-file.ts';
import type { Specs, TestResult } from '../../model/types.ts';
import { readRequirements } from '../../model/requirements.ts';
import { certificateText, keyId, publicDer, seal } from '../../report/certificate/dsse.ts';
import { statementOf, testResult, type Certified } from '../../report/certificate/statement.ts';
import { PACKAGE_ROOT } from '../package-root.ts';
import { cannotWrite } from '../write-files.ts';
import { rejudge } from '../rejudge.ts';
import { RunError } from '../run-error.ts';
import { suiteState } from '../suite-state.ts';
import { differences, readStoredReport, REPORT_FILE } from './differences.ts';
import { openCertificate } from './open-certificate.ts';
import { rederive } from './rederive.ts';
import { dirt, refusalsOf, drivenWalks, type Refusal } from './refusals.ts';
import { demandFolder } from '../stored-trace.ts';
import { CERTIFICATE_FILE, runFiles } from './run-files.ts';

/** A run that is fit to be certified, or the reasons why it is not. */
export type Examined = { readonly fit: Certified } | { readonly refusals: readonly Refusal[] };

export interface Signed {
  readonly file: string;
  readonly keyId: string;
  /** files that the signature covers */
  readonly files: number;
  readonly predicate: TestResult;
}

/** Looks whether a stored run can be certified. Throws RunError, SpecError for a folder that is no run of this version. */
export function examine(folder: string, specs: Specs, root: string = PACKAGE_ROOT): Examined {
  demandFolder(folder);
  const judged = rejudge(folder, specs);
  const stored = readStoredReport(folder);
  const release = readRequirements(judged.lock.tool.version, join(root, 'specs'));
  const strays = judged.otherwise === undefined ? differences(stored, judged.report) : [];
  // Where the report says something else, so does all that is made of it.
  const { other } = judged.otherwise === undefined && strays.length === 0 ? rederive(folder, judged) : { other: [] };
  const refusals = [
    ...refusalsOf(judged, release),
    ...dirt('the suite that certifies is not the release', suiteState(root, specs.digest, release)),
    ...[...strays, ...other.map((name) => `${name} is not what is made of the trace: 'assay report' makes it again`)]
      .slice(0, 5)
      .map((reason) => ({ reason, exitCode: 2 })),
  ];
  if (refusals.length > 0 || release === undefined) return { refusals };
  const { lock, profile, events } = judged;
  return { fit: { report: stored, lock, profile, requirements: release, walks: drivenWalks(events) } };
}

/** Refuses a folder that has its certificate: nothing is ever overwritten. */
export function demandUncertified(folder: string): void {
  if (entryAt(join(folder, CERTIFICATE_FILE)) !== undefined)
    throw new RunError(
      'certificate-exists',
      `${folder}: it has a ${CERTIFICATE_FILE} already, which is not overwritten. 'assay verify ${folder}' checks it`,
    );
}

/** Writes the certificate of a fit run. Throws RunError where the folder cannot be written or has one. */
export function signRun(folder: string, fit: Certified, key: KeyObject): Signed {
  demandUncertified(folder);
  const files = runFiles(folder);
  if (!files.some(({ name }) => name === REPORT_FILE)) throw new RunError('run-file-gone', `${folder}: ${REPORT_FILE} went away`);
  const predicate = testResult(fit, publicDer(key));
  const text = certificateText(seal(Buffer.from(JSON.stringify(statementOf(files, predicate))), key));
  const opened = openCertificate(text, key);
  if ('broken' in opened)
    throw new RunError(
      'certificate-unsound',
      `${folder}: the certificate would not stand: ${opened.broken}. This is a defect of the harness`,
    );
  const file = join(folder, CERTIFICATE_FILE);
  write(file, text);
  return { file, keyId: keyId(key), files: files.length, predicate };
}

/** All of it or nothing, and never over another. */
function write(file: string, text: string): void {
  let opened = false;
  try {
    writeFileSync(file, '', { flag: 'wx' });
    opened = true;
    writeFileSync(file, text);
  } catch (error) {
    if (opened) rmSync(file, { force: true });
    throw cannotWrite(file, error, 'Nothing was left behind');
  }
}
