import { parseArgs } from 'node:util';
import { loadSpecs } from '../../spec/load.ts';
import { behaviouralFaults } from '../../mock/core/known-faults.ts';
import { readProfile } from '../../profile/load-profile.ts';
import { readReplayToken } from '../../run/replay-token.ts';
import { profileFile } from '../../run/targets.ts';
import { runInProcess } from '../in-process.ts';
import { findByWalks, lengths, replay } from './measure.ts';
import type { Ground } from './measure.ts';

// What walks find by themselves, in process: how short their failures are, what shortening costs, and whether tokens replay.
// npm run walks -- --walks 60 --tokens 100
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    walks: { type: 'string', default: '60' },
    tokens: { type: 'string', default: '100' },
    fault: { type: 'string', default: '' },
  },
});
const [seed, walks, most] = [Number(values.seed), Number(values.walks), Number(values.tokens)];
const specs = loadSpecs();
const file = profileFile('mock');
const ground: Ground = { specs, source: readProfile(file, specs), file };

const middle = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const share = (part: number, whole: number): string => `${part} of ${whole}`;

const faults = behaviouralFaults().filter(({ difficulty, id }) => difficulty === 'sequence' && id.includes(values.fault));
const ratios: number[] = [];
const spent: number[] = [];
let found = 0;
let replayed = 0;
let same = 0;
for (const fault of faults) {
  const shown = await findByWalks(ground, fault, seed, walks);
  spent.push(...shown.spent);
  if (shown.failure === undefined) continue;
  found += 1;
  const length = await lengths(ground, fault, shown, seed);
  if (length !== undefined) ratios.push(length.found / length.shortest);
  if (length !== undefined && length.found > length.shortest)
    console.log(`${fault.id}: ${length.found} transitions where ${length.shortest} show it`);
  for (const { replay: token } of replayed < most ? [shown.failure] : []) {
    const answer = await replay(ground, [fault.id], readReplayToken(token, specs.digest), seed);
    replayed += 1;
    if (answer === 'same') same += 1;
    else console.log(`${fault.id}: its token says ${answer}`);
  }
}
const twice = await Promise.all(
  [seed, seed, seed + 1].map(async (one) => (await runInProcess(specs, ground.source, file, { seed: one, walks })).requestsDigest),
);
console.log(`sequence faults that ${walks} walks show by themselves   ${share(found, faults.length)}`);
console.log(
  `found ÷ shortest sequence, in transitions        median ${middle(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)}, of ${ratios.length} paths`,
);
console.log(
  `requests to shorten a failure                    median ${middle(spent)}, most ${Math.max(...spent)}, of ${spent.length} failures`,
);
console.log(`tokens that give the same failure                ${share(same, replayed)}`);
console.log(
  `the same seed twice, another seed                ${twice[0] === twice[1] ? 'the same requests' : 'OTHER REQUESTS'}, ${twice[0] === twice[2] ? 'THE SAME REQUESTS' : 'other requests'}`,
);
process.exitCode = same === replayed && twice[0] === twice[1] && twice[0] !== twice[2] ? 0 : 1;
