import { expect, test } from 'vitest';
import { createVirtualTime } from '../../../../bench/limiter-trials/virtual-time.ts';
import { OWN, type Place } from '../sample.ts';
import { NOON_MS, samples, type SampleSketch } from '../sample-fixtures.ts';
import { probeLimiter } from './probe.ts';

interface Circumstances {
  readonly requests?: number;
  readonly seconds?: number;
  readonly concurrency?: number;
  /** seconds after which the run is interrupted */
  readonly interruptedAt?: number;
}

interface ProbeOutcome {
  readonly phases: readonly string[];
  readonly stopped: string | undefined;
  readonly seconds: number;
}

/** Conducts a course against a target that answers as it is told to, 10 ms after each request, and says how it went. */
async function probeTarget(
  answer: (place: Place, second: number, ordinal: number) => SampleSketch,
  circumstances: Circumstances = {},
): Promise<ProbeOutcome> {
  const { requests = 10_000, seconds = 600, concurrency = 4, interruptedAt = Infinity } = circumstances;
  const time = createVirtualTime(NOON_MS);
  let ordinal = 0;
  const end = await time.live(() =>
    probeLimiter({
      clock: time,
      send: async (place) => {
        const at = (time.now() - NOON_MS) / 1000;
        const sketch = answer(place, at, (ordinal += 1));
        await time.sleepUntil(time.now() + 10);
        const [sample] = samples({ ...place, at, ...sketch });
        if (sample === undefined) throw new TypeError('no sample');
        return sample;
      },
      others: [],
      budget: { requests, concurrency, endsAt: NOON_MS + seconds * 1000 },
      isInterrupted: () => time.now() >= NOON_MS + interruptedAt * 1000,
      onSample: () => undefined,
    }),
  );
  const own = end.samples.filter(({ subject }) => subject === OWN);
  const phases = own.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
  return { phases, stopped: end.stopped?.why, seconds: Math.round((time.now() - NOON_MS) / 1000) };
}

/** 20 in windows of a minute from the first request on. */
function window(limit: number, period: number): (place: Place, second: number) => SampleSketch {
  let ends = -Infinity;
  let used = 0;
  return (_place, second) => {
    if (second >= ends) [ends, used] = [second + period, 0];
    used += 1;
    const about = { limit, remaining: Math.max(0, limit - used), reset: Math.ceil(ends), retryAt: Math.ceil(ends) };
    return used > limit ? { status: 429, ...about } : about;
  };
}

test('a limit whose answers count is used up, waited for, and used up again', async () => {
  expect(await probeTarget(window(20, 60))).toEqual({
    phases: ['first', 'early', 'paused', 'exhaust', 'refused', 'before', 'retry', 'herd', 'second', 'second-refused', 'third'],
    stopped: undefined,
    seconds: 148,
  });
});

test('a target without limiter and headers is asked so often and no more', async () => {
  const { phases, stopped } = await probeTarget(() => ({}));
  expect([phases, stopped]).toEqual([['first', 'early', 'exhaust'], undefined]);
});

test('a target that refuses the first request is waited for twice', async () => {
  expect(await probeTarget((_place, second) => ({ status: 429, limit: 5, remaining: 0, reset: Math.floor(second) + 10 }))).toEqual({
    phases: ['first'],
    stopped: undefined,
    seconds: 20,
  });
});

test('one that refuses and does not say until when is not waited for', async () => {
  expect(await probeTarget(() => ({ status: 429 }))).toEqual({ phases: ['first'], stopped: undefined, seconds: 0 });
});

test('a request that is not served shows nothing of its limit', async () => {
  expect(await probeTarget(() => ({ status: 401 }))).toEqual({ phases: ['first'], stopped: 'not-served', seconds: 0 });
});

test('a refused connection is not hammered', async () => {
  let asked = 0;
  const { stopped } = await probeTarget(() => {
    asked += 1;
    return { status: undefined };
  });
  expect([stopped, asked]).toEqual(['no-answer', 2]);
});

test('a burst of server errors ends it, those that were under way included', async () => {
  const limited = window(50, 60);
  let failed = 0;
  const { stopped } = await probeTarget((place, second, ordinal) => {
    if (ordinal < 10) return limited(place, second);
    failed += 1;
    return { status: 503 };
  });
  expect([stopped, failed <= 8]).toEqual(['server-errors', true]);
});

test.each([
  ['a period that is longer than the time', { seconds: 30 }, 'time', 2],
  ['too few requests', { requests: 10 }, 'requests', 2],
  ['an interruption', { interruptedAt: 5 }, 'interrupted', 34],
] as const)('%s ends it at once', async (_what, circumstances, why, seconds) => {
  const told = await probeTarget(window(20, 60), circumstances);
  expect([told.stopped, told.seconds]).toEqual([why, seconds]);
});

test('a reset years away is not waited for', async () => {
  const limited = window(20, 60);
  const { stopped, seconds } = await probeTarget((place, second) => ({ ...limited(place, second), reset: 1e9, retryAt: 1e9 }));
  expect([stopped, seconds]).toEqual(['time', 2]);
});

test('a limit that is whole again every second comes to an end as well', async () => {
  const { stopped, seconds } = await probeTarget(window(5, 1));
  expect([stopped, seconds < 60]).toEqual([undefined, true]);
});

test('no more requests are under way than permitted', async () => {
  let underWay = 0;
  let most = 0;
  const time = createVirtualTime(NOON_MS);
  const limited = window(30, 10);
  await time.live(() =>
    probeLimiter({
      clock: time,
      send: async (place) => {
        most = Math.max(most, (underWay += 1));
        const at = (time.now() - NOON_MS) / 1000;
        const sketch = limited(place, at);
        await time.sleepUntil(time.now() + 10);
        underWay -= 1;
        const [sample] = samples({ ...place, at, ...sketch });
        if (sample === undefined) throw new TypeError('no sample');
        return sample;
      },
      others: [],
      budget: { requests: 1000, concurrency: 3, endsAt: NOON_MS + 600_000 },
      isInterrupted: () => false,
      onSample: () => undefined,
    }),
  );
  expect(most).toBe(3);
});
