import type { Step } from '../types.ts';

/** Puts another reference in the place of one, whole (`$user.password`) or inside a text (`Bearer ${token.body.bearer_token}`). */
export function withReference(step: Step, from: string, to: string): Step {
  return rewritten(step, (path) => (path === from.slice(1) ? to.slice(1) : path));
}

/** True where a part of a step holds the reference, whole or inside a text. */
export function holdsReference(part: unknown, reference: string): boolean {
  return referencesIn(part).includes(reference);
}

/** All references in a part of a step. */
export function referencesIn(part: unknown): readonly string[] {
  return Array.from(JSON.stringify(part ?? '').matchAll(REFERENCE), ([path]) => `$${path}`);
}

/** Steps that can be sent again in the same case: their ids, and what refers to them, are those of the round; the first keeps its own. */
export function inRound(steps: readonly Step[], round: number): readonly Step[] {
  const ids = steps.flatMap(({ id }) => id ?? []);
  if (round === 0 || ids.length === 0) return steps;
  const named = (name: string): string => (ids.includes(name) ? `${name}${round + 1}` : name);
  const renamed = rewritten(steps, (path) =>
    path
      .split('.')
      .map((part, index) => (index === 0 ? named(part) : part))
      .join('.'),
  );
  return renamed.map((step) => (step.id === undefined ? step : { ...step, id: named(step.id) }));
}

/** A reference in JSON text, without its `$`: a whole string, the name of a member included, or inserted into one. */
const REFERENCE = /(?<=(?<!\\)"\$)[A-Za-z][\w-]*(?:\.[^\s${}"]+)?(?=")|(?<=\$\{)[A-Za-z][\w-]*(?:\.[^\s${}"]+)?(?=\})/g;

/** The same with every reference rewritten; what a step holds is JSON. */
function rewritten<Value extends Step | readonly Step[]>(value: Value, rewrite: (path: string) => string): Value {
  const copy: Value = JSON.parse(JSON.stringify(value).replaceAll(REFERENCE, rewrite));
  return copy;
}
