import { parseArgs } from 'node:util';
import { loadSpecs } from '../../spec/load.ts';
import { DOCUMENT_NAMES } from '../../spec/sources.ts';
import { behaviouralFaults } from '../../mock/core/known-faults.ts';
import { readProfile } from '../../profile/load-profile.ts';
import { profileFile } from '../../run/targets.ts';
import { runInProcess } from '../in-process.ts';
import { prepareSuite } from '../suite.ts';
import { find } from './find.ts';
import { replay } from './replays.ts';
import { lengthsOf } from './shortest.ts';

// What walks make of each fault that only a sequence shows, in process: how short its failure becomes, what that costs, whether its
// token replays, and what the token says once the fault is gone.
// npm run walks -- --walks 100 --fault gov-
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    // In each document; a fault that none of them shows is looked for by the cases after them.
    walks: { type: 'string', default: '100' },
    // Only faults with this in their id.
    fault: { type: 'string', default: '' },
  },
});
const [seed, walks] = [Number(values.seed), Number(values.walks)];
const ground = { specs: loadSpecs(), file: profileFile('mock') };
const source = readProfile(ground.file, ground.specs);

const SLOW_MS = 20_000;
const middle = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const faults = behaviouralFaults().filter(({ difficulty, id }) => difficulty === 'sequence' && id.includes(values.fault));
const count = { walk: 0, case: 0, none: 0, flaky: 0, same: 0, replayed: 0, gone: 0 };
const ratios: number[] = [];
const spent: number[] = [];
let tried = 0;
let toldAt = Date.now();
// Those with state tables first.
for (const document of DOCUMENT_NAMES.toReversed()) {
  const suite = prepareSuite(ground.specs, source, ground.file, { seed, walks, selection: { documents: [document] } });
  for (const [index, fault] of faults.filter((one) => one.document === document).entries()) {
    if (Date.now() - toldAt > 15_000) {
      toldAt = Date.now();
      process.stderr.write(
        `${document}: ${index} faults, ${ratios.length} paths measured, ${count.same} of ${count.replayed} replays the same\n`,
      );
    }
    const begunAt = Date.now();
    const found = await find(suite, fault);
    spent.push(...found.spent);
    count[found.by ?? 'none'] += 1;
    if (found.by === undefined) console.log(`${fault.id}: nothing shows it`);
    if (found.failure === undefined) {
      if (found.by !== undefined) count.flaky += 1;
      if (found.by !== undefined) console.log(`${fault.id}: what showed it did not show it again`);
      continue;
    }
    const lengths = await lengthsOf(suite, fault, found.failure);
    tried += lengths?.tried ?? 0;
    if (lengths !== undefined) ratios.push(lengths.found / lengths.shortest);
    if (lengths !== undefined && lengths.found > lengths.shortest)
      console.log(
        `${fault.id}: ${lengths.found} transitions where ${lengths.shortest} show it\n${found.failure.sequence.map((line) => `    ${line}`).join('\n')}`,
      );
    const answer = await replay({ ...ground, source }, found.failure.replay, [fault.id]);
    count.replayed += 1;
    if (answer.what === 'same') count.same += 1;
    else console.log(`${fault.id}: its token says ${answer.words}`);
    const without = await replay({ ...ground, source }, found.failure.replay, []);
    if (without.what === 'fixed') count.gone += 1;
    else console.log(`${fault.id}: without the fault its token says ${without.words}`);
    if (Date.now() - begunAt > SLOW_MS) process.stderr.write(`${fault.id} took ${Math.round((Date.now() - begunAt) / 1000)} s\n`);
  }
}
const digests: string[] = [];
for (const one of [seed, seed, seed + 1]) {
  const { requestsDigest } = await runInProcess(ground.specs, source, ground.file, { seed: one, walks });
  digests.push(requestsDigest);
}
const [first, second, other] = digests;
console.log(
  `sequence faults              ${faults.length}: ${count.walk} shown by ${walks} walks, ${count.case} by a case, ${count.none} by nothing, ${count.flaky} not again`,
);
console.log(
  `found ÷ shortest sequence    median ${middle(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)}, of ${ratios.length} paths, in transitions; ${tried} shorter ones tried`,
);
console.log(`requests to shorten          median ${middle(spent)}, worst ${Math.max(...spent)}, of ${spent.length} failures`);
console.log(
  `tokens replayed              ${count.same} of ${count.replayed} the same failure; without the fault ${count.gone} of ${count.replayed} fixed`,
);
console.log(
  `the same seed twice          ${first === second ? 'the same requests in the same order' : 'OTHER REQUESTS'}; another seed ${first === other ? 'THE SAME REQUESTS' : 'others'}`,
);
process.exitCode = count.same === count.replayed && first === second && first !== other ? 0 : 1;
