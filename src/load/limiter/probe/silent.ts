import { isPassed, isRefused, type Sample } from '../sample.ts';
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
  if (passed || !isPassed(back)) return;
  const again = await client.flood('second', (refusal.limit ?? came.length) + BEYOND, { untilRefused: true, atOnce: AT_ONCE });
  if (again.some(isRefused)) await client.ask('second-refused');
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
