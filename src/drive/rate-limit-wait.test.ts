import { expect, test } from 'vitest';
import type { RateLimitHeaderRow, Step } from '../model/types.ts';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import { virtualTimer, type Reply } from './transport-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { driveCase, probeOf } from './fixtures.ts';
import type { Exchanged } from './exchanger.ts';
import { waitOut, type RateLimitWait } from './rate-limit-wait.ts';

const HEADERS: readonly RateLimitHeaderRow[] = [
  { name: 'X-Reset', role: 'reset', on: 'every-response', clauses: ['doors.reset'] },
  { name: 'X-Retry-At', role: 'retry-at', on: 'every-response', clauses: ['doors.retry'] },
  { name: 'X-Limit', role: 'limit', on: 'every-response', clauses: ['doors.limit'] },
];
const NOON = 1_900_000_000;
const DATE = new Date(NOON * 1000).toUTCString();
const limited = (headers: Record<string, string> = {}): Reply => ({ status: 429, headers: { date: DATE, ...headers } });
const ask: Step = { call: 'getDoor', with: { id: '1' } };

/** A clock that stands where it is, and notes how far it was to be turned. */
const clock =
  (turns: string[], now = 'then') =>
  (duration: string): Promise<{ readonly now: string }> => {
    if (duration !== 'PT0S') turns.push(duration);
    return Promise.resolve({ now });
  };

/** Sends one step against these replies, by a clock that can be turned; how it went, and how far the clock was turned. */
async function wait(
  replies: readonly Reply[],
  step: Step = ask,
  now = 'then',
): Promise<{ readonly statuses: readonly unknown[]; readonly turns: readonly string[]; readonly events: readonly TraceEvent[] }> {
  const turns: string[] = [];
  const spec = doorSpec({ rateLimitHeaders: HEADERS });
  const { exchanges, events } = await driveCase(probeOf(spec, step), {
    spec,
    answer: (_request, ordinal) => replies[ordinal - 1] ?? { status: 418 },
    providers: { advance: clock(turns, now) },
  });
  return { statuses: exchanges.map(({ response }) => response?.status), turns, events };
}

test.each([
  ['the earliest moment that a header names', { 'x-reset': String(NOON + 20), 'x-retry-at': String(NOON + 5) }, 'PT6S'],
  ['the moment that the one header names', { 'x-reset': String(NOON + 20) }, 'PT21S'],
  ['a second where no header says', {}, 'PT1S'],
  ['a second where the moment is past', { 'x-retry-at': String(NOON - 100) }, 'PT1S'],
  ['what the headers of the document name, and no other', { 'retry-after': '30', 'x-limit': '7' }, 'PT1S'],
  ['nothing that is no number', { 'x-retry-at': 'soon', 'x-reset': '-1' }, 'PT1S'],
  ['a day, at the most', { 'x-retry-at': String(NOON + 86_399) }, 'PT86400S'],
  ['nothing that stands twice', { 'x-retry-at': '0', 'x-reset': '' }, 'PT1S'],
])('a 429 is waited out by %s', async (_what, headers, turned) => {
  const { statuses, turns } = await wait([limited(headers), {}]);
  expect([statuses, turns]).toEqual([[429, 200], [turned]]);
});

test('where a proxy writes another Date, the moment is read by the clock that can be turned', async () => {
  const tomorrow = NOON + 86_400;
  const { turns } = await wait([limited({ 'x-retry-at': String(tomorrow + 5) }), {}], ask, new Date(tomorrow * 1000).toISOString());
  expect(turns).toEqual(['PT6S']);
});

test('every refusal and every turn of the clock is in the trace', async () => {
  const { events } = await wait([limited(), {}]);
  expect(
    events.flatMap((event) =>
      event.type === 'exchange' ? [String(event.response?.status)] : event.type === 'clock' ? [event.advance] : [],
    ),
  ).toEqual(['429', 'PT1S', '200']);
});

test('a moment that is more than a day away is not waited for', async () => {
  const { statuses, turns } = await wait([limited({ 'x-retry-at': String(NOON + 86_400) }), {}]);
  expect([statuses, turns]).toEqual([[429], []]);
});

