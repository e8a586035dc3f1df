import { documentOf } from '../model/document-of.ts';
import { expect, test } from 'vitest';
import { MOST_JSON } from '../model/json-text.ts';
import { loadSpecs } from '../model/load.ts';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import type { Noted } from '../drive/exchanger.ts';
import { TooLarge } from '../drive/too-large.ts';
import { ANSWER_HEADERS, ANSWER_TEXT } from '../../bench/load/sample-answer.ts';
import type { LoadAnswer } from './engine/load-answer.ts';
import { createVerifier, type Verified, type Verifier } from './verify.ts';

const specs = loadSpecs();

function verifierWith(noted: Noted[], isStored = (): boolean => true): Verifier {
  return createVerifier({
    specs,
    spec: documentOf(specs, 'privileged-access'),
    profile: sampleProfile({}, {}, 'privileged-access'),
    requests: [
      {
        head: {
          caseId: 'load',
          place: { row: 'load', at: 'listGroups' },
          stepId: undefined,
          purpose: 'load',
          document: 'privileged-access',
          operation: 'listGroups',
          caller: undefined,
        },
        request: { method: 'GET', url: 'http://127.0.0.1/v1/teams/t/groups', headers: {}, body: undefined },
        samples: [],
        own: undefined,
      },
    ],
    note: (exchange) => isStored() && noted.push(exchange) > 0,
    wallClock: (ms) => ms,
  });
}

function answer(index: number, change: Readonly<Record<string, string>> = {}, status = 200): LoadAnswer {
  return {
    sent: { request: 0, dueAt: index, sentAt: index },
    receivedAt: index + 1,
    head: { statusCode: status, headers: ANSWER_HEADERS.flatMap(([name, value]) => [name, change[name] ?? value]) },
    body: ANSWER_TEXT,
    bytes: Buffer.byteLength(ANSWER_TEXT),
  };
}

interface Played extends Verified {
  readonly noted: readonly number[];
}

function play(answers: readonly LoadAnswer[]): Played {
  const noted: Noted[] = [];
  const verifier = verifierWith(noted);
  for (const one of answers) verifier.judge(one);
  const verified = verifier.end();
  return { ...verified, noted: noted.map(({ sentAt }) => sentAt) };
}

test('of right answers the first of each status and the last hundred are kept', () => {
  const { noted, ...verified } = play(Array.from({ length: 1000 }, (_, index) => answer(index)));
  expect([verified, noted.length, noted[0], noted[1], noted.at(-1)]).toEqual([
    {
      judged: 1000,
      answersTo: [{ judged: 1000, succeeded: 1000, failed: 0, otherwise: 0, lost: undefined, instead: {} }],
      violating: 0,
      kept: 101,
      violations: [],
    },
    101,
    0,
    900,
    999,
  ]);
});

test('every violation is counted, and the first ten of a kind are kept', () => {
  const answers = Array.from({ length: 1000 }, (_, index) =>
    answer(index, index % 4 === 1 && index < 800 ? { 'X-RateLimit-Remaining': 'many' } : {}),
  );
  const { noted, ...verified } = play(answers);
  expect([verified, noted.slice(0, 11)]).toEqual([
    {
      judged: 1000,
      answersTo: [{ judged: 1000, succeeded: 1000, failed: 0, otherwise: 0, lost: undefined, instead: {} }],
      violating: 200,
      kept: 111,
      violations: [{ check: 'header/x-ratelimit-remaining', clauses: ['pam.limits.header-remaining'], count: 200, kept: 10 }],
    },
    [0, 1, 5, 9, 13, 17, 21, 25, 29, 33, 37],
  ]);
});

test('a limit that changes within its period, and back, is seen between answers, and both are kept', () => {
  const changed = answer(2, { 'X-RateLimit-Limit': '1000001' });
  const dated = [answer(0), changed, answer(4), changed, answer(6)].map((one, index) => ({
    ...one,
    sent: { ...one.sent, sentAt: index * 2 },
    receivedAt: index * 2 + 1,
    head: { ...one.head, headers: [...one.head.headers, 'Date', 'Thu, 01 Jan 2026 00:00:00 GMT'] },
  }));
  const { noted, ...verified } = play(dated);
  expect([verified.violating, verified.violations, noted]).toEqual([
    3,
    [{ check: 'law/rate-limit.limit-constant', clauses: ['pam.limits.header-limit'], count: 3, kept: 3 }],
    [0, 2, 4, 6, 8],
  ]);
});

test('large answers are kept as far as there is room, and one of each violation whatever it takes', () => {
  const noted: Noted[] = [];
  const verifier = verifierWith(noted);
  const large = Buffer.from(`["${'x'.repeat(3_000_000)}"]`);
  for (let index = 0; index < 50; index++) verifier.judge({ ...answer(index), body: large });
  const { violating, violations } = verifier.end();
  expect([violating, violations.every(({ count, kept }) => count === 50 && kept > 0), noted.length]).toEqual([50, true, 3]);
});

test('a violation that is more than is stored is counted, and not said to be kept', () => {
  const verifier = verifierWith([], () => false);
  verifier.judge(answer(0, { 'X-RateLimit-Remaining': 'many' }));
  const { kept, violations } = verifier.end();
  expect([kept, violations.map((one) => [one.count, one.kept])]).toEqual([0, violations.map(() => [1, 0])]);
});

test('what is more JSON than is read is no violation', () => {
  const deep = Buffer.from('['.repeat(MOST_JSON.levels + 1) + ']'.repeat(MOST_JSON.levels + 1));
  expect(() => verifierWith([]).judge({ ...answer(0), body: deep })).toThrow(TooLarge);
});
