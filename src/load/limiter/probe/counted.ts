import { inferLimiter } from '../classify.ts';
import { factsOf } from '../facts.ts';
import type { PeriodicKind } from '../models/model.ts';
import { type Fit, fits } from '../search.ts';
import { lastRefusal, type ProbeClient } from './probe-client.ts';
import { AGAIN_MS, lookAtRefusal, retry, undisturbed } from './refused.ts';
import { isAstray, isPassed, isRefused, isServerError, OWN, type Sample } from '../sample.ts';

/** Long enough between the first requests and the rest that whole-second timestamps tell them apart. */
const LONGEST_PAUSE_MS = 2100;
const SHORTEST_PAUSE_MS = 1500;
const PAUSE_SHARE = 0.4;
/** The first requests, the one for an unknown path between them, and the one after the pause: a limit of fewer is used up before. */
const SPARE = 5;
/** Looks between the first operation that comes back and the announced end. */
const LOOKS = [0.25, 0.5, 0.75];
const CROWDS = 2;
const LARGEST_CROWD = 100;
/** So long after the last answer a request is alone, however coarse the clocks are. */
const APART_MS = 20;
/** More than remain, sent with the last that do. */
const OVER = 3;
/** So much of a wait others have had to be seen. */
const LATE = 0.9;

/** The course where every answer says how many operations remain. `first` is the answer to the first request. */
export async function probeCounted(client: ProbeClient, first: Sample, limit: number): Promise<void> {
  const opening = [await startAfresh(client, first, limit)];
  opening.push(...(await askAround(client, limit)));
  await pause(client, opening[0]);
  opening.push(await client.ask('paused'));
  if (!(await exhaust(client, 'exhaust', limit, opening.slice(-1), OVER))) return crowd(client);
  if (isWhole(await lookAtRefusal(client), limit)) return crowd(client);
  const retried = await retry(client);
  if (retried !== undefined && isWhole(retried, limit)) {
    if (await exhaust(client, 'second', limit, [retried], OVER - 1)) await client.ask('second-refused');
    if (client.samples.some((sample) => sample.phase === 'retry' && isRefused(sample))) await undisturbed(client);
    await closeUp(client, limit);
    return;
  }
  await watchReturn(client, limit);
}

/** Nothing is used up by one request after the other: is it by many at the same time? */
async function crowd(client: ProbeClient): Promise<void> {
  for (let time = 0; time < CROWDS; time++) {
    await client.flood('crowd', Math.min(LARGEST_CROWD, 2 * client.concurrency));
    await client.waitUntil(client.now() + APART_MS);
    await client.ask('alone');
  }
}

/** Waits for the end of what others have begun, so that the whole allowance is there, and long enough to be used up. */
async function startAfresh(client: ProbeClient, first: Sample, limit: number): Promise<Sample> {
  let sample = first;
  for (let time = 0; time < 2; time++) {
    const { reset, remaining = limit, receivedMs, sentMs } = sample;
    if (reset === undefined) return sample;
    const sending = (limit * (receivedMs - sentMs) * 1.3) / client.concurrency;
    const needed = LONGEST_PAUSE_MS + sending + 500;
    const isFresh = remaining >= limit - 1;
    if (isFresh && client.earliest(reset.seconds) - client.now() >= needed) return sample;
    // A bucket is full again at once, and never has more time than that.
    if (isFresh && time > 0) return sample;
    // What is left can be used up all the same.
    if (!client.lasts(client.surely(reset.seconds))) return sample;
    await client.waitUntil(client.surely(reset.seconds));
    sample = await client.ask('afresh');
    if (isRefused(sample)) return sample;
  }
  return sample;
}

/** A few requests before the pause; one of them for a path that is nothing's. */
async function askAround(client: ProbeClient, limit: number): Promise<readonly Sample[]> {
  if (limit < SPARE) return [await client.ask('early')];
  const before = await client.ask('early');
  await client.ask('early', { asks: 'unknown-path' });
  return [before, await client.ask('early')];
}

async function pause(client: ProbeClient, first: Sample | undefined): Promise<void> {
  const ahead = first?.reset === undefined ? LONGEST_PAUSE_MS : client.surely(first.reset.seconds) - client.now();
  await client.waitUntil(client.now() + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, ahead * PAUSE_SHARE)));
}

function isWhole(sample: Sample, limit: number): boolean {
  const { remaining } = sample;
  return isPassed(sample) && remaining !== undefined && remaining >= limit - 2;
}

/** Looks now and then how much is back, and at last when all should be. */
async function watchReturn(client: ProbeClient, limit: number): Promise<void> {
  const refusal = client.samples.findLast((sample) => sample.phase === 'refused' && isRefused(sample)) ?? lastRefusal(client);
  if (refusal?.reset === undefined) return;
  const from = client.now();
  const until = client.surely(refusal.reset.seconds);
  for (const share of until > from ? LOOKS : []) {
    await client.waitUntil(from + (until - from) * share);
    await client.ask('look');
  }
  await client.waitUntil(client.surely(refusal.reset.seconds));
  if (isAllBack(client, refusal, await client.ask('reset'), limit)) return;
  await client.waitUntil(client.now() + 2 * AGAIN_MS);
  const again = await client.ask('reset');
  if (!isAllBack(client, refusal, again, limit)) await waitOnce(client, again);
}

