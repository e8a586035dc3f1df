import type { Choices } from './choices.ts';
import { decisions, type Decisions } from './decisions.ts';
import { renderings, type Renderings } from './renderings.ts';

/** Everything that this service decides and shows; a fault replaces some of it. Rules may consult one another through `this`. */
export interface Rules extends Decisions, Renderings {}

/** The rules as document 2 states them. */
export function documentedRules(choices: Choices): Rules {
  return { ...decisions(choices), ...renderings(choices) };
}
