import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { mergeShards } from '../../src/run/merge/merge-shards.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { Report } from '../../src/model/types.ts';
import { butForTimes } from './but-for-times.ts';

/** Seconds from the start of the process to its end. */
function drive(folder: string, ...flags: readonly string[]): number {
  const begun = performance.now();
  const command = [join(PACKAGE_ROOT, 'dist/src/cli/main.js'), 'run', '--out', folder, ...flags];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`assay run ${flags.join(' ')} ended with ${status ?? 'a signal'}: ${stderr}`);
  return (performance.now() - begun) / 1000;
}

function reportIn(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
}

/**
 * Runs against the embedded mock, over HTTP, as a whole and in shards one after the other, and joins those: each joined run must have the
 * report of the whole one. Shards save the time between the longest of them and the whole; nothing is asserted of it.
 */
export async function shards({ seed, ways }: { seed: number; ways: readonly number[] }): Promise<void> {
  const seeded = ['--seed', String(seed)];
  const specs = loadSpecs();
  const scratch = mkdtempSync(join(tmpdir(), 'assay-shards-'));
  try {
    const alone = join(scratch, 'whole');
    const seconds = drive(alone, ...seeded);
    const whole = reportIn(alone);
    let equal = 0;
    for (const of of ways) {
      const folders = Array.from({ length: of }, (_none, index) => join(scratch, `${index + 1}-of-${of}`));
      const longest = Math.max(...folders.map((folder, index) => drive(folder, ...seeded, '--shard', `${index + 1}/${of}`)));
      const largest = Math.max(...folders.map((folder) => reportIn(folder).requests.sent));
      const begun = performance.now();
      const { report } = mergeShards(folders, join(scratch, `joined-${of}`), specs);
      const joining = ((performance.now() - begun) / 1000).toFixed(1);
      const same = isDeepStrictEqual(butForTimes(report), butForTimes(whole));
      equal += same ? 1 : 0;
      console.log(
        `${of} ways: ${same ? 'equal' : 'NOT equal'}; longest shard ${longest.toFixed(1)} s, whole run ${seconds.toFixed(1)} s: ${(longest / seconds).toFixed(2)}; most requests of a shard ${largest} of ${whole.requests.sent}: ${(largest / whole.requests.sent).toFixed(2)}; joined in ${joining} s`,
      );
    }
    console.log(`${equal} of ${ways.length} joined runs have the report of the whole run, seed ${seed}, ${whole.requests.sent} requests`);
    process.exitCode = equal === ways.length ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
