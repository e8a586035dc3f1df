import type { Given, Step } from '../types.ts';

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
  return renamedSteps(steps, byHead(new Map(ids.map((id) => [id, `${id}${round + 1}`]))));
}

/** Says another reference, without its `$`, for each; a name alone is one as well. */
export type Rename = (path: string) => string;

/** Renames what references begin with: provider states and steps. */
export function byHead(names: ReadonlyMap<string, string>): Rename {
  const renamed: Rename = (path) => {
    const [head = '', ...rest] = path.split('.');
    // What is almost a value begins with how it differs.
    if (head === 'near') return [head, rest[0], renamed(rest.slice(1).join('.'))].join('.');
    return [names.get(head) ?? head, ...rest].join('.');
  };
  return renamed;
}

/** The same steps under other ids, and whatever they refer to by other names. */
export function renamedSteps(steps: readonly Step[], rename: Rename): readonly Step[] {
  return rewritten(steps, rename).map((step) => (step.id === undefined ? step : { ...step, id: rename(step.id) }));
}

/** The same provider states under other aliases. */
export function renamedGiven(given: readonly Given[], rename: Rename): readonly Given[] {
  return rewritten(given, rename).map((one) => (one.as === undefined ? one : { ...one, as: rename(one.as) }));
}

/** A reference in JSON text, without its `$`: a whole string, the name of a member included, or inserted into one. */
const REFERENCE = /(?<=(?<!\\)"\$)[A-Za-z][\w-]*(?:\.[^\s${}"]+)?(?=")|(?<=\$\{)[A-Za-z][\w-]*(?:\.[^\s${}"]+)?(?=\})/g;

/** The same with every reference rewritten; what a step holds is JSON. */
function rewritten<Value extends Step | readonly Step[] | readonly Given[]>(value: Value, rewrite: Rename): Value {
  const copy: Value = JSON.parse(JSON.stringify(value).replaceAll(REFERENCE, rewrite));
  return copy;
}
