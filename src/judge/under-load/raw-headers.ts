/** Reads raw header lists fast: a service sends the same fields in the same order nearly always. */
export interface HeaderLayout {
  /** lower-case names, by position */
  readonly names: readonly string[];
  /** where a name's value stands in the raw list; -1 where it is absent, -2 where it is repeated */
  at(name: string): number;
  /** by lower-case name; repeated fields as arrays, in their order */
  values(raw: readonly string[]): Readonly<Record<string, string | string[]>>;
}

export const ABSENT = -1;
export const REPEATED = -2;

/** Answers the layout of a raw header list (name, value, name, value …); the last one is remembered. */
export function layoutReader(): (raw: readonly string[]) => HeaderLayout {
  let known: readonly string[] = [];
  let layout = layoutOf(known);
  return (raw) => {
    if (hasSameNames(known, raw)) return layout;
    known = raw.filter((_text, index) => index % 2 === 0);
    layout = layoutOf(known);
    return layout;
  };
}

function hasSameNames(names: readonly string[], raw: readonly string[]): boolean {
  if (raw.length !== names.length * 2) return false;
  for (let index = 0; index < names.length; index++) if (raw[index * 2] !== names[index]) return false;
  return true;
}

function layoutOf(given: readonly string[]): HeaderLayout {
  const names = given.map((name) => name.toLowerCase());
  // A name may be sent again and again, or be one that objects have already.
  const isPlain = new Set(names).size === names.length && !names.includes('__proto__');
  return {
    names,
    at: (name) => {
      const first = names.indexOf(name);
      if (first === -1) return ABSENT;
      return names.lastIndexOf(name) === first ? first * 2 + 1 : REPEATED;
    },
    values: (raw) => {
      if (!isPlain) return gathered(names, raw);
      const values: Record<string, string> = {};
      names.forEach((name, index) => {
        values[name] = raw[index * 2 + 1] ?? '';
      });
      return values;
    },
  };
}

function gathered(names: readonly string[], raw: readonly string[]): Readonly<Record<string, string | string[]>> {
  const values = new Map<string, string | string[]>();
  names.forEach((name, index) => {
    const value = raw[index * 2 + 1] ?? '';
    const before = values.get(name);
    if (typeof before === 'object') before.push(value);
    else values.set(name, before === undefined ? value : [before, value]);
  });
  return Object.fromEntries(values);
}
