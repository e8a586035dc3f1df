import type { ExchangeEvent } from '../../src/trace/events.ts';
import type { Place } from '../../src/load/limiter/sample.ts';
import type { Build } from './limiters/simulated.ts';
import type { Random } from './random.ts';

export type Answer = NonNullable<ExchangeEvent['response']>;

/** What a defect may know of the request that it spoils. */
export interface AnswerContext {
  /** the target's clock */
  readonly nowMs: number;
  readonly startMs: number;
  readonly limit: number;
  readonly periodMs: number;
  readonly place: Place;
  readonly random: Random;
}

/** Turns an answer into a wrong one. */
export type AlterAnswer = (answer: Answer, about: AnswerContext) => Answer;
/** Turns a limiter into a wrong one. */
export type Rebuild = (build: Build) => Build;

/** One way in which a deployment's rate limit is not what the document says. */
export interface Defect {
  readonly name: string;
  /** clauses of which at least one has to fail */
  readonly clauses: readonly string[];
  /** another limiter behind the same headers */
  readonly build?: Rebuild;
  /** another answer of the same limiter */
  readonly answer?: AlterAnswer;
  /** a difference of one operation, which only shows where none comes back while a request is under way */
  readonly isFine?: boolean;
  /** reading and writing the counter are two steps */
  readonly races?: boolean;
}

export const CLEAN: Defect = { name: 'clean', clauses: [] };
