import type { Limiter, LimiterMeasure } from './limiter.ts';
import { replacement, type Defect } from './faults.ts';

/**
 * What a service is made with: the choices where its document permits several, the seeded faults, and its rate limiter.
 * A running deployment may switch faults, so `faults` can be another array from one request to the next: services read
 * their policy through `policyInForce` once for each request.
 */
export interface ServiceOptions<Choices, Policy> {
  readonly choices: Choices;
  readonly faults: readonly Defect<Policy>[];
  readonly limiter: Limiter;
  /** a limiter of the deployment's kind for whoever has a limit and period of his own */
  readonly ownLimiter: (measure: LimiterMeasure) => Limiter;
}

/**
 * The policy of a service with the faults that are on laid over them, later faults over earlier ones. The answer is a
 * function to be asked once for each request; it computes anew only when the set of faults has changed.
 */
export function policyInForce<Policy extends object>(base: Policy, options: { readonly faults: readonly Defect<Policy>[] }): () => Policy {
  let faults: readonly Defect<Policy>[] = [];
  let policy = base;
  return () => {
    if (options.faults !== faults) {
      faults = options.faults;
      policy = { ...base };
      for (const fault of faults) Object.assign(policy, replacement(fault.change, { ...policy }));
    }
    return policy;
  };
}
