import type { Blame, DocumentSpec, Specs } from '../model/types.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { Evidence } from './evidence.ts';

export type Basis = 'documented' | 'declared' | 'observed';

/** A named judgement about a trace, tied to the clauses that it can turn red. */
export interface Check {
  readonly id: string;
  readonly clauses: readonly string[];
  /** it compares only what happens to be shown, and says nothing where nothing is */
  readonly ifShown?: true;
}

/** How often something that failed was driven from fresh provider states, and how often it failed. */
export interface Times {
  readonly runs: number;
  readonly failed: number;
}

/** What one check says of one piece of evidence. */
export interface Finding {
  readonly check: string;
  readonly clauses: readonly string[];
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly basis: Basis;
  /** sequence numbers of the exchanges that show it, the deciding one last */
  readonly exchanges: readonly number[];
  readonly case?: string;
  /** what is wrong, as a JSON pointer into the answer's view */
  readonly pointer?: string;
  readonly expected?: string;
  readonly received?: string;
  readonly reason?: string;
  readonly blame?: Blame;
  /** a rule of the target's own refused what was to prepare it: another place may judge the clause all the same */
  readonly unprepared?: true;
  /** a probe was sent to show it, which needs no control over the target */
  readonly probed?: true;
  /** the check is known to be wrong: it says nothing of the target */
  readonly erratum?: true;
  /** of a failure that was driven again */
  readonly times?: Times;
}

/** Something seen where the document is silent. */
export interface Observation {
  readonly about: string;
  readonly clause: string;
  readonly value: unknown;
}

export interface Judged {
  readonly findings: readonly Finding[];
  readonly observations?: readonly Observation[];
}

/** All that a judge may look at. */
export interface JudgeInput {
  readonly specs: Specs;
  readonly spec: DocumentSpec;
  readonly profile: PublicProfile;
  readonly evidence: Evidence;
}

/** One topic's judge: the checks that it has for a document, and its pure judgement of the evidence. */
export interface Judge {
  readonly topic: string;
  readonly checks: (spec: DocumentSpec) => readonly Check[];
  readonly judge: (input: JudgeInput) => Judged;
}
