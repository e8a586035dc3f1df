import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { loadSpecs } from '../../src/model/load.ts';
import { DOCUMENT_NAMES } from '../../src/model/sources.ts';
import { behaviouralFaults } from '../../src/mock/core/known-faults.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { profileFile } from '../../src/run/targets.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import { openPool } from '../../src/qualify/pool.ts';
import { wholeNumber } from '../../src/qualify/whole-number.ts';
import { inFigures, spread } from './in-figures.ts';
import { openMeasuring } from './measure.ts';
import type { Measured } from './measure.ts';

// What walks make of faults that only a sequence shows, in process: how short their failures become, what that costs, whether their
// tokens replay, and what the tokens say once the fault is gone. The last line holds the figures.
// npm run walks -- --all
// npm run walks -- --walks 50 --fault gov-
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    // In each document; a fault that none of them shows is looked for by the cases after them.
    walks: { type: 'string', default: '100' },
    // Only faults with this in their id.
    fault: { type: 'string', default: '' },
    // So many faults of each document, evenly spread.
    each: { type: 'string', default: '36' },
    // All of them.
    all: { type: 'boolean', default: false },
    // Faults at a time; 0 looks for all in one thread.
    threads: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
});
const [seed, walks] = [wholeNumber('seed', values.seed, 0), wholeNumber('walks', values.walks, 0)];
const faults = behaviouralFaults().filter(({ difficulty, id }) => difficulty === 'sequence' && id.includes(values.fault));
const chosen = DOCUMENT_NAMES.flatMap((document) => {
  const own = faults.filter((one) => one.document === document).map(({ id }) => id);
  return values.all ? own : spread(own, Math.min(own.length, wholeNumber('each', values.each, 1)));
});
if (chosen.length === 0) throw new RangeError(`--fault ${values.fault}: no fault that only a sequence shows has that in its id`);

const PAUSE_MS = 15_000;
let toldAt = Date.now();
const done: Measured[] = [];
const worker = new URL('./measure-worker.js', import.meta.url);
const pool = openPool(worker, { seed, walks }, Math.min(wholeNumber('threads', values.threads, 0), chosen.length), openMeasuring);
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
