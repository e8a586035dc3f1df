import type { FaultSummary } from './control.ts';
import type { DocumentName } from './documents.ts';
import { createLimiter, createOwnLimiter, type Limiter, type LimiterSettings } from './limiter.ts';
import type { ServiceOptions } from './service-options.ts';
import { replacement, type Defect, type Faults } from './faults.ts';
import type { Service, Surroundings } from './service.ts';

/** What a deployment knows of one kind of service: how to make it, with which choices, and which defects it can have. */
export interface Blueprint<Choices, Policy> {
  readonly document: DocumentName;
  readonly create: (surroundings: Surroundings, options: ServiceOptions<Choices, Policy>) => Service;
  readonly choices: Choices;
  /** as the document states them */
  readonly policy: Policy;
  readonly faults: Faults<Policy>;
}

/** A running service whose faults and limiter can be changed while it runs. */
export interface Hosted {
  readonly document: DocumentName;
  readonly service: Service;
  /** switches on the faults of this service that `ids` names, and all others off */
  switchFaults(ids: readonly string[]): void;
  setLimiter(settings: LimiterSettings): void;
  reset(): void;
}

/** Makes a service from its blueprint, with a limiter that can be exchanged under it. */
export function host<Choices, Policy>(
  blueprint: Blueprint<Choices, Policy>,
  surroundings: Surroundings,
  settings: LimiterSettings,
): Hosted {
  const { document, faults } = blueprint;
  let on: readonly Defect<Policy>[] = [];
  let current = settings;
  let limiter: Limiter = createLimiter(current);
  const service = blueprint.create(surroundings, {
    choices: blueprint.choices,
    get faults() {
      return on;
    },
    limiter: { admit: (key, now) => limiter.admit(key, now), release: (key) => limiter.release(key) },
    ownLimiter: (measure) => createOwnLimiter(current, measure),
  });
  const setLimiter = (next: LimiterSettings): void => {
    current = next;
    limiter = createLimiter(next);
  };
  return {
    document,
    service,
    switchFaults(ids) {
      on = Object.entries(faults).flatMap(([id, defect]) => (ids.includes(id) ? [defect] : []));
    },
    setLimiter,
    reset() {
      service.reset();
      setLimiter(current);
    },
  };
}

/** The faults of a service, each with the names of the rules that it replaces. */
export function summarise<Choices, Policy>({ document, faults, policy }: Blueprint<Choices, Policy>): readonly FaultSummary[] {
  return Object.entries(faults).map(([id, { difficulty, about, breaks, change }]) => {
    const [clause, ...alsoBreaks] = typeof breaks === 'string' ? [breaks] : breaks;
    const rules = Object.keys(replacement(change, policy));
    return { id, kind: 'behavioural', document, clause, alsoBreaks, difficulty, about, rules };
  });
}
