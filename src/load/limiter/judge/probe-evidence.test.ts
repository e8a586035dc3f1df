import { documentOf } from '../../../model/document-of.ts';
import { expect, test } from 'vitest';
import { indexTrace } from '../../../judge/evidence.ts';
import type { Finding } from '../../../judge/finding.ts';
import { samples, type SampleSketch } from '../sample-fixtures.ts';
import { trialBench } from '../../../../bench/limiter-trials/trial.ts';
import { judgeProbe } from './limiter-judge.ts';
import { evidenceOf, type ProbeEvidence } from './probe-evidence.ts';

const { specs, profile } = trialBench();
const bench = { specs, spec: documentOf(specs, 'privileged-access'), profile, evidence: indexTrace([]) };
/** What a refusal is named, samples do not tell. */
const wrong = (evidence: ProbeEvidence): readonly (readonly string[])[] =>
  judgeProbe(bench, evidence).findings.flatMap(({ check, verdict, clauses }: Finding) =>
    verdict === 'fail' && check !== 'limiter/named' ? [clauses] : [],
  );
const observed = (evidence: ProbeEvidence, about: string): unknown =>
  judgeProbe(bench, evidence).observations?.find((one) => one.about === `limiter/${about}`)?.value;

/** One after the other from a moment on, a second each, so many of a limit of 12 that is whole again at `reset`. */
function used(from: number, counts: readonly number[], reset: number, phase = 'exhaust'): readonly SampleSketch[] {
  return counts.map((remaining, index) => ({ at: from + index, took: 0.9, phase, limit: 12, remaining, reset, retryAt: reset }));
}
const down = (from: number, to: number): readonly number[] => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const refusal = (at: number, reset: number, more: SampleSketch = {}): SampleSketch => ({
  at,
  took: 0.3,
  phase: 'refused',
  status: 429,
  limit: 12,
  remaining: 0,
  reset,
  retryAt: reset,
  ...more,
});

test('what is used for the probe by others that share the allowance is no failure of the target', () => {
  const evidence = evidenceOf(
    samples(
      ...used(0, [11], 15, 'first'),
      ...used(1.5, down(10, 0), 15),
      refusal(12.6, 15, { phase: 'exhaust' }),
      refusal(13, 15),
      refusal(13.5, 15, { subject: 'other-token' }),
      // The period ends here, while the others are asked.
      { ...used(14.6, [11], 25)[0], phase: 'refused', subject: 'other-user' },
      { ...used(15.6, [11], 26)[0], phase: 'refused', subject: 'other-team' },
      ...used(16.6, [10], 25, 'refused'),
      ...down(9, 0).map((remaining, index) => ({ ...used(17.6, [remaining], 25)[0], at: 17.6 + index * 0.6, took: 0.5 })),
      refusal(23.8, 25, { phase: 'exhaust' }),
    ),
    undefined,
  );
  expect([wrong(evidence), evidence.classification.kind, evidence.facts.sharing]).toEqual([
    [],
    'fixed-first',
    ['other-token', 'other-user'],
  ]);
});

/** Five in 20 s, with requests for an unknown path in between that have another allowance. */
function apart(unknownPath: SampleSketch): ProbeEvidence {
  const at = (moment: number, remaining: number, reset: number, phase = 'exhaust'): SampleSketch => ({
    at: moment,
    phase,
    limit: 5,
    remaining,
    reset,
    retryAt: reset,
  });
  const asked: SampleSketch = { asks: 'unknown-path', status: 404, phase: 'refused', ...unknownPath };
  return evidenceOf(
    samples(
      at(0.5, 4, 21, 'first'),
      at(1, 3, 21),
      { ...asked, at: 1.2 },
      at(1.4, 2, 21),
      at(4, 1, 21),
      at(4.1, 0, 21),
      { ...at(4.2, 0, 21), status: 429 },
      { ...asked, at: 4.4 },
      { ...at(4.6, 0, 21, 'refused'), status: 429 },
      { ...at(12, 0, 21, 'before'), status: 429 },
      at(21.1, 4, 42, 'retry'),
      ...[3, 2, 1, 0].map((remaining) => at(21.6 - remaining / 10, remaining, 42, 'second')),
      { ...at(21.8, 0, 42, 'second'), status: 429 },
    ),
    undefined,
  );
}

