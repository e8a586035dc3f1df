import { isPassed, isRefused, type Sample } from '../sample.ts';
import { lastRefusal, type ProbeClient } from './probe-client.ts';

/** A timestamp rounded down is up to a second early: so long it is asked again. */
export const AGAIN_MS = 600;
const TRIES = 3;
/** A wait of this length is interrupted, to see whether nothing comes back earlier. */
const WORTH_A_LOOK_MS = 1500;
const BEFORE = [0.55, 0.8];

/** What a refusal looks like, once for each class of request and each other subject. */
export async function lookAtRefusal(client: ProbeClient): Promise<Sample> {
  await client.ask('refused', { asks: 'unknown-path' });
  for (const subject of client.others) await client.ask('refused', { subject });
  return client.ask('refused');
}

/** Comes back when the refusal said that one may, first alone and then several at once. */
export async function retry(client: ProbeClient): Promise<Sample | undefined> {
  let moment = namedBy(lastRefusal(client));
  if (moment === undefined) return undefined;
  const from = client.now();
  const back = client.surely(moment);
  for (const share of back - from >= WORTH_A_LOOK_MS ? BEFORE : []) {
    await client.waitUntil(from + (back - from) * share);
    const look = await client.ask('before');
    // What was back already is used up by looking: the next to come is waited for.
    const next = isPassed(look) && look.remaining === 0 ? namedBy(look) : undefined;
    if (next !== undefined && client.lasts(client.surely(next))) moment = next;
  }
  // Who asks too early may be put off.
  await client.waitUntil(client.surely(Math.max(moment, namedBy(lastRefusal(client)) ?? moment)));
  const sample = await askUntilPassed(client, 'retry');
  if (isPassed(sample)) await client.flood('herd', 2);
  return sample;
}

/** What was put off may have been by our asking too early: once more, without. */
export async function undisturbed(client: ProbeClient): Promise<void> {
  const named = namedBy(lastRefusal(client));
  if (named === undefined) return;
  await client.waitUntil(client.surely(named) + 2 * AGAIN_MS);
  await client.ask('undisturbed');
}

/** Asks when a moment has come that was named; again a little later where that is refused. */
export async function askUntilPassed(client: ProbeClient, phase: string): Promise<Sample> {
  let sample = await client.ask(phase);
  for (let again = 1; again < TRIES && isRefused(sample); again++) {
    await client.waitUntil(client.now() + AGAIN_MS);
    sample = await client.ask(phase);
  }
  return sample;
}

/** The earlier of the moments that an answer names, in seconds. */
function namedBy(sample: Sample | undefined): number | undefined {
  const named = [sample?.retryAt?.seconds, sample?.reset?.seconds].filter((seconds) => seconds !== undefined);
  return named.length === 0 ? undefined : Math.min(...named);
}
