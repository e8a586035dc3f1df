/** Holds a success against what the same request was answered before it was sent in thousands. */
export interface ShownBefore {
  /** the first thing that stood in each of those answers and does not stand in this one, in words; undefined where nothing is lost */
  lost(body: unknown): string | undefined;
}

/** What stands at one place of an answer; the elements of a list are one place. */
interface Part {
  readonly at: string;
  readonly kind: Kind;
  readonly members: readonly (readonly [name: string, part: Part])[];
  readonly elements: Part | undefined;
  /** values of the request, or of what was provided for it, that stand here */
  readonly own: readonly unknown[];
}

type Kind = 'object' | 'list' | 'value';

const MOST_LEVELS = 16;
/** A value that is short may stand anywhere by chance. */
const SHORTEST_OWN = 4;

/**
 * @param samples bodies of the same request's answers, before: only what each of them shows is looked for
 * @param own values that the request names, or that were provided for it
 */
export function openShownBefore(samples: readonly unknown[], own: Iterable<unknown>): ShownBefore {
  const known = new Set([...own].filter((value) => typeof value === 'string' && value.length >= SHORTEST_OWN));
  const [first, ...others] = samples.map((body) => partOf([body], '', known, 0));
  const shown = others.reduce<Part | undefined>((part, other) => common(part, other), first);
  return { lost: (body) => (shown === undefined || shows(shown, body) ? undefined : lostOf(shown, [body])) };
}

/** What stands at a place, of all values that stand there; undefined where nothing does, or several kinds of things. */
function partOf(values: readonly unknown[], at: string, known: ReadonlySet<unknown>, level: number): Part | undefined {
  const [kind, ...more] = [...new Set(values.flatMap((value) => kindOf(value) ?? []))];
  if (kind === undefined || more.length > 0 || level > MOST_LEVELS) return undefined;
  const elements = kind === 'list' ? partOf(elementsOf(values), `${at}/[]`, known, level + 1) : undefined;
  const names = kind === 'object' ? [...new Set(values.flatMap((value) => namesOf(value)))] : [];
  const members = names.flatMap((name): Part['members'] => {
    const part = partOf(membersOf(values, name), `${at}/${name}`, known, level + 1);
    return part === undefined ? [] : [[name, part]];
  });
  return { at, kind, members, elements, own: kind === 'value' ? [...new Set(values)].filter((value) => known.has(value)) : [] };
}

function common(one: Part | undefined, other: Part | undefined): Part | undefined {
  if (one === undefined || other === undefined || one.kind !== other.kind) return undefined;
  const theirs = new Map(other.members);
  return {
    ...one,
    members: one.members.flatMap(([name, part]): Part['members'] => {
      const both = common(part, theirs.get(name));
      return both === undefined ? [] : [[name, both]];
    }),
    elements: common(one.elements, other.elements),
    own: one.own.filter((value) => other.own.includes(value)),
  };
}

/** True only of a value that has lost nothing: most answers have not, and nothing is gathered of them. */
function shows({ kind, members, elements, own }: Part, value: unknown): boolean {
  if (kindOf(value) !== kind || own.length > 1 || (own.length === 1 && own[0] !== value)) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return elements === undefined || (value.length > 0 && value.every((element) => shows(elements, element)));
  for (const [name, part] of members) if (!Object.hasOwn(value, name) || !shows(part, Reflect.get(value, name))) return false;
  return true;
}

function lostOf({ at, kind, members, elements, own }: Part, values: readonly unknown[]): string | undefined {
  if (!values.some((value) => kindOf(value) === kind)) return `${at === '' ? 'the body' : at} is not there as before`;
  for (const value of own) if (!values.includes(value)) return `${at} is not what belongs to the request, as before`;
  for (const [name, part] of members) {
    const lost = lostOf(part, membersOf(values, name));
    if (lost !== undefined) return lost;
  }
  if (elements === undefined) return undefined;
  const all = elementsOf(values);
  return all.length === 0 ? `${at} is empty` : lostOf(elements, all);
}

/** Null is nothing. */
function kindOf(value: unknown): Kind | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'object' : 'value';
}

function namesOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function membersOf(values: readonly unknown[], name: string): readonly unknown[] {
  const found: unknown[] = [];
  for (const value of values)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name))
      found.push(Reflect.get(value, name));
  return found;
}

function elementsOf(values: readonly unknown[]): readonly unknown[] {
  return values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : []));
}
