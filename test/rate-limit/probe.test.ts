import { describe, expect, test } from 'vitest';
import { UNUSUAL_KINDS } from '../../bench/limiter-trials/cell.ts';
import type { Cell } from '../../bench/limiter-trials/cell.ts';
import { CLEAN } from '../../bench/limiter-trials/defect.ts';
import type { Defect } from '../../bench/limiter-trials/defect.ts';
import { DEFECTS } from '../../bench/limiter-trials/defects.ts';
import { evenly } from '../../bench/limiter-trials/foreign-use.ts';
import type { Build } from '../../bench/limiter-trials/limiters/simulated.ts';
import { runSeries } from '../../bench/limiter-trials/series.ts';
import { bench, clausesWith, defectOf, DRAWN_KINDS, KINDS, MORE_SEEDS, probe, SEEDS, withHeaders } from '../support/probe-trial.ts';

const BEHAVIOUR = [
  'pam.errors.too-many-requests-condition',
  'pam.limits.header-limit-meaning',
  'pam.limits.header-remaining-meaning',
  'pam.limits.header-reset-meaning',
  'pam.limits.header-retry-at-meaning',
  'pam.limits.rate-exceeded-refused',
  'pam.limits.rate-until-replenished',
];

describe.each(KINDS)('%s', (kind) => {
  test('a limit that does what it says passes, and is known by limit, period and kind', async () => {
    const trial = await probe(kind);
    const { classification } = trial;
    expect([clausesWith(trial, 'fail'), clausesWith(trial, 'inconclusive')]).toEqual([[], []]);
    expect(BEHAVIOUR.filter((clause) => !clausesWith(trial, 'pass').includes(clause))).toEqual([]);
    expect([classification.kind, classification.limit, Math.round((classification.periodMs ?? 0) / 1000)]).toEqual([kind, 12, 20]);
  });

  test('what others use up is no failure of the target', async () => {
    const trial = await probe(kind, { cell: { limit: 60 }, foreign: evenly(300, 1) });
    expect(clausesWith(trial, 'fail')).toEqual([]);
    expect(clausesWith(trial, 'inconclusive')).toContain('pam.limits.header-remaining-meaning');
  });

  test('what was used before leaves no wrong impression', async () => {
    const trial = await probe(kind, { cell: { usedBefore: 5 } });
    expect([clausesWith(trial, 'fail'), trial.classification.kind]).toEqual([[], kind]);
  });
});

test('many answers, and refusals that put off what was announced, are judged before anybody gives up waiting', async () => {
  const trial = await probe('banning-window', { cell: { limit: 495, periodMs: 15_000, concurrency: 32 } });
  expect(clausesWith(trial, 'fail')).toEqual([]);
});

test.each(UNUSUAL_KINDS)('%s: a limiter that no model is of, and that does what it says, has nothing wrong with it', async (kind) => {
  const failed = await Promise.all(SEEDS.map(async (seed) => clausesWith(await probe(kind, { seed, cell: { limit: 49 } }), 'fail')));
  expect(failed).toEqual(SEEDS.map(() => []));
});

test('windows that grow let nothing through that the target said was not there', async () => {
  const seeds = [10, ...SEEDS];
  const cell: Partial<Cell> = { limit: 13, periodMs: 8000, usedBefore: 5, concurrency: 32 };
  const failed = await Promise.all(seeds.map(async (seed) => clausesWith(await probe('varying-window', { seed, cell }), 'fail')));
  expect(failed).toEqual(seeds.map(() => []));
});

test('one operation comes back, and refusals say that more is left: nobody else has used it', async () => {
  const build =
    (inner: Build): Build =>
    (limit, periodMs) => {
      const within = inner(limit, periodMs);
      let end = 0;
      let windows = 0;
      return {
        done: () => undefined,
        hit(nowMs) {
          const ruling = within.hit(nowMs);
          const isNew = ruling.fullAtMs !== end;
          if (isNew) windows += 1;
          end = ruling.fullAtMs;
          return { ...ruling, ok: ruling.ok && (isNew || windows === 1) };
        },
      };
    };
  const defect: Defect = { name: '', clauses: [], build };
  const trials = await Promise.all([7000, 20_000].map((periodMs) => probe('fixed-first', { cell: { periodMs }, defect })));
  expect(trials.map((trial) => clausesWith(trial, 'fail').includes('pam.limits.header-reset-meaning'))).toEqual([true, true]);
});

