import fc from 'fast-check';

/** What may stand anywhere in a file once somebody has had their hands on it. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 31) - 1,
  1e308,
  '',
  ' ',
  '~',
  '~token-1~',
  '..',
  '../../../etc/hostname',
  String.raw`..\..\dev\zero`,
  '__proto__',
  'constructor',
  '\ud800',
  '\u0000',
  '\u001b]8;;http://evil.example\u0007',
  '::error file=x::',
  '<script>alert(1)</script>',
  ']]>',
  '1e999',
  'NaN',
  '2030-02-30T25:61:61Z',
  '9999999999999-01-01',
  'http://[',
  'javascript:alert(1)',
  '$steps.x',
  '{{x}}',
  'a'.repeat(5_000),
  [],
  {},
  [[]],
  [null],
  { type: 'x' },
  Array.from({ length: 300 }, (_none, index) => index),
  Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], 0),
  JSON.parse('{"__proto__":{"type":"end"},"constructor":1,"toString":null}'),
];

/** One change of a value of JSON, at the place that a number chooses among all there are. */
export type Change =
  | { readonly how: 'put'; readonly place: number; readonly value: unknown }
  | { readonly how: 'remove' | 'repeat' | 'rename' | 'alike'; readonly place: number }
  | { readonly how: 'swap' | 'copy'; readonly place: number; readonly other: number };

const place = fc.nat({ max: 1 << 24 });

/** One to three changes; most of them leave a value that still looks like what it was. */
export const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ how: fc.constant('put' as const), place, value: fc.constantFrom(...STRANGE) }) },
    { weight: 1, arbitrary: fc.record({ how: fc.constant('put' as const), place, value: fc.jsonValue({ maxDepth: 3 }) }) },
    { weight: 4, arbitrary: fc.record({ how: fc.constantFrom('remove' as const, 'repeat' as const, 'rename' as const), place }) },
    { weight: 4, arbitrary: fc.record({ how: fc.constant('alike' as const), place }) },
    { weight: 4, arbitrary: fc.record({ how: fc.constantFrom('swap' as const, 'copy' as const), place, other: place }) },
  ),
  { minLength: 1, maxLength: 3 },
);

interface Place {
  readonly parent: object;
  readonly key: string;
}

/** The same with changes made; the value itself stays as it is. */
export function changed(value: unknown, all: readonly Change[]): unknown {
  const root = { value: structuredClone(value) };
  for (const change of all) apply(root, change);
  return root.value;
}

function apply(root: object, change: Change): void {
  const places = placesIn(root);
  const one = places[change.place % places.length];
  if (one === undefined) return;
  const { parent, key } = one;
  const found: unknown = Reflect.get(parent, key);
  // Another change may put something into it.
  if (change.how === 'put') set(parent, key, structuredClone(change.value));
  else if (change.how === 'remove') remove(parent, key);
  else if (change.how === 'repeat') {
    if (Array.isArray(parent)) parent.splice(Number(key), 0, structuredClone(found));
    else set(parent, `${key}2`, structuredClone(found));
  } else if (change.how === 'rename') {
    remove(parent, key);
    set(parent, key.toUpperCase(), found);
  } else if (change.how === 'alike') set(parent, key, alike(found, change.place));
  else if ('other' in change) {
    const second = places[change.other % places.length];
    // What holds the one in itself cannot stand inside of it.
    if (second === undefined || holds(found, second.parent) || holds(Reflect.get(second.parent, second.key), parent)) return;
    const there: unknown = Reflect.get(second.parent, second.key);
    set(parent, key, structuredClone(there));
    if (change.how === 'swap') set(second.parent, second.key, found);
  }
}

function set(parent: object, key: string, value: unknown): void {
  // A key such as __proto__ is a key like any other.
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove(parent: object, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
}

function alike(value: unknown, by: number): unknown {
  if (typeof value === 'number') return value + (by % 7) - 3;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return by % 2 === 0 ? `${value}x` : value.slice(1);
  if (Array.isArray(value)) return value.toReversed();
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).toReversed()) : 'x';
}

function holds(value: unknown, sought: object): boolean {
  if (value === sought) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, sought));
}

function placesIn(parent: object): readonly Place[] {
  return Object.entries(parent).flatMap(([key, value]: [string, unknown]) => [
    { parent, key },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}