/** Of all that was announced only what we have used since is missing. */
function isAllBack({ samples }: ProbeClient, since: Sample, { remaining }: Sample, limit: number): boolean {
  const mine = samples.filter((sample) => sample.subject === OWN && isPassed(sample) && sample.receivedMs > since.sentMs).length;
  return remaining !== undefined && remaining >= limit - mine;
}

/** Whether as much is missing again after a second wait tells whether it is others who use it; or what they use meanwhile. */
async function waitOnce(client: ProbeClient, again: Sample): Promise<void> {
  const { reset } = again;
  if (reset === undefined) return;
  const end = client.surely(reset.seconds);
  if (!client.lasts(end + 2 * AGAIN_MS)) return;
  // Who asks too early may be put off.
  if (isPassed(again)) {
    await client.waitUntil(client.now() + (end - client.now()) * LATE);
    await client.ask('late');
  }
  await client.waitUntil(end + 2 * AGAIN_MS);
  await client.ask('reset');
  await client.ask('reset');
}

/** So far into a further window do the deciding requests come: neither as early as those of the first nor as those of the second. */
const INTO = [0.45, 0.25, 0.7];
/** So many contradictions more decide between the two. */
const ENOUGH = 2;
const BEFORE_SHARE = 0.6;
const PAIR = 2;
/** Windows take no more requests than twice the limit and so many; what is not clear by then stays open. */
const WINDOWS = 2;
const BESIDE = 20;

/**
 * What a second whole window leaves open. Windows of the clock or from the first request on: two requests more, well into a further window,
 * tell. Or weighed windows of half the length: those give something back before the announced end.
 */
async function closeUp(client: ProbeClient, limit: number): Promise<void> {
  const { unknownPathCounts } = inferLimiter(client.samples).facts;
  const { aligned, first, weighed } = costs(client, unknownPathCounts);
  const best = Math.min(aligned, first);
  const reset = lastReset(client);
  if (weighed - best < ENOUGH && reset !== undefined) {
    await client.waitUntil(client.now() + (client.surely(reset) - client.now()) * BEFORE_SHARE);
    await client.ask('between');
  }
  for (const share of INTO) {
    const now = costs(client, unknownPathCounts);
    const ends = lastReset(client);
    if (ends === undefined || Math.abs(now.aligned - now.first) >= ENOUGH) return;
    if (client.samples.length + PAIR > WINDOWS * limit + BESIDE) return;
    await client.waitUntil(client.surely(ends) + now.period * share);
    await client.flood('third', PAIR);
  }
}

function lastReset({ samples }: ProbeClient): number | undefined {
  return samples.findLast(({ subject, reset }) => subject === OWN && reset !== undefined)?.reset?.seconds;
}

interface Costs {
  readonly aligned: number;
  readonly first: number;
  readonly weighed: number;
  readonly period: number;
}

/** How much each of the kinds in question contradicts; a kind that was not even tried says nothing. */
function costs({ samples }: ProbeClient, unknownPathCounts: boolean | undefined): Costs {
  const facts = factsOf(samples, { unknownPathCounts });
  const found = fits(facts, facts.limit ?? 0);
  const of = (kind: PeriodicKind): Fit | undefined => found.find(({ hypothesis }) => hypothesis.kind === kind);
  const [aligned, first, weighed] = [of('fixed-aligned'), of('fixed-first'), of('sliding-counter')];
  const costOf = (fit: Fit | undefined): number => fit?.cost ?? Infinity;
  const fixed = costOf(first) < costOf(aligned) ? first : aligned;
  return { aligned: costOf(aligned), first: costOf(first), weighed: costOf(weighed), period: fixed?.period.low ?? 0 };
}

/** So many of the last operations are used at the same time where they are too many to be sent all at once. */
const EDGE = 8;
const MOST_ROUNDS = 12;
/** How far the count is gone on with where Remaining says nothing of it. */
const BEYOND = 8;
/** What has given so many times its limit will give more. */
const FOREVER = 2;

/** Sends until a request is refused, the last few and `over` more at the same time, to see whether any of those passes. Answers whether one was. */
async function exhaust(client: ProbeClient, phase: string, limit: number, since: readonly Sample[], over: number): Promise<boolean> {
  let known = lowest(since);
  let passed = since.length;
  let refill = 0;
  let falls = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = known ?? limit - passed;
    // All that is left and some more, with what comes back meanwhile.
    const last = Math.ceil((Math.max(0, left) + over) * (1 + 2 * refill));
    const atOnce = left <= 2 * EDGE || last <= client.concurrency;
    const came = await client.flood(phase, atOnce ? last : left - Math.min(EDGE, client.concurrency - 1), { untilRefused: true });
    if (came.some(isRefused)) return true;
    if (came.some((sample) => isAstray(sample) && !isServerError(sample))) return false;
    passed += came.length;
    const now = lowest(came);
    // What came back meanwhile, for each request.
    if (now !== undefined && known !== undefined) refill = Math.max(refill, (came.length - (known - now)) / came.length);
    // A count that does not go down says nothing: from here on our own count has to do.
    falls ||= now !== undefined && known !== undefined && now < known;
    const isStuck = now === undefined || !falls;
    known = isStuck ? undefined : now;
    if (passed > FOREVER * limit + BEYOND) return false;
  }
  return false;
}

function lowest(samples: readonly Sample[]): number | undefined {
  const told = samples.flatMap(({ remaining }) => (remaining === undefined ? [] : [remaining]));
  return told.length === 0 ? undefined : Math.min(...told);
}