describe('a reset that is named half as far away as it is', () => {
  const halved = (reset: unknown, nowMs: number): number =>
    Math.ceil(nowMs / 1000) + Math.floor((Number(reset) - Math.ceil(nowMs / 1000)) / 2);
  const defect: Defect = {
    name: '',
    clauses: [],
    answer: (answer, { nowMs }) => {
      const reset = halved(answer.headers['x-ratelimit-reset'], nowMs);
      const retryAt = Math.min(reset, Number(answer.headers['x-ratelimit-retry-at']));
      return { ...answer, headers: { ...answer.headers, 'x-ratelimit-reset': String(reset), 'x-ratelimit-retry-at': String(retryAt) } };
    },
  };

  test.each(['fixed-aligned', 'fixed-first'] as const)('%s: fails, though asking too early seems to put it off', async (kind) => {
    const trials = await Promise.all([7000, 12_000, 20_000].map((periodMs) => probe(kind, { cell: { periodMs }, defect })));
    expect(trials.map((trial) => clausesWith(trial, 'fail').includes('pam.limits.header-reset-meaning'))).toEqual([true, true, true]);
  });

  test.each(['sliding-log', 'sliding-counter', 'token-bucket'] as const)(
    '%s: where others may have used what is missing, it is not said to hold',
    async (kind) => {
      const trials = await Promise.all(SEEDS.map((seed) => probe(kind, { seed, defect })));
      const held = trials.filter(({ findings }) => !findings.some(({ check, verdict }) => check === 'limiter/reset' && verdict !== 'pass'));
      expect(held.map(({ classification }) => classification)).toEqual([]);
    },
  );
});

test.each(DEFECTS.map((defect) => [defect.name, defect] as const))('%s: a clause that forbids it fails', async (_name, defect) => {
  const trials = await Promise.all(DRAWN_KINDS.map((kind) => probe(kind, { defect })));
  const missed = trials.filter((trial) => !defect.clauses.some((clause) => clausesWith(trial, 'fail').includes(clause)));
  expect(missed.map(({ classification }) => classification)).toEqual([]);
});

test('each request takes two, of a limit that few requests use up: the first of each allowance shows it', async () => {
  const defect = defectOf('each request takes two');
  const trials = await Promise.all(KINDS.map((kind) => probe(kind, { cell: { limit: 6, periodMs: 7500 }, defect })));
  const failed = trials.map((trial) => clausesWith(trial, 'fail').includes('pam.limits.header-remaining-meaning'));
  expect(failed).toEqual([true, true, true, true, true]);
});

test.each(['fixed-aligned', 'fixed-first', 'sliding-log'] as const)(
  '%s of five, one of which is refused: whichever kind it is, the limit is not the announced one',
  async (kind) => {
    const cell: Partial<Cell> = { limit: 5, concurrency: 64, latencyMs: [2.8, 3] };
    const trial = await probe(kind, { cell, defect: defectOf('refused early, and 0 remain at once') });
    expect(clausesWith(trial, 'fail')).toContain('pam.limits.header-limit-meaning');
  },
);

test.each([5, 6, 7])('a limit of %i lets ask for an unknown path before it is used up', async (limit) => {
  const defect = defectOf('headers missing on unknown paths');
  const trials = await Promise.all(KINDS.map((kind) => probe(kind, { cell: { limit }, defect })));
  expect(trials.filter((trial) => !defect.clauses.some((clause) => clausesWith(trial, 'fail').includes(clause)))).toEqual([]);
});

