import { expect, test } from 'vitest';
import { clockMistake } from './last-answer.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const dated = (seconds: number, turned = false): unknown =>
  clockMistake('authentication', new Date(NOON + seconds * 1000).toUTCString(), NOON, turned);

test.each([0, 60, -60])('a clock that is %d s off is right enough', (seconds) => {
  expect(dated(seconds)).toBe(undefined);
});

test.each<[number, boolean, string, string]>([
  [61, false, 'clock', 'the Date of authentication is 61 s ahead of the clock of this machine'],
  [-3600, false, 'clock', 'the Date of authentication is 3600 s behind the clock of this machine'],
  [86_400, true, 'clock.http', 'the Date of authentication is 86400 s ahead of the clock that can be turned'],
])('a clock that is %d s off stops the run (turned: %s)', (seconds, turned, key, what) => {
  expect(dated(seconds, turned)).toMatchObject({ key, what, blame: 'config' });
});

test.each([undefined, '', 'yesterday'])('a Date that is none (%j) is for the judges', (date) => {
  expect(clockMistake('authentication', date, NOON, false)).toBe(undefined);
});
