import { isDeepStrictEqual } from 'node:util';
import type { MixRecipe } from '../../model/load-mix.ts';
import type { DocumentSpec, Expectation, Given, Step } from '../../model/types.ts';
import { operationOf } from '../../profile/answer.ts';
import type { Check } from '../finding.ts';
import { placeKey, stepsOf, type JudgedStep } from '../steps.ts';
import { questionsOf } from '../step-judge.ts';

/** What a check of the specs demands of the answer to a request of a load, in the names of that request. */
export interface OwnDemand extends Check {
  readonly expectation: Expectation;
}

/**
 * The demands on a success of a request that is sent again and again: those of each transition and probe that sends the same. Where it
 * begins from the same provider state too, all that it says of content holds; where it begins from another, only whose the content is.
 */
export function demandsOn(spec: DocumentSpec, recipe: MixRecipe): readonly OwnDemand[] {
  const found = sourcesIn(spec).flatMap((source) => demandsOf(source, recipe));
  return found.filter(
    (one, index) =>
      found.findIndex(({ expectation }) => isDeepStrictEqual(withoutText(expectation), withoutText(one.expectation))) === index,
  );
}

function withoutText({ expected: _expected, ...rest }: Expectation): Omit<Expectation, 'expected'> {
  return rest;
}

/** A step, what its names stand for, and how its document judges it. */
interface Source {
  readonly step: Step;
  readonly given: readonly Given[];
  /** the steps before it */
  readonly earlier: readonly Step[];
  readonly judged: JudgedStep;
}

function sourcesIn(spec: DocumentSpec): readonly Source[] {
  const steps = stepsOf(spec);
  const source = (row: string, at: string, given: readonly Given[], earlier: readonly Step[]): readonly Source[] => {
    const judged = steps.get(placeKey({ row, at }));
    return judged === undefined ? [] : [{ step: judged.step, given, earlier, judged }];
  };
  const begun = spec.states.machines.flatMap(({ initial, transitions }) =>
    transitions
      .filter(({ from, trigger }) => from === initial && trigger.length === 1)
      .flatMap(({ id, given = [] }) => source(`transition:${id}`, 'trigger/0', given, [])),
  );
  const probed = spec.probes.probes
    .filter(({ sizes }) => sizes === undefined)
    .flatMap(({ id, given = [], steps: all }) =>
      all.flatMap((_step, index) => source(`probe:${id}`, `steps/${index}`, given, all.slice(0, index))),
    );
  // What changes something may change what later answers show.
  return [...begun, ...probed].filter(({ earlier }) => earlier.every((step) => changesNothing(spec, step)));
}

function changesNothing(spec: DocumentSpec, { call, act, advance, until, provide }: Step): boolean {
  const operation = operationOf(spec, call);
  return [act, advance, until, provide].every((key) => key === undefined) && (operation?.safe === true || operation?.signIn === true);
}

function demandsOf(source: Source, recipe: MixRecipe): readonly OwnDemand[] {
  const { step, judged } = source;
  if (step.call !== recipe.step.call || !isPlain(step)) return [];
  const names = namesFor(step.with, recipe.step.with);
  if (names === undefined) return [];
  const standsFor = [...names].map(([from, to]) => origins(source, recipe, from, to));
  if (standsFor.includes(false)) return [];
  const isSame =
    standsFor.every((origin) => origin === 'the same') &&
    isDeepStrictEqual(Object.keys(step.with ?? {}).toSorted(), Object.keys(recipe.step.with ?? {}).toSorted()) &&
    (step.caller === recipe.step.caller || step.headers !== undefined);
  return questionsOf(judged).flatMap(({ id, clauses, expectation }) => {
    const holds = isSame ? ofContent(expectation) : ofOwner(expectation);
    const renamed = holds ? inNames(expectation, names) : undefined;
    return renamed === undefined ? [] : [{ id, clauses, expectation: renamed }];
  });
}

/** An ordinary call: its credential may be the step's own. */
function isPlain({ raw, altered, query, headers = {} }: Step): boolean {
  return [raw, altered, query].every((key) => key === undefined) && Object.keys(headers).every((name) => name === 'Authorization');
}

