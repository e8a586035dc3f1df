import { join } from 'node:path';
import { SPECS_FOLDER } from '../../model/specs-folder.ts';
import type { FaultRow, FaultsFile } from '../../model/types.ts';
import { readYamlFile } from '../../model/yaml-file.ts';
import type { DocumentName } from './documents.ts';

let file: FaultsFile | undefined;

/** What each fault of a service does wrong. */
export function faultRows(document: DocumentName): readonly FaultRow[] {
  file ??= readYamlFile<FaultsFile>(join(SPECS_FOLDER, 'faults.yaml'), 'faults');
  return file[document] ?? [];
}

/** What a fault puts in the place of some of a policy: as it is, or made from the policy without the fault. */
export type Change<Policy> = Partial<Policy> | ((base: Policy) => Partial<Policy>);

/**
 * The seeded defects that a service can have, by id; specs/faults.yaml says what each does wrong. A service decides and shows everything by a policy of
 * small functions that its handlers consult, so that a defect is a change of policy and the handlers stay free of switches.
 */
export type Faults<Policy> = Readonly<Record<string, Change<Policy>>>;

/** The part of a policy that a change replaces. */
export function replacement<Policy>(change: Change<Policy>, base: Policy): Partial<Policy> {
  return typeof change === 'function' ? change(base) : change;
}

/** A policy is made of rules only. */
type Rules<Policy> = { readonly [Name in keyof Policy]: (...args: never[]) => unknown };

type Rule<Policy, Name extends keyof Policy> = Extract<Policy[Name], (...args: never[]) => unknown>;
type Arguments<Policy, Name extends keyof Policy> = Parameters<Rule<Policy, Name>>;
/** Rules that are true or false. */
type Predicates<Policy> = { [Name in keyof Policy]: Policy[Name] extends (...args: never[]) => boolean ? Name : never }[keyof Policy];

type Result<Policy, Name extends keyof Policy> = ReturnType<Rule<Policy, Name>>;

/** The words in which changes of one kind of policy are written. */
export function changesOf<Policy extends Rules<Policy>>() {
  return {
    /** another rule in its place, which may ask it and may remember */
    around:
      <Name extends keyof Policy>(name: Name, make: (rule: Policy[Name]) => Policy[Name]): Change<Policy> =>
      (base) => {
        const changed: Partial<Policy> = {};
        changed[name] = make(base[name]);
        return changed;
      },
    /** the rule as it stands, and its result changed */
    after<Name extends keyof Policy>(
      name: Name,
      change: (result: Result<Policy, Name>, ...args: Arguments<Policy, Name>) => Result<Policy, Name>,
    ): Change<Policy> {
      return (base) => wrapped(base, name, (rule, args) => Reflect.apply(change, undefined, [rule(args), ...args]));
    },
    /** the rule as it stands, asked about something else: its first arguments changed */
    before<Name extends keyof Policy>(
      name: Name,
      change: (...args: Arguments<Policy, Name>) => Partial<Arguments<Policy, Name>>,
    ): Change<Policy> {
      return (base) => wrapped(base, name, (rule, args) => rule(Object.assign([...args], Reflect.apply(change, undefined, args))));
    },
    /** true where this holds, too */
    also:
      <Name extends Predicates<Policy>>(name: Name, holds: (...args: Arguments<Policy, Name>) => boolean): Change<Policy> =>
      (base) =>
        wrapped(base, name, (rule, args) => rule(args) === true || Reflect.apply(holds, undefined, args)),
    /** true only where this holds as well */
    only:
      <Name extends Predicates<Policy>>(name: Name, holds: (...args: Arguments<Policy, Name>) => boolean): Change<Policy> =>
      (base) =>
        wrapped(base, name, (rule, args) => rule(args) === true && Reflect.apply(holds, undefined, args)),
    /** this result wherever that holds */
    instead:
      <Name extends keyof Policy>(
        name: Name,
        holds: (...args: Arguments<Policy, Name>) => boolean,
        result: Result<Policy, Name>,
      ): Change<Policy> =>
      (base) =>
        wrapped(base, name, (rule, args) => (Reflect.apply(holds, undefined, args) === true ? result : rule(args))),
    /** the rule's result with these members over it, if any */
    overlay:
      <Name extends keyof Policy>(
        name: Name,
        members: (...args: Arguments<Policy, Name>) => Partial<Result<Policy, Name>> | false,
      ): Change<Policy> =>
      (base) =>
        wrapped(base, name, (rule, args) => Object.assign({}, rule(args), Reflect.apply(members, undefined, args))),
    /** the rule as it stands, seen by a fault that remembers what comes of it */
    seeing:
      <Name extends keyof Policy>(
        name: Name,
        look: (result: Result<Policy, Name>, ...args: Arguments<Policy, Name>) => unknown,
      ): Change<Policy> =>
      (base) =>
        wrapped(base, name, (rule, args) => {
          const result = rule(args);
          Reflect.apply(look, undefined, [result, ...args]);
          return result;
        }),
    /** a change with memories of these kinds, empty at first; they are forgotten when the fault is switched off */
    remembering:
      <Memories extends readonly unknown[] | []>(
        kinds: { readonly [Index in keyof Memories]: new () => Memories[Index] },
        begin: (...memories: Memories) => Change<Policy> | readonly Change<Policy>[],
      ): Change<Policy> =>
      (base) => {
        const changes: Change<Policy> | readonly Change<Policy>[] = Reflect.apply(
          begin,
          undefined,
          kinds.map((Kind) => new Kind()),
        );
        return together(base, isList(changes) ? changes : [changes]);
      },
    /** several changes, each of other rules */
    both:
      (...changes: readonly Change<Policy>[]): Change<Policy> =>
      (base) =>
        together(base, changes),
  };
}

const isList = <Item>(value: Item | readonly Item[]): value is readonly Item[] => Array.isArray(value);

function together<Policy>(base: Policy, changes: readonly Change<Policy>[]): Partial<Policy> {
  return Object.assign({}, ...changes.map((change) => replacement(change, base)));
}

/** Types are checked where a fault is written; here a rule is any function. */
function wrapped<Policy extends Rules<Policy>>(
  base: Policy,
  name: keyof Policy,
  wrap: (rule: (args: readonly unknown[]) => unknown, args: readonly unknown[]) => unknown,
): Partial<Policy> {
  const rule = base[name];
  const changed: Partial<Policy> = {};
  Reflect.set(changed, name, (...args: readonly unknown[]) => wrap((given) => Reflect.apply(rule, base, given), args));
  return changed;
}

// Memories of faults.

/** The last value that was put into it. */
export class Last<Value> {
  value: Value | undefined;
  /** answers the value before, if any */
  put(next: Value): Value | undefined {
    const before = this.value;
    this.value = next;
    return before;
  }
}

export class Flag {
  value = false;
}

/** How often each key has come by. */
export class Counts {
  readonly #times = new Map<string, number>();
  /** this time included */
  of(key: string): number {
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    return times;
  }
}

/** Of items that come by, the first of each key. */
export class Firsts<Item> {
  readonly #first = new Map<string, Item>();
  of(key: string, item: Item): Item {
    const found = this.#first.get(key) ?? item;
    this.#first.set(key, found);
    return found;
  }
}

/** Of items that come by, some of them again, the newest of each key. */
export class Newest<Item extends { readonly id: string }> {
  readonly #ids = new Set<string>();
  readonly #newest = new Map<string, Item>();
  of(key: string, item: Item): Item {
    if (!this.#ids.has(item.id)) this.#newest.set(key, item);
    this.#ids.add(item.id);
    return this.#newest.get(key) ?? item;
  }
}
