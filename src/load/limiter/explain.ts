import { type Classification, type LimiterInference, nameOf } from './classify.ts';
import type { Facts } from './facts.ts';
import { hardContradictions, type Fit } from './search.ts';
import type { LimiterKind } from './models/model.ts';
import { middle } from './span.ts';

const KINDS: Readonly<Record<LimiterKind, string>> = {
  'fixed-aligned': 'fixed windows of the clock',
  'fixed-first': 'fixed windows, each from its first request on',
  'sliding-log': 'sliding window (log): each operation comes back one period after it was used',
  'sliding-counter': 'sliding window (counter): the last window still counts by its share of the last period',
  'token-bucket': 'token bucket (GCRA): operations come back steadily',
  concurrency: 'a limit of requests at the same time',
  none: 'no limit',
  unknown: 'unknown',
};

/** What limiter it is, in a sentence. */
export function conclusion({ kind, limit, periodMs, confidence, open }: Classification): string {
  if (kind === 'unknown') return `unknown: ${open}`;
  const size = limit === undefined ? '' : `, ${limit}${periodMs === undefined ? '' : ` in ${seconds(periodMs)}`}`;
  return `${KINDS[kind]}${size} (${kind}, confidence ${confidence.toFixed(3)})`;
}

/** What speaks for it, and what was seen where it is not known; most telling first. */
export function evidence({ facts, classification }: LimiterInference): readonly string[] {
  const { decisions } = facts;
  const refused = decisions.findIndex(({ passed }) => !passed);
  const [best, second] = classification.fits;
  return [
    ...(best === undefined ? [] : [replayed(best, decisions.length)]),
    ...(best === undefined || second === undefined ? [] : [nextBest(second)]),
    ...(best === undefined || classification.kind === 'unknown' ? [] : returning(facts, best)),
    refused < 0 ? `none of ${decisions.length} requests was refused` : `${refused} requests passed before the first refusal`,
    ...(classification.countIsTrue ? [] : ['what is said to remain is something else than what does']),
    ...(facts.usedBefore > 0 ? [`${facts.usedBefore} operations had been used by others before`] : []),
    facts.offset === undefined
      ? 'no answer says what time it is there'
      : `its clock is ${seconds(middle(facts.offset))} ahead of ours, give or take ${seconds((facts.offset.high - facts.offset.low) / 2)}`,
  ];
}

function nextBest(fit: Fit): string {
  return fit.isGivenUp
    ? `every other kind contradicts at least ${Math.floor(fit.cost)}`
    : `the next best, ${nameOf(fit)}, contradicts ${fit.contradictions.length}`;
}

function replayed(fit: Fit, answers: number): string {
  const hard = hardContradictions(fit).length;
  const all = fit.contradictions.length;
  const announced = all === hard ? '' : `, and ${all - hard} announced resets`;
  return hard === 0 && announced === ''
    ? `${nameOf(fit)} replays all of ${answers} answers`
    : `${nameOf(fit)} contradicts ${hard} of ${answers} answers${announced}`;
}

/** How the allowance came back. */
function returning({ decisions }: Facts, { hypothesis: { kind } }: Fit): readonly string[] {
  const refused = decisions.findIndex(({ passed }) => !passed);
  const again = decisions.find(({ passed }, index) => index > refused && passed);
  const last = decisions[refused];
  if (last === undefined || again === undefined) return [];
  const after = `the first request passed again ${seconds(again.at.low - last.at.low)} after the first refusal`;
  const left = again.left === undefined ? '' : `, with ${again.left} more`;
  return [`${after}${left}${kind.startsWith('fixed') ? ': all of it was back at once' : ''}`];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds % 1000 === 0 ? 0 : 2)} s`;
}