const CONTENT = ['clauses', 'expected', 'state', 'notState', 'present', 'absent', 'link', 'view', 'same', 'sameIfPresent', 'contains'];
const OWNER = ['clauses', 'expected', 'sameIfPresent'];

/** True where nothing is expected but what a success holds. */
function ofContent(expectation: Expectation): boolean {
  return Object.keys(expectation).every((key) => CONTENT.includes(key));
}

/** True where nothing is expected but that what is shown belongs to whom the request names. */
function ofOwner(expectation: Expectation): boolean {
  return Object.keys(expectation).every((key) => OWNER.includes(key));
}

const WHOLE = /^\$([A-Za-z][\w-]*)\.(.+)$/;

/**
 * By the names that a step's arguments refer to, those that the request's refer to in their place; undefined where the request does not
 * pass all that the step does.
 */
function namesFor(
  stepped: unknown,
  requested: unknown,
  names: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> | undefined {
  if (typeof stepped === 'string') {
    const [, from, field] = WHOLE.exec(stepped) ?? [];
    const [, to, other] = WHOLE.exec(typeof requested === 'string' ? requested : '') ?? [];
    if (from === undefined || to === undefined) return stepped === requested && !stepped.includes('$') ? names : undefined;
    // Values that are drawn are others each time.
    if (field !== other || from === 'fresh' || (names.get(from) ?? to) !== to) return undefined;
    return new Map([...names, [from, to]]);
  }
  if (typeof stepped !== 'object' || stepped === null) return stepped === requested ? names : undefined;
  if (typeof requested !== 'object' || requested === null) return undefined;
  return Object.entries(stepped).reduce<ReadonlyMap<string, string> | undefined>((known, [key, value]) => {
    const other: unknown = Reflect.get(requested, key);
    return known === undefined || other === undefined ? undefined : namesFor(value, other, known);
  }, names);
}

/** Whether what a name stands for is the same as for the request, or at least of the same sort; false where it is neither. */
function origins({ given, earlier }: Pick<Source, 'given' | 'earlier'>, recipe: MixRecipe, from: string, to: string): Origin | false {
  const [own, other] = [given.find(named(from)), recipe.given.find(named(to))];
  if (own !== undefined && other !== undefined) {
    const isSame = own.state === other.state && isDeepStrictEqual(own.params ?? {}, other.params ?? {});
    return isSame ? 'the same' : 'alike';
  }
  const [step, prepared] = [earlier.find(({ id }) => id === from), recipe.prepare.find(({ id }) => id === to)];
  if (step === undefined || prepared === undefined || step.call !== prepared.call) return false;
  const names = namesFor(step.with, prepared.with);
  if (names === undefined) return false;
  const all = [...names].map(([one, another]) => origins({ given, earlier: [] }, recipe, one, another));
  if (all.includes(false)) return false;
  return all.every((origin) => origin === 'the same') ? 'the same' : 'alike';
}

type Origin = 'the same' | 'alike';

/** A provider state without an alias is the user. */
function named(alias: string): (given: Given) => boolean {
  return ({ as = 'user' }) => as === alias;
}

const RELATIONS = ['same', 'sameIfPresent', 'contains'] as const;

/** An expectation in the names of the request; undefined where it refers to what the request has not. */
function inNames(expectation: Expectation, names: ReadonlyMap<string, string>): Expectation | undefined {
  const renamed = RELATIONS.flatMap((relation) => {
    const pairs = Object.entries(expectation[relation] ?? {}).map(([pointer, reference]): [string, string | undefined] => {
      const [, from = '', field = ''] = WHOLE.exec(reference) ?? [];
      const to = names.get(from);
      return [pointer, to === undefined ? undefined : `$${to}.${field}`];
    });
    return pairs.length === 0 ? [] : [[relation, pairs] as const];
  });
  if (renamed.some(([, pairs]) => pairs.some(([, reference]) => reference === undefined))) return undefined;
  return { ...expectation, ...Object.fromEntries(renamed.map(([relation, pairs]) => [relation, Object.fromEntries(pairs)])) };
}
