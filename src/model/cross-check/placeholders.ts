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
  const {
    uses = [],
    nearMisses = [],
    guards = [],
    repetitions = [],
    policies = [],
    isolations = [],
    stateOperations = [],
    deletions = [],
    durability = [],
    deadlines = [],
    concurrent = [],
    roundTrips = [],
    enumerations = [],
  } = spec.families;
  const all = usesOf(spec);
  const scopeBeside = (id: string, { given = [], prepare = [] }: Partial<Pick<UseRow, 'given' | 'prepare'>>): Scope => {
    const use = all.get(id);
    return scopeOf(
      [...(use?.given ?? []), ...given],
      [...(use?.prepare ?? []), ...prepare, ...(use === undefined ? [] : [use.step])],
      names,
    );
  };
  const guarded = guards.flatMap((guard, index) =>
    guard.uses.flatMap((id) => [...unknownIn('families', { ...guard, uses: [] }, `/guards/${index}`, scopeBeside(id, guard))]),
  );
  const repeated = repetitions.flatMap(({ uses: ids, expect }, index) =>
    ids.flatMap((id) => {
      const scope = new Map([...scopeBeside(id, {}), ['first', undefined] as const]);
      return [...unknownIn('families', expect, `/repetitions/${index}/expect`, scope)];
    }),
  );
  const announced = policies.flatMap((row, index) =>
    row.uses.flatMap((id) => [...unknownIn('families', row, `/policies/${index}`, scopeBeside(id, {}))]),
  );
  const beside = isolations.flatMap((row, index) =>
    row.uses.flatMap((id) => {
      const { given = [], prepare = [] } = guards.find((guard) => guard.id === row.guard) ?? {};
      const other = {
        given: [...given, ...(row.given ?? [])],
        prepare: [...prepare, ...(row.prepare ?? []), { ...row.read, id: 'before' }],
      };
      return [...unknownIn('families', { ...row, uses: [] }, `/isolations/${index}`, scopeBeside(id, other))];
    }),
  );
  const inStates = stateOperations.flatMap(({ from, given = [], expect }, index) => [
    ...unknownIn('families', { given, expect }, `/stateOperations/${index}`, scopeBeside(from, { given })),
  ]);
  const deleted = deletions.flatMap((row, index) =>
    usesThatName(spec, row).flatMap(({ id }) => {
      const scope = new Map([...scopeBeside(id, {}), ['deleted', undefined] as const]);
      return [...unknownIn('families', { with: row.with, expect: row.expect }, `/deletions/${index}`, scope)];
    }),
  );
  const written = durability.flatMap((row, index) =>
    row.uses.flatMap((id) => {
      const scope = new Map([...scopeBeside(id, { prepare: row.between ?? [] }), ['first', undefined] as const]);
      return [...unknownIn('families', { ...row, uses: [] }, `/durability/${index}`, scope)];
    }),
  );
  const ending = deadlines.flatMap((row, index) =>
    row.uses.flatMap((id) => [
      ...unknownIn('families', { ...row, uses: [] }, `/deadlines/${index}`, scopeBeside(id, { prepare: row.prepare ?? [] })),
    ]),
  );
  const raced = concurrent.flatMap((row, index) =>
    row.uses.flatMap((id) => {
      const steps = [...(row.prepare ?? []), ...(row.afterwards ?? []), { id: 'one' }, { id: 'two' }];
      return [
        ...unknownIn('families', { ...row, uses: [] }, `/concurrent/${index}`, scopeBeside(id, { given: row.given ?? [], prepare: steps })),
      ];
    }),
  );
  return [
    ...guarded,
    ...repeated,
    ...announced,
    ...beside,
    ...inStates,
    ...deleted,
    ...written,
    ...ending,
    ...raced,
    ...roundTrips.flatMap(({ use, read }, index) => [
      ...unknownIn('families', read, `/roundTrips/${index}/read`, new Map([...scopeBeside(use, {}), ['made', undefined] as const])),
    ]),
    ...enumerations.flatMap(({ use, given = [], read, expect }, index) => [
      ...unknownIn(
        'families',
        { given, read, expect },
        `/enumerations/${index}`,
        new Map([...scopeBeside(use, { given }), ['made', undefined] as const]),
      ),
    ]),
    ...uses.flatMap((use, index) => [...unknownIn('families', use, `/uses/${index}`, scopeBeside(use.id, {}))]),
    ...nearMisses.flatMap(({ use, expect, others = [] }, index) => [
      ...unknownIn('families', expect, `/nearMisses/${index}/expect`, scopeBeside(use, {})),
      ...others.flatMap((other, at) => [...unknownIn('families', other, `/nearMisses/${index}/others/${at}`, scopeBeside(use, other))]),
    ]),
  ];
}

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
