import { middle, type Span } from '../limiter/span.ts';
import type { RowGenerator } from './generators.ts';
import { RowsError } from './rows-error.ts';

/** A clock that is wrong by more than this is not kept by anyone: it may be set right at any moment. */
const MOST_APART_MS = 10_000;
/** What the Date headers leave open: more, and every request may have come before every other. */
const MOST_OPEN_MS = 5000;
/** Generators of one load begin together. */
const MOST_GAP_MS = 60_000;

const REMEDY = 'Keep the clocks together (NTP) and run again, or analyze the rows of each generator alone';

/** The order of requests of several generators can be told: each one's clock is known, and they ran at the same time. Throws RowsError. */
export function demandOneOrder(generators: readonly RowGenerator[]): void {
  if (generators.length < 2) return;
  const clocks = generators.map((generator) => ({ name: generator.name, generator, ahead: clockOf(generator) }));
  const sorted = clocks.toSorted((one, other) => middle(one.ahead) - middle(other.ahead));
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return;
  const apart = middle(most.ahead) - middle(least.ahead);
  if (apart > MOST_APART_MS)
    throw new RowsError(
      'rows-unordered',
      `the clocks of ${least.name} and ${most.name} are ${seconds(apart)} apart, by the Date headers that they were answered with: no order of their requests can be told. ${REMEDY}`,
    );
  demandOneTime(clocks);
}

function clockOf({ name, ahead, part }: RowGenerator): Span {
  if (ahead === undefined)
    throw new RowsError(
      'rows-unordered',
      `${part.file}  no order of requests can be told: the Date headers in the rows of ${name} are missing, or contradict each other because its clock was set in between. ${REMEDY}`,
    );
  if (ahead.high - ahead.low > MOST_OPEN_MS)
    throw new RowsError(
      'rows-unordered',
      `${part.file}  the clock of ${name} is known to ${seconds(ahead.high - ahead.low)} only: no order of requests can be told. ${REMEDY}`,
    );
  return ahead;
}

/** By the target's clock, no generator begins long after all others have ended. */
function demandOneTime(clocks: readonly { readonly generator: RowGenerator; readonly ahead: Span }[]): void {
  const spans = clocks
    .map(({ generator, ahead }) => ({
      generator,
      from: generator.firstMs + middle(ahead),
      to: generator.lastMs + middle(ahead),
    }))
    .toSorted((one, other) => one.from - other.from);
  let [until, latest] = [Infinity, spans[0]?.generator];
  for (const { generator, from, to } of spans) {
    if (from - until > MOST_GAP_MS)
      throw new RowsError(
        'rows-of-two-loads',
        `${generator.name} began ${seconds(from - until)} after ${latest?.name ?? ''} had ended: these are rows of two loads. Analyze each by itself`,
      );
    if (until === Infinity || to > until) [until, latest] = [to, generator];
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
