import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../model/types.ts';
import { readStoredFile, RENDERED } from '../../model/stored-file.ts';
import { unpacked } from '../../report/page/fragments.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { cannotWrite, isFileError } from '../write-files.ts';
import { LOCK_FILE } from '../run-plan.ts';
import { TRACE_FILE } from '../run-trace.ts';
import { WAIVERS_FILE } from '../waivers.ts';
import { ALLURE_RESULTS, renderInto } from '../write-reports.ts';
import { CERTIFICATE_FILE, fileNames } from './run-files.ts';

/** How the files of a run's folder stand to its trace. */
export interface Rederived {
  /** made of trace and lock again, byte for byte the same */
  readonly same: readonly string[];
  /** should be so, and are not */
  readonly other: readonly string[];
  /** neither read by judging nor made of it: a signature is all that speaks for them */
  readonly foreign: readonly string[];
}

/** What is judged: everything else follows from it. */
const EVIDENCE: readonly string[] = [TRACE_FILE, LOCK_FILE, WAIVERS_FILE, CERTIFICATE_FILE];

/**
 * Renders every report of a run once more, in a folder of its own that is removed, and compares them byte for byte with those that stand in
 * the run's folder; what a page holds packed is compared unpacked. Throws RunError, SpecError for a folder that cannot be read.
 */
export function rederive(folder: string, reported: { readonly report: Report; readonly events: readonly TraceEvent[] }): Rederived {
  const names = fileNames(folder).filter((name) => !EVIDENCE.includes(name));
  const scratch = mkdtempSync(join(tmpdir(), 'assay-rendered-'));
  try {
    rendering(scratch, reported);
    const rendered = new Set(fileNames(scratch));
    const same = names.filter((name) => rendered.has(name) && isSame(join(folder, name), join(scratch, name)));
    // Whatever stands among Allure's results is shown as a result of the run.
    const other = names.filter((name) => !same.includes(name) && (rendered.has(name) || name.startsWith(`${ALLURE_RESULTS}/`)));
    return { same, other, foreign: names.filter((name) => !same.includes(name) && !other.includes(name)) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function rendering(scratch: string, reported: Parameters<typeof renderInto>[1]): void {
  try {
    renderInto(scratch, reported);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw cannotWrite(scratch, error, 'The reports are rendered there again, to be compared. Make room, or name another folder in TMPDIR');
  }
}

function isSame(stored: string, rendered: string): boolean {
  const [one, other] = [readStoredFile(stored, { limit: RENDERED, origin: 'found' }), readFileSync(rendered)];
  return one.equals(other) || (stored.endsWith('.html') && unpacked(one.toString()) === unpacked(other.toString()));
}