test('patience has an end: the 429 is then the answer', async () => {
  expect((await wait([limited(), limited(), limited(), limited(), {}])).statuses).toEqual([429, 429, 429, 429]);
});

test.each<[string, Step]>([
  ['asks for its status', { ...ask, expect: [{ clauses: ['doors.limited'], status: [429] }] }],
  ['asks for its error', { ...ask, expect: [{ clauses: ['doors.limited'], error: ['wrong_key', 'too_many_knocks'] }] }],
  ['is impatient', { ...ask, impatient: true }],
])('a 429 is the answer to a step that %s', async (_what, step) => {
  expect((await wait([limited(), {}], step)).statuses).toEqual([429]);
});

const answer = (headers: Record<string, string>): Exchanged => ({
  seq: 1,
  response: { status: 429, headers, text: '', bytes: 0, body: undefined },
  failure: undefined,
});
const DONE: Exchanged = { seq: 2, response: { status: 200, headers: {}, text: '', bytes: 0, body: undefined }, failure: undefined };

/** Waits for a limit that the headers say is over in so many seconds, on a real clock; how often it sent, and how long it slept. */
async function realWait(seconds: number, leftMs: number, signal = new AbortController().signal): Promise<unknown> {
  const timer = virtualTimer(NOON * 1000);
  const replies = [answer({ date: DATE, 'x-reset': String(NOON + seconds) }), DONE];
  let sent = 0;
  const wait: RateLimitWait = {
    expectsLimit: false,
    headers: HEADERS,
    turnClock: () => Promise.resolve(false),
    targetTime: () => Promise.resolve(undefined),
    sparing: false,
    latest: () => undefined,
    timer,
    leftMs: () => leftMs,
    signal,
  };
  const last = await waitOut(wait, () => Promise.resolve(replies[sent++] ?? DONE));
  return { sent, status: last.response?.status, slept: timer.slept };
}

test.each<[string, number, number, unknown]>([
  ['a limit is waited out', 59, 600_000, { sent: 2, status: 200, slept: [60_000] }],
  ['no wait is longer than two minutes', 120, 600_000, { sent: 1, status: 429, slept: [] }],
  ['no wait goes beyond the duration of the run', 59, 60_000, { sent: 1, status: 429, slept: [] }],
])('where the clock is real, %s', async (_what, seconds, leftMs, wanted) => {
  expect(await realWait(seconds, leftMs)).toEqual(wanted);
});

test('after an interruption nothing is sent again', async () => {
  expect(await realWait(10, 600_000, AbortSignal.abort())).toEqual({ sent: 1, status: 429, slept: [] });
});

const NOTHING_LEFT = { date: DATE, 'x-left': '0', 'x-retry-at': String(NOON + 5) };

test.each<[string, boolean, Record<string, string>, Step, readonly string[]]>([
  ['its allowance is waited for', false, NOTHING_LEFT, ask, ['PT6S']],
  ['nothing is waited for while something is left', false, { ...NOTHING_LEFT, 'x-left': '1' }, ask, []],
  ['nothing is waited for by a step that takes a 429 too', false, NOTHING_LEFT, { ...ask, impatient: true }, []],
  ['nothing is waited for where the profile permits it', true, NOTHING_LEFT, ask, []],
])('a limit is not used up: %s', async (_what, exhaustRateLimit, headers, step, wanted) => {
  const turns: string[] = [];
  const spec = doorSpec({
    rateLimitHeaders: [...HEADERS, { name: 'X-Left', role: 'remaining', on: 'every-response', clauses: ['doors.left'] }],
  });
  const profile = sampleProfile({}, { permissions: { ...sampleProfile().permissions, exhaustRateLimit } });
  const { exchanges } = await driveCase(probeOf(spec, ask, step), {
    spec,
    profile,
    answer: () => ({ headers }),
    providers: { advance: clock(turns) },
  });
  expect([exchanges.length, turns]).toEqual([2, wanted]);
});
