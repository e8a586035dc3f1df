import { isPassed, isRefused, OWN } from '../sample.ts';
import type { Sample } from '../sample.ts';
import { lastRefusal } from './probe-client.ts';
import type { Conductor } from './probe-client.ts';
import { exhaust } from './exhaust.ts';
import { AGAIN_MS, lookAtRefusal, retry, undisturbed } from './refused.ts';
import { closeUp } from './close-up.ts';

/** Long enough between the first requests and the rest that whole-second timestamps tell them apart. */
const LONGEST_PAUSE_MS = 2100;
const SHORTEST_PAUSE_MS = 1500;
const PAUSE_SHARE = 0.4;
/** Fewer operations than this are not spent on questions beside the main one. */
const SPARE = 8;
/** Looks between the first operation that comes back and the announced end. */
const LOOKS = [0.25, 0.5, 0.75];
const CROWDS = 2;
const LARGEST_CROWD = 100;
/** More than remain, sent with the last that do. */
const OVER = 3;
/** So much of a wait others have had to be seen. */
const LATE = 0.9;

/** The course where every answer says how many operations remain. `first` is the answer to the first request. */
export async function countedCourse(conductor: Conductor, first: Sample, limit: number): Promise<void> {
  const opening = [await startAfresh(conductor, first, limit)];
  opening.push(...(await askAround(conductor, limit)));
  await pause(conductor, opening[0]);
  opening.push(await conductor.ask('paused'));
  if (!(await exhaust(conductor, 'exhaust', limit, opening.slice(-1), OVER))) return crowd(conductor);
  if (isWhole(await lookAtRefusal(conductor), limit)) return crowd(conductor);
  const retried = await retry(conductor);
  if (retried !== undefined && isWhole(retried, limit)) {
    if (await exhaust(conductor, 'second', limit, [retried], OVER - 1)) await conductor.ask('second-refused');
    if (conductor.samples.some((sample) => sample.phase === 'retry' && isRefused(sample))) await undisturbed(conductor);
    await closeUp(conductor, limit);
    return;
  }
  await watchReturn(conductor, limit);
}

/** Nothing is used up by one request after the other: is it by many at the same time? */
async function crowd(conductor: Conductor): Promise<void> {
  for (let time = 0; time < CROWDS; time++) {
    await conductor.flood('crowd', Math.min(LARGEST_CROWD, 2 * conductor.concurrency));
    await conductor.ask('alone');
  }
}

/** Waits for the end of what others have begun, so that the whole allowance is there, and long enough to be used up. */
async function startAfresh(conductor: Conductor, first: Sample, limit: number): Promise<Sample> {
  let sample = first;
  for (let time = 0; time < 2; time++) {
    const { reset, remaining = limit, receivedMs, sentMs } = sample;
    if (reset === undefined) return sample;
    const sending = (limit * (receivedMs - sentMs) * 1.3) / conductor.concurrency;
    const needed = LONGEST_PAUSE_MS + sending + 500;
    const isFresh = remaining >= limit - 1;
    if (isFresh && conductor.earliest(reset.seconds) - conductor.now() >= needed) return sample;
    // A bucket is full again at once, and never has more time than that.
    if (isFresh && time > 0) return sample;
    // What is left can be used up all the same.
    if (!conductor.lasts(conductor.surely(reset.seconds))) return sample;
    await conductor.waitUntil(conductor.surely(reset.seconds));
    sample = await conductor.ask('afresh');
    if (isRefused(sample)) return sample;
  }
  return sample;
}

/** A few requests before the pause; one of them for a path that is nothing's. */
async function askAround(conductor: Conductor, limit: number): Promise<readonly Sample[]> {
  if (limit < SPARE) return [await conductor.ask('early')];
  const before = await conductor.ask('early');
  await conductor.ask('early', { asks: 'unknown-path' });
  return [before, await conductor.ask('early')];
}

async function pause(conductor: Conductor, first: Sample | undefined): Promise<void> {
  const ahead = first?.reset === undefined ? LONGEST_PAUSE_MS : conductor.surely(first.reset.seconds) - conductor.now();
  await conductor.waitUntil(conductor.now() + Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, ahead * PAUSE_SHARE)));
}

function isWhole(sample: Sample, limit: number): boolean {
  const { remaining } = sample;
  return isPassed(sample) && remaining !== undefined && remaining >= limit - 2;
}

/** Looks now and then how much is back, and at last when all should be. */
async function watchReturn(conductor: Conductor, limit: number): Promise<void> {
  const refusal = conductor.samples.findLast((sample) => sample.phase === 'refused' && isRefused(sample)) ?? lastRefusal(conductor);
  if (refusal?.reset === undefined) return;
  const from = conductor.now();
  const until = conductor.surely(refusal.reset.seconds);
  for (const share of until > from ? LOOKS : []) {
    await conductor.waitUntil(from + (until - from) * share);
    await conductor.ask('look');
  }
  await conductor.waitUntil(conductor.surely(refusal.reset.seconds));
  if (isAllBack(conductor, refusal, await conductor.ask('reset'), limit)) return;
  await conductor.waitUntil(conductor.now() + 2 * AGAIN_MS);
  const again = await conductor.ask('reset');
  if (!isAllBack(conductor, refusal, again, limit)) await waitOnce(conductor, again);
}

/** Of all that was announced only what we have used since is missing. */
function isAllBack({ samples }: Conductor, since: Sample, { remaining }: Sample, limit: number): boolean {
  const mine = samples.filter((sample) => sample.subject === OWN && isPassed(sample) && sample.receivedMs > since.sentMs).length;
  return remaining !== undefined && remaining >= limit - mine;
}

/** Whether as much is missing again after a second wait tells whether it is others who use it; or what they use meanwhile. */
async function waitOnce(conductor: Conductor, again: Sample): Promise<void> {
  const { reset } = again;
  if (reset === undefined) return;
  const end = conductor.surely(reset.seconds);
  if (!conductor.lasts(end + 2 * AGAIN_MS)) return;
  // Who asks too early may be put off.
  if (isPassed(again)) {
    await conductor.waitUntil(conductor.now() + (end - conductor.now()) * LATE);
    await conductor.ask('late');
  }
  await conductor.waitUntil(end + 2 * AGAIN_MS);
  await conductor.ask('reset');
  await conductor.ask('reset');
}
