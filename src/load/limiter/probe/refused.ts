import { isPassed, isRefused } from '../sample.ts';
import type { Sample } from '../sample.ts';
import { lastRefusal } from './probe-client.ts';
import type { Conductor } from './probe-client.ts';

/** A timestamp rounded down is up to a second early: so long it is asked again. */
export const AGAIN_MS = 600;
const TRIES = 3;
/** A wait of this length is interrupted, to see whether nothing comes back earlier. */
const WORTH_A_LOOK_MS = 1500;
const BEFORE = [0.55, 0.8];

/** What a refusal looks like, once for each class of request and each other subject. */
export async function lookAtRefusal(conductor: Conductor): Promise<Sample> {
  await conductor.ask('refused', { asks: 'unknown-path' });
  for (const subject of conductor.others) await conductor.ask('refused', { subject });
  return conductor.ask('refused');
}

/** Comes back when the refusal said that one may, first alone and then several at once. */
export async function retry(conductor: Conductor): Promise<Sample | undefined> {
  let moment = namedBy(lastRefusal(conductor));
  if (moment === undefined) return undefined;
  const from = conductor.now();
  const back = conductor.surely(moment);
  for (const share of back - from >= WORTH_A_LOOK_MS ? BEFORE : []) {
    await conductor.waitUntil(from + (back - from) * share);
    const look = await conductor.ask('before');
    // What was back already is used up by looking: the next to come is waited for.
    const next = isPassed(look) && look.remaining === 0 ? namedBy(look) : undefined;
    if (next !== undefined && conductor.lasts(conductor.surely(next))) moment = next;
  }
  // Who asks too early may be put off.
  await conductor.waitUntil(conductor.surely(Math.max(moment, namedBy(lastRefusal(conductor)) ?? moment)));
  const sample = await askUntilPassed(conductor, 'retry');
  if (isPassed(sample)) await conductor.flood('herd', 2);
  return sample;
}

/** What was put off may have been by our asking too early: once more, without. */
export async function undisturbed(conductor: Conductor): Promise<void> {
  const named = namedBy(lastRefusal(conductor));
  if (named === undefined) return;
  await conductor.waitUntil(conductor.surely(named) + 2 * AGAIN_MS);
  await conductor.ask('undisturbed');
}

/** Asks when a moment has come that was named; again a little later where that is refused. */
export async function askUntilPassed(conductor: Conductor, phase: string): Promise<Sample> {
  let sample = await conductor.ask(phase);
  for (let again = 1; again < TRIES && isRefused(sample); again++) {
    await conductor.waitUntil(conductor.now() + AGAIN_MS);
    sample = await conductor.ask(phase);
  }
  return sample;
}

/** The earlier of the moments that an answer names, in seconds. */
function namedBy(sample: Sample | undefined): number | undefined {
  const named = [sample?.retryAt?.seconds, sample?.reset?.seconds].filter((seconds) => seconds !== undefined);
  return named.length === 0 ? undefined : Math.min(...named);
}