test('what others use of a bucket while it fills again is no failure, though the bucket hid it before', async () => {
  const cell: Partial<Cell> = { limit: 38, periodMs: 6000, concurrency: 16, latencyMs: [4.4, 4.7], skewMs: 4093, unknownPathCounts: false };
  const trials = await Promise.all(
    MORE_SEEDS.map((seed) => probe('token-bucket', { seed, cell: { ...cell, usedBefore: 35 }, foreign: evenly(400, 1) })),
  );
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});

test('what others use makes a log of operations look like windows: it is not called that', async () => {
  const trials = await Promise.all(
    MORE_SEEDS.map((seed) => probe('sliding-log', { seed, cell: { limit: 50, periodMs: 30_000 }, foreign: evenly(400, 1) })),
  );
  expect(trials.map(({ classification }) => classification.kind).filter((kind) => kind.startsWith('fixed'))).toEqual([]);
});

test('each request takes two, of a bucket that is full again soon: it is no limit of requests at the same time', async () => {
  const defect = defectOf('each request takes two');
  const cell: Partial<Cell> = { limit: 41, periodMs: 5000, concurrency: 16, latencyMs: [2.9, 21.2], unknownPathCounts: false };
  const trials = await Promise.all(MORE_SEEDS.map((seed) => probe('token-bucket', { seed, cell, defect })));
  expect(trials.map((trial) => clausesWith(trial, 'fail').includes('pam.limits.header-limit-meaning'))).toEqual(trials.map(() => true));
});

test.each([
  ['a long period', { limit: 31, periodMs: 120_000 }],
  ['few operations', { limit: 10, periodMs: 20_000 }],
  ['many operations in a short period', { limit: 252, periodMs: 7500, concurrency: 32 }],
] as const)('half of a bucket comes back, %s: it is not taken for what others use', async (_what, cell) => {
  const trials = await Promise.all(
    SEEDS.map((seed) => probe('token-bucket', { seed, cell, defect: defectOf('half of the allowance comes back') })),
  );
  const failed = trials.map((trial) => clausesWith(trial, 'fail').filter((clause) => clause !== 'pam.limits.rate-until-replenished'));
  expect(failed).toEqual(trials.map(() => ['pam.limits.header-reset-meaning']));
  expect(trials.filter(({ requests, passedBeforeRefusal }) => requests > Math.max(cell.limit, passedBeforeRefusal) + 35)).toEqual([]);
});

test.each(['half of the allowance comes back', 'Remaining does not move'])(
  '%s: of requests at the same time there is no limit where fewer were under way when the first was refused',
  async (name) => {
    const cell: Partial<Cell> = { limit: 86, periodMs: 5000, concurrency: 10, latencyMs: [2.3, 25.7], unknownPathCounts: false };
    const trials = await Promise.all(SEEDS.map((seed) => probe('token-bucket', { seed, cell, defect: defectOf(name) })));
    expect(trials.map(({ classification }) => classification.kind).filter((kind) => kind === 'concurrency')).toEqual([]);
  },
);

test('a bucket that counts many requests as one never refuses: what it says remains shows it', async () => {
  const defect = DEFECTS.find(({ races }) => races === true) ?? CLEAN;
  const cell: Partial<Cell> = { limit: 48, periodMs: 12_000, concurrency: 10, latencyMs: [0.66, 1.3] };
  const trials = await Promise.all([1, 2, 3, 4].map((seed) => probe('token-bucket', { seed, cell, defect })));
  expect(trials.filter((trial) => clausesWith(trial, 'fail').length === 0).map(({ classification }) => classification)).toEqual([]);
});

test.each(KINDS)('%s: what others use while many operations come back is no failure either', async (kind) => {
  const trials = await Promise.all(
    SEEDS.map((seed) => probe(kind, { cell: { limit: 160, periodMs: 6000, concurrency: 10 }, foreign: evenly(400, 1), seed })),
  );
  expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
});

