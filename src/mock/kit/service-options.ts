import type { Limiter, LimiterMeasure } from './limiter.ts';
import type { Fault } from './service.ts';

/**
 * What a service is made with: the choices where its document permits several, the seeded faults, and its rate limiter.
 * A running deployment may switch faults, so `faults` can be another array from one request to the next: services read
 * their rules through `rulesInForce` once for each request.
 */
export interface ServiceOptions<Choices, Rules> {
  readonly choices: Choices;
  readonly faults: readonly Fault<Rules>[];
  readonly limiter: Limiter;
  /** a limiter of the deployment's kind for whoever has a limit and period of his own */
  readonly ownLimiter: (measure: LimiterMeasure) => Limiter;
}

/**
 * The rules of a service with the faults that are on laid over them, later faults over earlier ones. The answer is a
 * function to be asked once for each request; it computes anew only when the set of faults has changed.
 */
export function rulesInForce<Rules extends object>(base: Rules, options: { readonly faults: readonly Fault<Rules>[] }): () => Rules {
  let faults: readonly Fault<Rules>[] = [];
  let rules = base;
  return () => {
    if (options.faults !== faults) {
      faults = options.faults;
      rules = { ...base };
      for (const fault of faults) Object.assign(rules, fault.change({ ...rules }));
    }
    return rules;
  };
}
