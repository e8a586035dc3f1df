import { isPassed, isRefused, type Sample } from '../sample.ts';

/** A refusal that names a later moment than anything that had passed by then. */
export interface Postponement {
  readonly refusal: Sample;
  readonly named: number;
}

export function postponementsBy(counted: readonly Sample[], momentOf: (sample: Sample) => number): readonly Postponement[] {
  const passed = counted.filter(isPassed);
  return counted.filter(isRefused).flatMap((refusal) => {
    const named = momentOf(refusal);
    const isOfPassed = passed.some((other) => other.sentMs < refusal.receivedMs && momentOf(other) >= named);
    return named < Infinity && !isOfPassed ? [{ refusal, named }] : [];
  });
}

/**
 * Whether requests that came too early have put off what was announced: no document says whether a refused request counts. The refusal
 * of one that was sent before the moment, and answered before the sample was sent, names a later moment than anything that passed.
 */
export function isPostponed(postponements: readonly Postponement[], announced: Sample, sample: Sample, moment: number): boolean {
  return postponements.some(
    ({ refusal, named }) =>
      named > moment && refusal.sentMs >= announced.receivedMs && refusal.sentMs < moment && refusal.receivedMs <= sample.sentMs,
  );
}
