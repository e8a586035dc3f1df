import { expect, test } from 'vitest';
import { clockFindings } from './last-answer.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const dated = (seconds: number, turned?: number, anyClock = false): unknown =>
  clockFindings('authentication', new Date(NOON + seconds * 1000).toUTCString(), { now: NOON, turned, anyClock });

test.each([0, 60, -60])('a clock that is %d s off is right enough', (seconds) => {
  expect(dated(seconds)).toEqual({});
});

test.each<[number, string]>([
  [61, 'the Date of authentication is 61 s ahead of the clock of this machine'],
  [-3600, 'the Date of authentication is 3600 s behind the clock of this machine'],
])('a clock that is %d s off stops the run', (seconds, what) => {
  expect([dated(seconds), dated(seconds, undefined, true)]).toEqual([
    { mistake: expect.objectContaining({ key: 'clock', what, blame: 'config' }) },
    { notice: `${what}: moments are read by its own clock` },
  ]);
});

test('a clock that was turned in an earlier run may be ahead of the Date that a proxy writes', () => {
  expect([dated(0, NOON + 86_400_000), dated(86_400, NOON + 86_400_000)]).toEqual([
    { notice: 'the Date of authentication is 86400 s behind the clock that can be turned: moments are read by that clock' },
    {},
  ]);
});

test.each([undefined, '', 'yesterday'])('a Date that is none (%j) is for the judges', (date) => {
  expect(clockFindings('authentication', date, { now: NOON, turned: undefined, anyClock: false })).toEqual({});
});
