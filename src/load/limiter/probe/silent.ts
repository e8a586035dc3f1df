import { inferLimiter } from '../classify.ts';
import { isPassed, isRefused, type Sample } from '../sample.ts';
import { middle } from '../span.ts';
import { lastRefusal, type ProbeClient } from './probe-client.ts';
import { askUntilPassed, lookAtRefusal } from './refused.ts';

const PAUSE_MS = 3000;
/** More than this is not sent where nothing says how many are permitted. */
const MOST = 2000;
/** Those that are under way when the first is refused are refused too. */
const AT_ONCE = 8;
/** Looks between the first refusal and the announced reset, and one shortly before, when only what was used first can be back. */
const LOOKS = [0.15, 0.4, 0.65];
const SHORTLY_MS = 2200;
const BEYOND = 8;
/** So far into a window of the clock the third begins, and so often is its end asked for. */
const INTO = 0.45;
const THIRD_REFUSED = 4;

/** The course where only refusals carry the headers: what passes has to be counted. */
export async function probeSilent(client: ProbeClient): Promise<void> {
  await client.ask('early');
  await client.ask('early');
  await client.waitUntil(client.now() + PAUSE_MS);
  const came = await client.flood('exhaust', MOST, { untilRefused: true, atOnce: AT_ONCE });
  if (!came.some(isRefused)) return;
  await lookAtRefusal(client);
  const refusal = lastRefusal(client);
  if (refusal?.reset === undefined) return;
  const passed = await watch(client, refusal.reset.seconds);
  const back = await whenReset(client);
  if (!isPassed(back) || (passed && !isAmbiguous(client))) return;
  const whole = (refusal.limit ?? came.length) + BEYOND;
  const again = await client.flood('second', whole, { untilRefused: true, atOnce: AT_ONCE });
  if (!again.some(isRefused)) return;
  await client.ask('second-refused');
  const end = lastRefusal(client)?.reset;
  if (!passed) await thirdWindow(client, whole);
  else if (end !== undefined && client.lasts(client.surely(end.seconds))) await watch(client, end.seconds);
}

/**
 * Whether more of the same tells: a model replays all that came, and so does another, or not with as many operations as announced. Where
 * others had used up all before the first request, they do so again.
 */
function isAmbiguous({ samples }: ProbeClient): boolean {
  const { kind, fits } = inferLimiter(samples).classification;
  const [best] = fits;
  const isOfOthers = samples.some((sample) => sample.phase === 'first' && isRefused(sample));
  return !isOfOthers && best?.contradictions.length === 0 && (kind === 'unknown' || best.surplus !== 0);
}

/** Windows of the clock, or from the first request on: one that is begun well after the last has ended tells, where two have not. */
async function thirdWindow(client: ProbeClient, whole: number): Promise<void> {
  const { kind, fits } = inferLimiter(client.samples).classification;
  const [best] = fits;
  const end = lastRefusal(client)?.reset;
  if (best === undefined || end === undefined || kind === 'fixed-aligned') return;
  if (best.surplus !== 0 || !best.hypothesis.kind.startsWith('fixed')) return;
  const begins = client.surely(end.seconds) + middle(best.period) * INTO;
  if (!client.lasts(begins + middle(best.period))) return;
  await client.waitUntil(begins);
  const came = await client.flood('third', whole, { untilRefused: true, atOnce: AT_ONCE });
  if (came.some(isRefused)) await client.flood('third-refused', THIRD_REFUSED);
}

/** Whether any request passed before the announced reset. */
async function watch(client: ProbeClient, seconds: number): Promise<boolean> {
  const from = client.now();
  const shortly = client.surely(seconds) - SHORTLY_MS;
  let passed = false;
  for (const share of shortly > from ? [...LOOKS, 1] : []) {
    await client.waitUntil(from + (shortly - from) * share);
    if (!isPassed(await client.ask('look'))) continue;
    // Once may be chance.
    await client.flood('look', 2);
    passed = true;
  }
  return passed;
}

async function whenReset(client: ProbeClient): Promise<Sample> {
  const reset = lastRefusal(client)?.reset;
  if (reset !== undefined) await client.waitUntil(client.surely(reset.seconds));
  return askUntilPassed(client, 'reset');
}
