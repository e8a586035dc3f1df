import { expect, test } from 'vitest';
import { countsAgree } from './counts.ts';
import { factsOf } from './facts.ts';
import { samples, type SampleSketch } from './sample-fixtures.ts';

const passed = (remaining: number, more: SampleSketch = {}): SampleSketch => ({ limit: 3, remaining, ...more });
const refused = (more: SampleSketch = {}): SampleSketch => ({ limit: 3, status: 429, remaining: 0, ...more });

test.each<readonly [what: string, sketches: readonly SampleSketch[], agrees: boolean]>([
  ['each takes one, until none is left', [passed(2), passed(1), passed(0), refused()], true],
  ['some comes back, a little or all of it', [passed(2), passed(1), passed(2), passed(1), passed(0), refused(), passed(2)], true],
  ['refused while some is left', [passed(2), passed(1), refused()], false],
  ['one takes two', [passed(2), passed(0), refused()], false],
  [
    'at the same time nobody knows which came first',
    [passed(0, { at: 1, took: 2 }), passed(2, { at: 1, took: 2 }), refused({ at: 2, took: 2 })],
    true,
  ],
  ['a request for an unknown path may count', [passed(2), { asks: 'unknown-path', status: 404 }, passed(0), refused()], true],
  ['and one that failed as well', [passed(2), { asks: 'unknown-path', status: 503 }, passed(0), refused()], true],
  ['no more than it', [passed(3), { asks: 'unknown-path', status: 404 }, passed(0), refused()], false],
  [
    'refused at the same time as one after which some is left',
    [passed(2), passed(1, { at: 1, took: 2 }), refused({ at: 2, took: 2 })],
    false,
  ],
  [
    'several pass, and the count stays',
    [passed(1), ...[0, 0, 0, 0].map((left, at) => passed(left, { at: 1 + at / 10 })), refused({ at: 2 })],
    false,
  ],
  ['now and then one comes back', [passed(0), passed(0), passed(0), passed(0), passed(0), refused()], true],
  ['nothing is said', [{}, { status: 429 }], false],
])('%s', (_what, sketches, agrees) => {
  expect(countsAgree(factsOf(samples(...sketches)))).toBe(agrees);
});
