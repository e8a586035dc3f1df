import type { Again, DocumentName, FamilyPlace, Given, Place, Step, WalkRef } from '../model/types.ts';
import type { Size } from './sizes.ts';
import type { Transition } from './transition-system.ts';

export type Purpose = 'preflight' | 'tour' | 'read-back' | 'probe' | 'pagination' | 'walk' | 'load' | 'clean-up' | 'follow-up';

/** One step of a case and where in the specs it stands. */
export interface PlannedStep {
  readonly place: Place;
  readonly step: Step;
  readonly purpose: Purpose;
  /** set on the step whose answer shows whether the transition was taken */
  readonly takes?: Transition;
  /** a read-back may fail without ending the case */
  readonly optional?: boolean;
  /** requests that it will probably take, where the step alone does not tell */
  readonly requests?: number;
  /** requests after which a walk through so long a list has lost its way */
  readonly most?: number;
  /** name under which the seed picks optional parameters that change nothing; none are added where it is absent */
  readonly vary?: string;
  /** which of the case's rounds it belongs to, from 0: each round has fresh values of its own */
  readonly round?: number;
}

/** What is driven in one go from fresh provider states: a path of a tour, a probe, a walk. */
export interface Case {
  readonly id: string;
  readonly document: DocumentName;
  readonly kind: 'preflight' | 'tour' | 'probe' | 'walk' | 'load';
  readonly title: string;
  readonly given: readonly Given[];
  /** numbers of a case that stands for a size, to which its provider states and steps refer as $size.NAME */
  readonly size?: Size;
  readonly steps: readonly PlannedStep[];
  /** the oracle family whose rule it applies, and where */
  readonly family?: FamilyPlace;
  /** the case by whose name its data is drawn; its own where omitted. Identities are always new */
  readonly data?: string;
  /** the walk that drives it together with others, and what that walk can be planned from again */
  readonly walk?: WalkRef;
  /** the provider states, and operations whose objects, of which it is read back that they go; all of them where omitted */
  readonly looks?: readonly string[];
  /** the case that it drives again, and to what end */
  readonly again?: Again;
  /** of a replay: operations that refuse each request of the case, but were served in the run that it failed in */
  readonly served?: string[];
}