describe('what is not shown is not judged', () => {
  test('a period that is longer than the budget lets wait', async () => {
    const trial = await probe('fixed-first', { cell: { periodMs: 3_600_000 }, budget: { durationMs: 60_000 } });
    expect(clausesWith(trial, 'fail')).toEqual([]);
    expect(clausesWith(trial, 'inconclusive')).toEqual([
      'pam.limits.header-limit-meaning',
      'pam.limits.header-remaining-meaning',
      'pam.limits.header-reset-meaning',
      'pam.limits.header-retry-at-meaning',
      'pam.limits.rate-exceeded-refused',
      'pam.limits.rate-until-replenished',
    ]);
    const reasons = new Set(trial.findings.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
    expect([...reasons]).toEqual([expect.stringMatching(/after the time of the budget \(budget\.duration\)$/)]);
    expect(trial.classification.kind).toBe('unknown');
  });

  test('a period that is longer than the budget, some of which was used before: what is left is used up all the same', async () => {
    const trial = await probe('fixed-first', { cell: { periodMs: 3_600_000, usedBefore: 3 }, budget: { durationMs: 60_000 } });
    expect([clausesWith(trial, 'fail'), trial.passedBeforeRefusal, trial.classification.limit]).toEqual([[], 9, 12]);
    expect(clausesWith(trial, 'pass')).toContain('pam.errors.too-many-requests-condition');
  });

  test('a limit that the requests of the budget do not reach', async () => {
    const trial = await probe('token-bucket', { cell: { limit: 200 }, budget: { requests: 50 } });
    expect([trial.classification.kind, trial.requests, clausesWith(trial, 'fail')]).toEqual(['unknown', 50, []]);
    expect(clausesWith(trial, 'inconclusive')).toContain('pam.limits.header-limit-meaning');
  });
});

const without = (...names: readonly string[]): Defect =>
  withHeaders((headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !names.some((gone) => name.includes(gone)))));

