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
type Result<Policy, Name extends keyof Policy> = ReturnType<Rule<Policy, Name>>;
/** Rules that are true or false. */
type Predicates<Policy> = { [Name in keyof Policy]: Policy[Name] extends (...args: never[]) => boolean ? Name : never }[keyof Policy];

/** Is given what the rule is given. */
type Reader<Policy, Name extends keyof Policy, Value> = (...args: Arguments<Policy, Name>) => Value;
/** Is given what the rule has answered, too. */
type ResultReader<Policy, Name extends keyof Policy, Value> = (result: Result<Policy, Name>, ...args: Arguments<Policy, Name>) => Value;

/** The words in which changes of one kind of policy are written. */
export function changesOf<Policy extends Rules<Policy>>() {
  /** Types are checked where a fault is written; here a rule is any function. */
  const wrapped =
    (name: keyof Policy, wrap: (rule: (args: readonly unknown[]) => unknown, args: readonly unknown[]) => unknown): Change<Policy> =>
    (base) => {
      const rule = base[name];
      const changed: Partial<Policy> = {};
      Reflect.set(changed, name, (...args: readonly unknown[]) => wrap((given) => Reflect.apply(rule, base, given), args));
      return changed;
    };
  const applied = (read: (...args: never[]) => unknown, args: readonly unknown[]): unknown => Reflect.apply(read, undefined, args);
  return {
    /** another rule in its place, which may ask it and may remember */
    around<Name extends keyof Policy>(name: Name, make: (rule: Policy[Name]) => Policy[Name]): Change<Policy> {
      return (base) => {
        const changed: Partial<Policy> = {};
        changed[name] = make(base[name]);
        return changed;
      };
    },
    /** the rule as it stands, and its result changed */
    after<Name extends keyof Policy>(name: Name, change: ResultReader<Policy, Name, Result<Policy, Name>>): Change<Policy> {
      return wrapped(name, (rule, args) => applied(change, [rule(args), ...args]));
    },
    /** the rule as it stands, asked about something else: its first arguments changed */
    before<Name extends keyof Policy>(name: Name, change: Reader<Policy, Name, Partial<Arguments<Policy, Name>>>): Change<Policy> {
      return wrapped(name, (rule, args) => rule(Object.assign([...args], applied(change, args))));
    },
    /** true where this holds, too */
    also<Name extends Predicates<Policy>>(name: Name, holds: Reader<Policy, Name, boolean>): Change<Policy> {
      return wrapped(name, (rule, args) => rule(args) === true || applied(holds, args));
    },
    /** true only where this holds as well */
    only<Name extends Predicates<Policy>>(name: Name, holds: Reader<Policy, Name, boolean>): Change<Policy> {
      return wrapped(name, (rule, args) => rule(args) === true && applied(holds, args));
    },
    /** this result wherever that holds */
    instead<Name extends keyof Policy>(name: Name, holds: Reader<Policy, Name, boolean>, result: Result<Policy, Name>): Change<Policy> {
      return wrapped(name, (rule, args) => (applied(holds, args) === true ? result : rule(args)));
    },
    /** the rule's result with these members over it, if any */
    overlay<Name extends keyof Policy>(name: Name, members: Reader<Policy, Name, Partial<Result<Policy, Name>> | false>): Change<Policy> {
      return wrapped(name, (rule, args) => Object.assign({}, rule(args), applied(members, args)));
    },
    /** the rule as it stands, seen by a fault that remembers what comes of it */
    seeing<Name extends keyof Policy>(name: Name, look: ResultReader<Policy, Name, unknown>): Change<Policy> {
      return wrapped(name, (rule, args) => {
        const result = rule(args);
        applied(look, [result, ...args]);
        return result;
      });
    },
    /** a change with memories of these kinds, empty at first; they are forgotten when the fault is switched off */
    remembering<Memories extends readonly unknown[] | []>(
      kinds: { readonly [Index in keyof Memories]: new () => Memories[Index] },
      begin: (...memories: Memories) => Change<Policy> | readonly Change<Policy>[],
    ): Change<Policy> {
      return (base) => {
        const memories = kinds.map((Kind) => new Kind());
        const changes: Change<Policy> | readonly Change<Policy>[] = Reflect.apply(begin, undefined, memories);
        return together(base, isList(changes) ? changes : [changes]);
      };
    },
    /** several changes, each of other rules */
    both(...changes: readonly Change<Policy>[]): Change<Policy> {
      return (base) => together(base, changes);
    },
  };
}

const isList = <Item>(value: Item | readonly Item[]): value is readonly Item[] => Array.isArray(value);

function together<Policy>(base: Policy, changes: readonly Change<Policy>[]): Partial<Policy> {
  return Object.assign({}, ...changes.map((change) => replacement(change, base)));
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
