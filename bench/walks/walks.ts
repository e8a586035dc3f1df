import { loadSpecs } from '../../src/model/load.ts';
import { documentNames } from '../../src/model/sources.ts';
import { behaviouralFaults } from '../../src/mock/kit/known-faults.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { profileFile } from '../../src/run/targets.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import { openPool } from '../../src/qualify/pool.ts';
import { inFigures, spread } from './in-figures.ts';
import { openMeasuring, type Measured } from './measure.ts';

export interface WalksOptions {
  readonly seed: number;
  /** in each document; a fault that none of them shows is looked for by the cases after them */
  readonly walks: number;
  /** only faults with this in their id */
  readonly fault: string;
  /** so many faults of each document, evenly spread; `all` takes all of them */
  readonly each: number;
  readonly all: boolean;
  /** faults at a time; 0 looks for all in one thread */
  readonly threads: number;
}

const PAUSE_MS = 15_000;

/**
 * What walks make of faults that only a sequence shows, in process: how short their failures become, what that costs, whether their
 * tokens replay, and what the tokens say once the fault is gone. The last line holds the figures.
 */
export async function walksOf({ seed, walks, fault, each, all, threads }: WalksOptions): Promise<void> {
  const faults = behaviouralFaults().filter(({ difficulty, id }) => difficulty === 'sequence' && id.includes(fault));
  const chosen = documentNames().flatMap((document) => {
    const own = faults.filter((one) => one.document === document).map(({ id }) => id);
    return all ? own : spread(own, Math.min(own.length, each));
  });
  if (chosen.length === 0) throw new RangeError(`--fault ${fault}: no fault that only a sequence shows has that in its id`);

  let toldAt = Date.now();
  const done: Measured[] = [];
  const worker = new URL('./measure-worker.js', import.meta.url);
  const pool = openPool(worker, { seed, walks }, Math.min(threads, chosen.length), openMeasuring);
  await pool.run(chosen, (measured) => {
    done.push(measured);
    for (const line of measured.lines) console.log(line);
    if (Date.now() - toldAt < PAUSE_MS) return;
    toldAt = Date.now();
    process.stderr.write(`${done.length} of ${chosen.length} faults\n`);
  });
  await pool.close();

  const specs = loadSpecs();
  const file = profileFile('mock');
  const digests: string[] = [];
  for (const one of [seed, seed, seed + 1])
    digests.push((await runInProcess(specs, readProfile(file, specs), file, { seed: one, walks })).requestsDigest);
  const [first, second, other] = digests;
  const isRepeatable = first === second && first !== other;
  const repeats = isRepeatable
    ? 'the same seed sends the same requests in the same order, another one others'
    : 'THE SEED DOES NOT DECIDE THE REQUESTS';
  console.log(`${inFigures(done, { known: faults.length, walks })}; ${repeats}`);
  process.exitCode = isRepeatable && done.every(({ replayed }) => replayed?.same !== false) ? 0 : 1;
}
