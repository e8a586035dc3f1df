import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { loadSpecs } from '../src/model/load.ts';
import { readTrace } from '../src/trace/reader.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { reportAgain } from '../src/run/rejudge.ts';
import { TRACE_FILE } from '../src/run/run-trace.ts';

/**
 * Kills runs against the embedded mock at random moments, as a machine that dies does, and makes their reports: each trace must be
 * readable, and each report marked as partial. A moment is told by how large the trace is then, in kB.
 */
export async function kill({ times, within, seed }: { times: number; within: number; seed: number }): Promise<void> {
  const moments = fc.sample(fc.noBias(fc.integer({ min: 0, max: within })), { numRuns: times, seed });
  const specs = loadSpecs();
  const scratch = mkdtempSync(join(tmpdir(), 'assay-kill-'));
  let held = 0;
  try {
    for (const [index, moment] of moments.entries()) {
      const folder = join(scratch, String(index));
      const trace = join(folder, TRACE_FILE);
      const run = spawn(process.execPath, [join(PACKAGE_ROOT, 'dist/src/cli/main.js'), 'run', '--out', folder], { stdio: 'ignore' });
      const ended = new Promise((resolve) => {
        run.once('close', resolve);
      });
      while (!existsSync(trace) || statSync(trace).size < moment * 1000) await delay(2);
      const signalled = run.kill('SIGKILL');
      await ended;
      const { events, truncated } = readTrace(trace);
      const { report, files } = reportAgain(folder, specs);
      const sent = events.filter(({ type }) => type === 'exchange').length;
      const isPartial = report.partial !== undefined && report.outcome === 'partial' && report.requests.sent === sent;
      if (signalled && isPartial && files.every(({ path }) => existsSync(path))) held += 1;
      console.log(
        `${index + 1}: killed at ${moment} kB: ${sent} exchanges${truncated ? ', the last line cut off' : ''}; ${report.outcome}, ${report.partial ?? 'not marked as partial'}`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`${held} of ${moments.length} killed runs left a readable trace and a report marked as partial`);
  process.exitCode = held === moments.length ? 0 : 1;
}
