import { isPassed, isRefused } from '../sample.ts';
import type { Sample } from '../sample.ts';
import { lastRefusal } from './probe-client.ts';
import type { Conductor } from './probe-client.ts';
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
export async function silentCourse(conductor: Conductor): Promise<void> {
  await conductor.ask('early');
  await conductor.ask('early');
  await conductor.waitUntil(conductor.now() + PAUSE_MS);
  const came = await conductor.flood('exhaust', MOST, { untilRefused: true, atOnce: AT_ONCE });
  if (!came.some(isRefused)) return;
  await lookAtRefusal(conductor);
  const refusal = lastRefusal(conductor);
  if (refusal?.reset === undefined) return;
  const passed = await watch(conductor, refusal.reset.seconds);
  const back = await whenReset(conductor);
  if (passed || !isPassed(back)) return;
  const again = await conductor.flood('second', (refusal.limit ?? came.length) + BEYOND, { untilRefused: true, atOnce: AT_ONCE });
  if (again.some(isRefused)) await conductor.ask('second-refused');
}

/** Whether any request passed before the announced reset. */
async function watch(conductor: Conductor, seconds: number): Promise<boolean> {
  const from = conductor.now();
  const shortly = conductor.surely(seconds) - SHORTLY_MS;
  let passed = false;
  for (const share of shortly > from ? [...LOOKS, 1] : []) {
    await conductor.waitUntil(from + (shortly - from) * share);
    if (!isPassed(await conductor.ask('look'))) continue;
    // Once may be chance.
    await conductor.flood('look', 2);
    passed = true;
  }
  return passed;
}

async function whenReset(conductor: Conductor): Promise<Sample> {
  const reset = lastRefusal(conductor)?.reset;
  if (reset !== undefined) await conductor.waitUntil(conductor.surely(reset.seconds));
  return askUntilPassed(conductor, 'reset');
}