describe('bad input', () => {
  test('no limiter and no headers: the headers fail, nothing else is claimed', async () => {
    const trial = await probe('none', { defect: without('ratelimit') });
    expect([trial.classification.kind, clausesWith(trial, 'fail')]).toEqual(['unknown', ['pam.limits.headers-every-response']]);
  });

  test('no limiter behind headers that announce one: more passes than is permitted', async () => {
    const trial = await probe('none');
    expect([trial.classification.kind, clausesWith(trial, 'fail')]).toEqual([
      'none',
      ['pam.limits.header-limit-meaning', 'pam.limits.header-remaining-meaning', 'pam.limits.rate-exceeded-refused'],
    ]);
  });

  test('no limiter, and no moment at which some is back: more than two limits before the reset are too many', async () => {
    const trial = await probe('none', { defect: without('retry-at') });
    expect([trial.classification.kind, clausesWith(trial, 'fail')]).toEqual([
      'none',
      [
        'pam.limits.header-limit-meaning',
        'pam.limits.header-remaining-meaning',
        'pam.limits.headers-every-response',
        'pam.limits.rate-exceeded-refused',
      ],
    ]);
  });

  test('a moment at which some is back bounds what may pass before it, and nothing after it', async () => {
    const passing =
      (shareBack: number): Build =>
      (limit, periodMs) => {
        let used = 0;
        let begun: number | undefined;
        return {
          hit: (nowMs) => {
            begun ??= nowMs;
            used += 1;
            const ok = used <= limit + 3;
            return { ok, limit, remaining: Math.max(0, limit - used), fullAtMs: begun + periodMs, nextAtMs: begun + periodMs * shareBack };
          },
          done: () => undefined,
        };
      };
    const trials = await Promise.all(
      [1, 0.01].map((share) => probe('fixed-first', { defect: { name: '', clauses: [], build: () => passing(share) } })),
    );
    const failed = trials.map(
      (trial) =>
        trial.findings.filter(({ verdict, check, received }) => verdict === 'fail' && check === 'limiter/permitted' && received === '13')
          .length,
    );
    expect(failed).toEqual([1, 0]);
  });

  test('no limiter, and headers that say so: all of it is back at once, and nothing is shown', async () => {
    const full: Build = (limit) => ({
      hit: (nowMs) => ({ ok: true, limit, remaining: limit, fullAtMs: nowMs, nextAtMs: nowMs }),
      done: () => undefined,
    });
    const trial = await probe('none', { defect: { name: '', clauses: [], build: () => full } });
    expect([trial.classification.kind, clausesWith(trial, 'fail')]).toEqual(['none', []]);
    expect(clausesWith(trial, 'inconclusive')).toEqual([
      'pam.limits.header-limit-meaning',
      'pam.limits.header-remaining-meaning',
      'pam.limits.rate-exceeded-refused',
    ]);
  });

  test('a refusal while some remain is none of document 2, which does not say what Remaining is', async () => {
    const defect = defectOf('refused while some remain');
    const trial = await probe('fixed-first', { document: 'authentication', cell: { limit: 40 }, defect });
    expect([clausesWith(trial, 'fail'), clausesWith(trial, 'inconclusive')]).toEqual([
      [],
      ['authn.limits.public', 'authn.service.public-limited'],
    ]);
  });

  test('where every request is refused, somebody else may take all that comes back: nothing is said of what does', async () => {
    const refuses: Defect = { name: '', clauses: [], build: () => () => ({ hit: refuse, done: () => undefined }) };
    const trial = await probe('fixed-first', { defect: refuses });
    expect([trial.classification.kind, trial.requests, clausesWith(trial, 'fail')]).toEqual(['unknown', 3, []]);
    expect(clausesWith(trial, 'inconclusive')).toEqual(
      expect.arrayContaining([
        'pam.limits.header-reset-meaning',
        'pam.limits.header-retry-at-meaning',
        'pam.limits.rate-until-replenished',
      ]),
    );
  });

  test('a count that says the same each time until a request is refused is stuck, though some had gone before', async () => {
    const defect = defectOf('Remaining does not move');
    const trial = await probe('sliding-log', { cell: { limit: 62, usedBefore: 37, concurrency: 16 }, defect });
    expect(clausesWith(trial, 'fail')).toEqual(['pam.limits.header-remaining-meaning']);
  });

  test('a period of a second is too short to be told, and no reason for a failure', async () => {
    const trial = await probe('fixed-aligned', { cell: { periodMs: 1000, limit: 10 } });
    expect(clausesWith(trial, 'fail')).toEqual([]);
  });

  test('a clock that is an hour off, in Date as in the limits, makes no difference', async () => {
    const trial = await probe('sliding-log', { cell: { skewMs: 3_600_000 } });
    expect([trial.classification.kind, clausesWith(trial, 'fail')]).toEqual(['sliding-log', []]);
  });

  test('a clock of the limits alone that is an hour ahead is not waited for', async () => {
    const ahead = withHeaders((headers) => ({
      ...headers,
      'x-ratelimit-reset': String(Number(headers['x-ratelimit-reset']) + 3600),
      'x-ratelimit-retry-at': String(Number(headers['x-ratelimit-retry-at']) + 3600),
    }));
    const trial = await probe('fixed-first', { defect: ahead });
    expect(clausesWith(trial, 'fail')).toEqual([]);
    expect(clausesWith(trial, 'inconclusive')).toContain('pam.limits.header-reset-meaning');
  });

  test('headers that cannot be read fail for themselves', async () => {
    const trial = await probe('sliding-log', {
      defect: withHeaders((headers) => ({
        ...headers,
        'x-ratelimit-limit': 'ten',
        'x-ratelimit-remaining': 'few',
        'x-ratelimit-reset': 'soon',
      })),
    });
    expect(clausesWith(trial, 'fail')).toEqual(['pam.limits.header-limit', 'pam.limits.header-remaining', 'pam.limits.header-reset']);
  });

  test('without a Date header nothing is said of moments', async () => {
    const trial = await probe('token-bucket', { defect: without('date') });
    expect(clausesWith(trial, 'fail')).toEqual([]);
    expect(clausesWith(trial, 'inconclusive')).toContain('pam.limits.header-reset-meaning');
  });

  test('a limit of requests at the same time is none of a period', async () => {
    const trial = await probe('concurrency', { cell: { limit: 4 } });
    expect([trial.classification.kind, trial.classification.limit, clausesWith(trial, 'fail')]).toEqual(['concurrency', 4, []]);
  });
});

