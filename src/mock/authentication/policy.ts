import type { Choices } from './choices.ts';
import { decisions, type Decisions } from './decisions.ts';
import { renderings, type Renderings } from './renderings.ts';

/** Everything that this service decides and shows; a fault replaces some of it. Policy may consult one another through `this`. */
export interface Policy extends Decisions, Renderings {}

/** The policy as document 2 states them. */
export function policyFor(choices: Choices): Policy {
  return { ...decisions(choices), ...renderings(choices) };
}
