import { pointerSegment } from '../pointer.ts';
import type { FileKey } from '../sources.ts';
import { usesThatName } from '../families/deletions.ts';
import { usesOf } from '../families/uses.ts';
import type { DocumentSpec, Given, SizeRow, Step, UseRow } from '../types.ts';
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

/** What families change of a use refers to what stands for something in that use. */
function familyPlaceholders(spec: DocumentSpec, names: DefinedNames): readonly Mistake[] {
  const { uses = [], nearMisses = [], guards = [], ways = [], repetitions = [], policies = [], isolations = [] } = spec.families;
  const { effects = [], stateOperations = [], deletions = [], durability = [], deadlines = [] } = spec.families;
  const { concurrent = [], roundTrips = [], enumerations = [] } = spec.families;
  const all = usesOf(spec);
  /** Of a value beside some uses, in what they prepare and what the family adds to that. */
  const unknown = (
    pointer: string,
    value: unknown,
    ids: readonly string[],
    beside: Beside = {},
    also: readonly string[] = [],
  ): readonly Mistake[] =>
    ids.flatMap((id) => {
      const use = all.get(id);
      const given = [...(use?.given ?? []), ...(beside.given ?? [])];
      const steps = [...(use?.prepare ?? []), ...(beside.prepare ?? []), ...(use === undefined ? [] : [use.step])];
      const scope = new Map([...scopeOf(given, steps, names), ...also.map((name) => [name, undefined] as const)]);
      return [...unknownIn('families', value, pointer, scope)];
    });
  /** Of rows that name their uses. */
  const ofRows = <Row extends { readonly uses: readonly string[] }>(
    key: string,
    rows: readonly Row[],
    beside: (row: Row) => Beside,
    also: readonly string[] = [],
  ): readonly Mistake[] => rows.flatMap((row, index) => unknown(`/${key}/${index}`, { ...row, uses: [] }, row.uses, beside(row), also));
  return [
    ...ofRows('guards', guards, (guard) => guard),
    ...ofRows('ways', ways, () => ({})),
    ...repetitions.flatMap(({ uses: ids, expect }, index) => unknown(`/repetitions/${index}/expect`, expect, ids, {}, ['first'])),
    ...ofRows('policies', policies, () => ({})),
    ...ofRows('isolations', isolations, ({ guard, given = [], prepare = [], read }) => {
      const known = guards.find(({ id }) => id === guard);
      return { given: [...(known?.given ?? []), ...given], prepare: [...(known?.prepare ?? []), ...prepare, { ...read, id: 'before' }] };
    }),
    ...ofRows('effects', effects, ({ given = [], settle = [] }) => ({ given, prepare: settle })),
    ...stateOperations.flatMap(({ from, given = [], expect }, index) =>
      unknown(`/stateOperations/${index}`, { given, expect }, [from], { given }),
    ),
    ...deletions.flatMap((row, index) => {
      const ids = usesThatName(spec, row).map(({ id }) => id);
      return unknown(`/deletions/${index}`, { with: row.with, expect: row.expect }, ids, {}, ['deleted']);
    }),
    ...ofRows('durability', durability, ({ between = [] }) => ({ prepare: between }), ['first']),
    ...ofRows('deadlines', deadlines, ({ prepare = [] }) => ({ prepare })),
    ...ofRows('concurrent', concurrent, ({ given = [], prepare = [], afterwards = [] }) => ({
      given,
      prepare: [...prepare, ...afterwards, { id: 'one' }, { id: 'two' }],
    })),
    ...roundTrips.flatMap(({ use, read, shown, expect }, index) =>
      unknown(`/roundTrips/${index}`, { read, shown, expect }, [use], {}, ['made']),
    ),
    ...enumerations.flatMap(({ use, given = [], read, expect }, index) =>
      unknown(`/enumerations/${index}`, { given, read, expect }, [use], { given }, ['made']),
    ),
    ...uses.flatMap((use, index) => unknown(`/uses/${index}`, use, [use.id])),
    ...nearMisses.flatMap(({ use, expect, others = [], twice = [] }, index) => [
      ...unknown(`/nearMisses/${index}/expect`, expect, [use]),
      ...others.flatMap((other, at) => unknown(`/nearMisses/${index}/others/${at}`, other, [use], other)),
      ...twice.flatMap((again, at) =>
        unknown(`/nearMisses/${index}/twice/${at}`, again, [use], { prepare: again.between ?? [] }, ['first']),
      ),
    ]),
  ];
}

type Beside = Partial<Pick<UseRow, 'given' | 'prepare'>>;

/** Numbers that every size of a probe has. */
function namesIn(sizes: readonly SizeRow[]): ReadonlySet<string> {
  return new Set(Object.keys(sizes[0] ?? {}).filter((name) => name !== 'id' && sizes.every((size) => Object.hasOwn(size, name))));
}

/** Names that stand for something, and the fields of each; undefined where any field may be there. */
type Scope = ReadonlyMap<string, ReadonlySet<string> | undefined>;

function scopeOf(given: readonly Given[], steps: readonly Step[], names: DefinedNames): Scope {
  const scope = new Map<string, Set<string> | undefined>(ALWAYS.map((name) => [name, undefined]));
  for (const { as, state } of [...given, ...steps.flatMap(({ provide }) => provide ?? [])]) {
    if (as !== undefined) scope.set(as, new Set([...(scope.get(as) ?? []), ...(names.data.get(state) ?? [])]));
  }
  for (const { id } of steps) if (id !== undefined) scope.set(id, undefined);
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