function refuse(nowMs: number): { ok: boolean; limit: number; remaining: number; fullAtMs: number; nextAtMs: number } {
  return { ok: false, limit: 10, remaining: 0, fullAtMs: nowMs + 5000, nextAtMs: nowMs + 5000 };
}

const LIMIT_OF_DOCUMENT_2 = [
  'authn.errors.e0000047.status',
  'authn.errors.e0000047.summary',
  'authn.errors.rate-limit-headers.limit',
  'authn.errors.rate-limit-headers.remaining',
  'authn.errors.rate-limit-headers.reset',
  'authn.errors.rate-limit-headers.reset-time',
  'authn.limits.public',
  'authn.service.public-limited',
];

describe('headers on refusals only', () => {
  test.each([
    ['fixed-aligned', 19],
    ['fixed-first', 19],
    ['sliding-counter', 7],
    ['sliding-counter', 18],
    // The first window of the clock ends while it is used up: nothing that passes then is too many.
    ['fixed-aligned', 10],
  ] as const)('%s, trial %i: where two kinds replay what came, the limit is used up once more, which tells', async (kind, from) => {
    const [result] = await runSeries(bench, { document: 'authentication', kind, from, runs: 1, seed: 16 });
    expect([result?.isRight, result?.failed]).toEqual([true, []]);
  });

  test('who finds the limit used up by others does not take what they use next for a reset that is not kept', async () => {
    const [result] = await runSeries(bench, {
      document: 'authentication',
      kind: 'token-bucket',
      from: 3507,
      runs: 1,
      seed: 0,
      foreign: 'when one may',
    });
    expect(result?.failed).toEqual([]);
  });

  test('a window that others had begun ends while the first requests are sent: it is no window of the clock', async () => {
    const cell = { limit: 8, periodMs: 8000, usedBefore: 3 };
    const trials = await Promise.all(SEEDS.map((seed) => probe('fixed-first', { document: 'authentication', cell, seed })));
    expect(trials.map(({ classification }) => classification.kind).filter((kind) => kind !== 'fixed-first' && kind !== 'unknown')).toEqual(
      [],
    );
  });

  test('a request that one model does not explain may be a period that is a little off: it is no failure', async () => {
    const trials = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
        probe('sliding-counter', {
          document: 'authentication',
          cell: { limit: 18, periodMs: 120_000, concurrency: 16, skewMs: 4282 },
          seed,
        }),
      ),
    );
    expect(trials.flatMap((trial) => clausesWith(trial, 'fail'))).toEqual([]);
  });

  test.each(['fixed-first', 'sliding-log', 'token-bucket'] as const)('%s', async (kind) => {
    const trial = await probe(kind, { document: 'authentication' });
    expect([trial.classification.kind, clausesWith(trial, 'fail')]).toEqual([kind, []]);
    expect(LIMIT_OF_DOCUMENT_2.filter((clause) => !clausesWith(trial, 'pass').includes(clause))).toEqual([]);
  });
});

/** A limit of requests at the same time whose answers are out before the next request is looked at. */
const oneAfterTheOther: Build = (limit, periodMs) => ({
  hit: (nowMs) => ({ ok: true, limit, remaining: limit - 1, fullAtMs: nowMs + periodMs, nextAtMs: nowMs + periodMs }),
  done: () => undefined,
});

test.each([
  ['more than are sent at once', 200, 'budget.concurrency'],
  ['few', 4, 'not busy'],
])(
  'a limit of requests at the same time, %s, none of which overtook another: open, with what would decide it',
  async (_, limit, remedy) => {
    const defect: Defect = { name: '', clauses: [], build: () => oneAfterTheOther };
    const trial = await probe('concurrency', { cell: { limit, concurrency: 8, latencyMs: [5, 5] }, defect });
    expect([clausesWith(trial, 'fail'), trial.classification.kind]).toEqual([[], 'unknown']);
    expect(trial.classification.open).toContain(remedy);
  },
);
