import { pointerSegment } from '../pointer.ts';
import type { FileKey } from '../sources.ts';
import { usesThatName } from '../families/deletions.ts';
import { usesOf } from '../families/uses.ts';
import type { DocumentSpec, FamiliesFile, Given, SizeRow, Step } from '../types.ts';
import { familyRows } from './family-rows.ts';
import type { Placed } from './family-rows.ts';
import type { Mistake } from './mistake.ts';
import type { DefinedNames } from './names.ts';

const PLACEHOLDER = /^\$([A-Za-z][\w-]*)(?:\.([^\s${}.]+)[^\s${}]*)?$|\$\{([A-Za-z][\w-]*)(?:\.([^\s${}.]+)[^\s${}]*)?\}/g;
/** The previous answer, generated values, and what the profile gives to prove who calls. */
const ALWAYS = ['last', 'fresh', 'credentials'];

/** `$alias.field` in steps: the alias must be of a provider state or step, the field one of those that the state answers. */
export function placeholders(spec: DocumentSpec, names: DefinedNames): readonly Mistake[] {
  const { states, probes, endpoints } = spec;
  return [
    ...familyPlaceholders(spec, names),
    // A later transition refers to what led to its state, so all of a machine's aliases are known in each.
    ...states.machines.flatMap((machine, index) => {
      const rows = machine.transitions.map(({ given = [], trigger, also = [], readBack = [] }) => ({
        given,
        steps: [...trigger, ...readBack],
        rest: also,
      }));
      const scope = scopeOf(
        rows.flatMap(({ given }) => given),
        rows.flatMap(({ steps }) => steps),
        names,
      );
      const whole = { transitions: machine.transitions, readBack: machine.readBack };
      return [...unknownIn('states', whole, `/machines/${index}`, scope)];
    }),
    ...probes.probes.flatMap(({ given = [], steps, sizes }, index) => {
      const numbers = sizes === undefined ? [] : [['size', namesIn(sizes)] as const];
      const scope = new Map([...scopeOf(given, steps, names), ...numbers]);
      // Judges do not know what was drawn, so that no expectation can name it.
      const unjudged = steps.map(({ expect: _expect, ...step }) => step);
      return [
        ...unknownIn('probes', { given, steps: unjudged }, `/probes/${index}`, scope),
        ...unknownIn('probes', { steps: steps.map(({ expect }) => ({ expect })) }, `/probes/${index}`, scopeOf(given, steps, names)),
      ];
    }),
    ...endpoints.operations.flatMap(({ examples = [], improper }, index) => {
      const rows = examples.map(({ given = [], prepare = [], with: args }) => ({ given, prepare, args }));
      const all = scopeOf(
        rows.flatMap(({ given }) => given),
        rows.flatMap(({ prepare }) => prepare),
        names,
      );
      return [
        ...rows.flatMap(({ given, prepare, args }, at) => [
          ...unknownIn('endpoints', { prepare, with: args }, `/operations/${index}/examples/${at}`, scopeOf(given, prepare, names)),
        ]),
        ...unknownIn('endpoints', improper, `/operations/${index}/improper`, all),
      ];
    }),
  ];
}

/** Names that a family gives to the requests that it sends. */
const NAMED_BY_FAMILY: Partial<Record<keyof FamiliesFile, readonly string[]>> = {
  repetitions: ['first'],
  isolations: ['before'],
  deletions: ['deleted'],
  durability: ['first'],
  concurrent: ['one', 'two'],
  roundTrips: ['made'],
  enumerations: ['made'],
};

/** What families change of a use refers to what stands for something in that use. */
function familyPlaceholders(spec: DocumentSpec, names: DefinedNames): readonly Mistake[] {
  const { guards = [], deletions = [] } = spec.families;
  const all = usesOf(spec);
  return familyRows(spec).flatMap(({ list, row, pointer, uses, ...parts }) => {
    const ids = 'step' in row ? [row.id] : uses.map(([, id]) => id);
    const deletion = deletions.find((one) => one === row);
    const gone = deletion === undefined ? [] : usesThatName(spec, deletion).map(({ id }) => id);
    const guard = 'guard' in row ? guards.find(({ id }) => id === row.guard) : undefined;
    return [...new Set([...ids, ...gone])].flatMap((id) => {
      const use = all.get(id);
      const scopeBeside = (given: readonly Placed<Given>[], steps: readonly Placed<Step>[]): Scope =>
        scopeOf(
          [...(use?.given ?? []), ...(guard?.given ?? []), ...given.map(([, one]) => one)],
          [...(use?.prepare ?? []), ...(use === undefined ? [] : [use.step]), ...(guard?.prepare ?? []), ...steps.map(([, one]) => one)],
          names,
          NAMED_BY_FAMILY[list],
        );
      // What stands for a credential, and what another row names, is looked up as a reference.
      const { secret: _secret, subject: _subject, use: _use, uses: _uses, others: _others, ...own } = { ...ABSENT, ...row };
      return [
        ...unknownIn('families', own, pointer, scopeBeside(parts.given, parts.steps)),
        ...parts.inner.flatMap((inner) => [...unknownIn('families', inner.row, inner.pointer, scopeBeside(inner.given, inner.steps))]),
      ];
    });
  });
}

const ABSENT = { secret: undefined, subject: undefined, use: undefined, uses: undefined, others: undefined };

/** Numbers that every size of a probe has. */
function namesIn(sizes: readonly SizeRow[]): ReadonlySet<string> {
  return new Set(Object.keys(sizes[0] ?? {}).filter((name) => name !== 'id' && sizes.every((size) => Object.hasOwn(size, name))));
}

/** Names that stand for something, and the fields of each; undefined where any field may be there. */
type Scope = ReadonlyMap<string, ReadonlySet<string> | undefined>;

function scopeOf(given: readonly Given[], steps: readonly Step[], names: DefinedNames, further: readonly string[] = []): Scope {
  const scope = new Map<string, Set<string> | undefined>(ALWAYS.map((name) => [name, undefined]));
  for (const { as, state } of [...given, ...steps.flatMap(({ provide }) => provide ?? [])]) {
    if (as !== undefined) scope.set(as, new Set([...(scope.get(as) ?? []), ...(names.data.get(state) ?? [])]));
  }
  for (const { id } of steps) if (id !== undefined) scope.set(id, undefined);
  for (const name of further) scope.set(name, undefined);
  return scope;
}

function* unknownIn(file: FileKey, value: unknown, pointer: string, scope: Scope): Generator<Mistake> {
  if (typeof value === 'object' && value !== null)
    for (const [key, entry] of Object.entries(value)) yield* unknownIn(file, entry, `${pointer}/${pointerSegment(key)}`, scope);
  if (typeof value !== 'string') return;
  for (const [found, whole, wholeField, inserted, insertedField] of value.matchAll(PLACEHOLDER)) {
    const name = whole ?? inserted ?? '';
    const field = wholeField ?? insertedField;
    const fields = scope.get(name);
    if (!scope.has(name))
      yield { file, pointer, expected: `a name that stands for something here (${[...scope.keys()].join(', ')})`, found: `'${found}'` };
    else if (fields !== undefined && field !== undefined && !fields.has(field))
      yield { file, pointer, expected: `a datum of '${name}' (${[...fields].join(', ')})`, found: `'${found}'` };
  }
}