test('what is announced for unknown paths alone binds nobody else', () => {
  expect(wrong(apart({ limit: 5, remaining: 5, reset: 2, retryAt: 2 }))).toEqual([]);
  expect(wrong(apart({ limit: 500, remaining: 499, reset: 60, retryAt: 60 }))).toEqual([]);
});

const others = (token: SampleSketch, user: SampleSketch, team: SampleSketch, last: SampleSketch | undefined): ProbeEvidence =>
  evidenceOf(
    samples(
      ...used(0, down(11, 0), 40),
      refusal(12, 40, { phase: 'exhaust' }),
      refusal(14, 40, { subject: 'other-token', ...token }),
      refusal(15, 40, { subject: 'other-user', ...user }),
      refusal(16, 40, { subject: 'other-team', ...team }),
      ...(last === undefined ? [] : [refusal(17, 40, last)]),
    ),
    undefined,
  );
const FRESH: SampleSketch = { status: 200, remaining: 11, reset: 60, retryAt: 60 };

type Row = readonly [
  what: string,
  token: SampleSketch,
  user: SampleSketch,
  team: SampleSketch,
  last: SampleSketch | undefined,
  by: string | undefined,
];
const ROWS: readonly Row[] = [
  ['everybody is refused', {}, {}, {}, {}, 'client'],
  ['another team passes', {}, {}, FRESH, {}, 'team'],
  ['another user passes', {}, FRESH, FRESH, {}, 'user'],
  ['another token passes', FRESH, FRESH, FRESH, {}, 'token'],
  ['nothing remains for who passes, but nothing can be back', { ...FRESH, remaining: 0 }, FRESH, FRESH, {}, 'token'],
  ['who passes is answered by an error of the server', { status: 503, remaining: 3 }, FRESH, FRESH, {}, undefined],
  ['we pass ourselves at last', {}, {}, FRESH, FRESH, undefined],
  ['it ended before we were asked again', {}, {}, {}, undefined, undefined],
];

test.each(ROWS)('what a limit is counted by: %s', (_what, token, user, team, last, expected) => {
  expect(observed(others(token, user, team, last), 'counted-by')).toBe(expected);
});

test('who passes when something may be back is not told apart', () => {
  const back: SampleSketch = { status: 200, remaining: 0, reset: 40, retryAt: 15 };
  const evidence = evidenceOf(
    samples(
      ...used(0, down(11, 0), 40),
      refusal(12, 40, { phase: 'exhaust', retryAt: 14 }),
      refusal(14.2, 40, { subject: 'other-token', ...back }),
      refusal(14.8, 40, { retryAt: 15 }),
    ),
    undefined,
  );
  expect(observed(evidence, 'counted-by')).toBe(undefined);
});

test.each([
  ['nothing tells what remains to them', [{ remaining: undefined }, { remaining: undefined }]],
  ['we were not asked again', [{ remaining: 11 }]],
] as const)('others that pass are not taken for sharers: %s', (_what, [other, last]) => {
  const refused: SampleSketch = { phase: 'refused', status: 429, limit: 12, retryAt: 30 };
  const tells = other.remaining !== undefined;
  const evidence = evidenceOf(
    samples(
      ...down(11, 0).map((remaining, index): SampleSketch => ({
        at: index / 10,
        phase: index === 0 ? 'first' : 'exhaust',
        limit: 12,
        retryAt: 30,
        ...(tells ? { remaining, reset: 30 } : {}),
      })),
      { ...refused, at: 3, phase: 'exhaust' },
      { ...refused, at: 3.2, subject: 'other-token' },
      { ...refused, at: 3.4, status: 200, subject: 'other-team', ...(tells ? { remaining: 11, reset: 33 } : {}) },
      ...(last === undefined ? [] : [{ ...refused, at: 3.6 }]),
    ),
    last === undefined ? 'the run was interrupted' : undefined,
  );
  expect([wrong(evidence), evidence.facts.sharing, evidence.classification.kind]).toEqual([[], [], 'unknown']);
});
