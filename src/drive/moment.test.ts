import { expect, test } from 'vitest';
import { durationUntil } from './moment.ts';

const NOW = '2026-01-01T00:00:00.000Z';

test.each<[unknown, number, string | undefined]>([
  ['2026-01-01T00:05:00.000Z', 0, 'PT300S'],
  ['2026-01-01T00:05:00.000Z', -10, 'PT290S'],
  ['2026-01-01T00:05:00.250Z', 1, 'PT301.25S'],
  ['2026-01-01T02:05:00+02:00', 0, 'PT300S'],
  ['1767225660', 1, 'PT61S'],
  [1767225660, 0, 'PT60S'],
  [NOW, 0, 'PT0S'],
  [NOW, -1, undefined],
  ['1767225600000000', 0, undefined],
  ['1767225660000', 0, 'PT60S'],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 0, 'PT60S'],
  ['2035-12-01T00:00:00Z', 0, 'PT312854400S'],
  ['soon', 0, undefined],
  [undefined, 0, undefined],
])('from now to %s and %d seconds: %s', (moment, seconds, duration) => {
  expect(durationUntil({ moment: '$end', seconds }, moment, NOW)).toBe(duration);
});

test.each<[string, number, number, string | undefined]>([
  ['PT10M', 0.1, 0, 'PT60S'],
  ['PT10M', 0.9, 0, 'PT540S'],
  ['P1DT1S', 1, -5, 'PT86396S'],
  ['PT1S', 1, -5, undefined],
  ['soon', 1, 0, undefined],
])('%s times %d and %d seconds: %s', (text, share, seconds, duration) => {
  expect(durationUntil({ duration: '$end', share, seconds }, text, NOW)).toBe(duration);
});

test('a share of the way to a moment leads from now', () => {
  expect(durationUntil({ moment: '$end', share: 0.9 }, '2026-01-01T00:05:00.000Z', NOW)).toBe('PT270S');
});
