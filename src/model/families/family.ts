import type { DocumentSpec, Expectation, ProbeRow, Step } from '../types.ts';

/** A rule that holds wherever the specs name a place for it: from the model to probes, each with the clauses that state the rule there. */
export interface Family {
  readonly name: string;
  readonly probesOf: (spec: DocumentSpec) => readonly PlacedProbe[];
}

/** A probe, and the place that it is about; several probes may be about one. */
export interface PlacedProbe {
  readonly place: string;
  /** the place of another probe, all steps of which this one takes as well */
  readonly includes?: string;
  readonly probe: ProbeRow;
}

/** Whether a probe takes all steps of a given one, of the same family; made from the probes that are driven. */
export function includedIn(probes: readonly Pick<ProbeRow, 'family'>[]): (probe: Pick<ProbeRow, 'family'>) => boolean {
  const included = new Set(probes.flatMap(({ family }) => (family?.includes === undefined ? [] : [`${family.name}/${family.includes}`])));
  return ({ family }) => family !== undefined && included.has(`${family.name}/${family.place}`);
}

/** Steps that are taken where the request of an earlier one was only accepted (202), and without which the case goes on. */
export function ifAccepted(id: string, steps: readonly Step[] = []): readonly Step[] {
  return steps.map((step) => ({ ...step, open: true, when: { [`$${id}.status`]: [202] } }));
}

/** Statuses of a request that was served, as a later step may depend on it. */
export const SUCCESSES: number[] = [200, 201, 202, 203, 204, 205];

/** Statuses of a request that was refused for what it asks for. */
export const REFUSALS: number[] = [400, 401, 403, 404, 405, 409, 410, 412, 422, 423];

/** The expectation, which says in words at which place it is held. */
export function inWords(expectation: Expectation, words: string): Expectation {
  return { ...expectation, expected: `${expectation.expected ?? 'a refusal'}: ${words}` };
}
