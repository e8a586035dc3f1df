import type { Step } from '../model/types.ts';
import type { Case } from '../plan/case.ts';
import { valueAt } from '../model/pointer.ts';
import { resolveReferences } from '../plan/scope.ts';
import type { Lookup } from '../plan/scope.ts';
import type { Standing } from './providers.ts';
import { freshValue, hash, isIdentity } from './generated-values.ts';
import { nearMiss } from './near-miss.ts';
import { passwordBy } from './announced-policy.ts';
import type { PolicyRules } from './announced-policy.ts';

/** Something that a case has made in the target, and that its clean-up takes away again. */
export interface CreatedResource {
  /** the operation that made it */
  readonly by: string;
  /** undefined where no operation takes it away, or its answer does not name it */
  readonly undo: Step | undefined;
  readonly readBack: Step | undefined;
  /** values that name what it belongs to */
  readonly within: readonly unknown[];
}

/** What a step's answer leaves behind for later references. */
export interface Remembered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** as the profile's bindings find it */
  readonly body: unknown;
  /** whose answer it is; a Link header leads to more of the same */
  readonly operation: string | undefined;
  /** what was asked: a relative link is meant from there (RFC 8288, section 3.2) */
  readonly url: string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The names that steps of one case may refer to: aliases of provider states, step ids, `last`, `fresh`, and `near` for what is almost one of them,
 * `by-policy` for what an announced policy asks for, and `has-policy` for whether there is such a thing.
 */
export interface CaseScope {
  readonly lookup: Lookup;
  /** the same scope with fresh values of its own */
  inRound(round: number): CaseScope;
  /** the same scope with a last answer of its own */
  aside(): CaseScope;
  provide(alias: string, standing: Standing): void;
  /** what an act answered, under its step's id */
  name(id: string, data: JsonObject): void;
  /** all provider states so far, oldest first */
  provided(): readonly Standing[];
  /** the name of the provider state that an alias stands for; undefined where it stands for none */
  stateOf(alias: string): string | undefined;
  /** what the case has made in the target and not taken away yet, oldest first */
  made(): readonly CreatedResource[];
  make(made: CreatedResource): void;
  forget(which: (made: CreatedResource) => boolean): void;
  /** credentials that the case has obtained, by key identity; a turned clock may have ended them */
  readonly credentials: Map<string, string>;
  remember(stepId: string | undefined, answer: Remembered): void;
  last(): Remembered | undefined;
  /** makes the answer before the last one the last, where there is one of the same operation */
  stepBack(): void;
}

/** What a step passes to its operation, references resolved. */
export function argumentsOf(step: Step, scope: CaseScope): Record<string, unknown> {
  return resolvedObject(step.with, scope);
}

/** What a step adds to the query of its request, references resolved. */
export function queryOf(step: Step, scope: CaseScope): Record<string, unknown> {
  return resolvedObject(step.query, scope);
}

function resolvedObject(given: Step['with'] | Step['query'], scope: CaseScope): Record<string, unknown> {
  const resolved = resolveReferences(given ?? {}, scope.lookup);
  return typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
}

/**
 * @param policies which rules the policies of families.yaml have, by row
 * @param learnFresh told of each generated value by name, so that secrets among them are redacted
 */
export function createCaseScope(
  seed: number,
  { id, data = id }: Pick<Case, 'id' | 'data'>,
  surroundings: Readonly<Record<string, unknown>>,
  learnFresh: (name: string, value: unknown) => void,
  policies: Readonly<Record<string, PolicyRules>> = {},
): CaseScope {
  const named = new Map<string, unknown>(Object.entries(surroundings));
  const fresh = new Map<string, unknown>();
  const states: Standing[] = [];
  const credentials = new Map<string, string>();
  let made: readonly CreatedResource[] = [];

  const freshOnce = (name: string, round: number): unknown => {
    const key = `${round}/${name}`;
    if (!fresh.has(key)) {
      const drawnFor = isIdentity(name) ? id : data;
      const value = freshValue(name, seed ^ hash(round === 0 ? drawnFor : `${drawnFor}/${round}`));
      learnFresh(name, value);
      fresh.set(key, value);
    }
    return fresh.get(key);
  };

  const lookUp = (round: number, memory: Memory, [head = '', ...rest]: readonly string[]): unknown => {
    if (head === 'fresh') return freshOnce(rest.join('.'), round);
    if (head === 'last') return valueAt(memory.last?.body, rest);
    if (head === 'by-policy') return byPolicy(lookUp(round, memory, rest.slice(2)), rest);
    if (head === 'has-policy') return byPolicy(lookUp(round, memory, rest.slice(2)), rest) !== undefined;
    if (head === 'near') return nearMissOf(lookUp(round, memory, rest.slice(1)), rest);
    return valueAt(named.get(head), rest);
  };

  /** A credential that is almost right is as secret as the right one. */
  const nearMissOf = (secret: unknown, [change = '', ...path]: readonly string[]): unknown => {
    const value = typeof secret === 'string' || typeof secret === 'number' ? nearMiss(change, String(secret)) : undefined;
    if (value !== undefined) learnFresh(path.at(-1) ?? '', value);
    return value;
  };

  const byPolicy = (policy: unknown, [row = '', rule = '']: readonly string[]): unknown => {
    const rules = policies[row];
    const value = rules === undefined ? undefined : passwordBy(policy, rules, rule, seed ^ hash(`${data}/${row}/${rule}`));
    if (value !== undefined) learnFresh('password', value);
    return value;
  };

  const view = (round: number, memory: Memory): CaseScope => ({
    lookup: (path) => lookUp(round, memory, path),
    inRound: (other) => view(other, memory),
    aside: () => view(round, { ...memory }),
    provide: (alias, standing) => {
      named.set(alias, standing.data);
      states.push(standing);
    },
    name: (id, data) => void named.set(id, data),
    provided: () => states,
    made: () => made,
    make: (one) => void (made = [...made, one]),
    forget: (which) => void (made = made.filter((one) => !which(one))),
    stateOf: (alias) => states.find(({ data }) => data === named.get(alias))?.state,
    credentials,
    remember: (stepId, answer) => {
      memory.before = memory.last;
      memory.last = answer;
      if (stepId !== undefined) named.set(stepId, answer);
    },
    last: () => memory.last,
    stepBack: () => {
      if (memory.before?.operation === memory.last?.operation) memory.last = memory.before;
    },
  });
  return view(0, { last: undefined, before: undefined });
}

interface Memory {
  last: Remembered | undefined;
  before: Remembered | undefined;
}
