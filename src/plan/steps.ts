import type { Step } from '../model/types.ts';

/** Requests to the target that these steps send; provider states, acts and the clock are not requests. */
export function requestsIn(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + (sendsRequest(step) ? (step.times ?? 1) : 0), 0);
}

/** The same for planned steps, some of which know better than their rows how many they will take. */
export function requestsPlanned(steps: readonly { readonly step: Step; readonly requests?: number }[]): number {
  return steps.reduce((sum, { step, requests }) => sum + (requests ?? requestsIn([step])), 0);
}

export function sendsRequest(step: Step): boolean {
  return step.call !== undefined || step.follow !== undefined || step.walk !== undefined;
}
