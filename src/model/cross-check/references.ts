import { defined } from '../defined.ts';
import { pathWithin } from '../field-path.ts';
import { pointerSegment } from '../pointer.ts';
import type { FileKey } from '../sources.ts';
import type { AgreementLaw, DocumentSpec, MachineRow, MembershipLaw, OperationRow, ResourceRow, ResponseRule } from '../types.ts';
import { familyReferences } from './family-references.ts';
import { FileReferences } from './file-references.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames, Names } from './names.ts';

/** Every name in a document's spec files that must be defined in another row; clause ids apart. */
export function* references(spec: DocumentSpec, names: DefinedNames): Generator<Reference> {
  const { load, clauses, authentication, endpoints, errors, resources, states, probes, refusals } = spec;
  const within = (file: FileKey): FileReferences => new FileReferences(file, names);
  for (const [index, { feature }] of clauses.entries())
    if (feature !== '') yield* within('clauses').named(`/clauses/${index}/feature`, 'one of the features above', feature, names.features);
  for (const [index, resource] of resources.resources.entries())
    yield* fieldReferences(within('resources'), resource, `/resources/${index}`);
  for (const [index, operation] of endpoints.operations.entries())
    yield* operationReferences(within('endpoints'), spec, operation, `/operations/${index}`);
  yield* linkReferences(within('endpoints'), spec);
  yield* lawReferences(within('document'), spec);
  for (const list of ['own', 'others'] as const)
    for (const [index, row] of (load.limiter?.[list] ?? []).entries()) yield* within('load').asked(row, `/limiter/${list}/${index}`);
  for (const [index, row] of (load.mix ?? []).entries()) yield* within('load').asked(row, `/mix/${index}`);
  const clauseIds = new Set(clauses.map(({ id }) => id));
  for (const [index, { speaksOf, operations }] of (refusals.contradicted ?? []).entries()) {
    yield* within('refusals').named(`/contradicted/${index}/speaksOf`, 'a clause of clauses.yaml', speaksOf, clauseIds);
    yield* within('refusals').operations(`/contradicted/${index}/operations`, operations);
  }
  for (const [index, { shownBy = [] }] of (authentication.callers ?? []).entries())
    for (const [at, clause] of shownBy.entries())
      yield* within('authentication').named(`/callers/${index}/shownBy/${at}`, 'a clause of clauses.yaml', clause, clauseIds);
  yield* within('errors').named('/others', 'a clause of clauses.yaml', errors.others, clauseIds);
  yield* stateReferences(within('providerStates'), spec);
  yield* familyReferences(spec, names);
  for (const file of ['resources', 'authentication', 'events', 'limits', 'versioning'] as const)
    yield* ruleReferences(within(file), spec[file].rules ?? []);
  for (const [index, machine] of states.machines.entries()) yield* machineReferences(within('states'), machine, `/machines/${index}`);
  for (const [index, probe] of probes.probes.entries()) {
    yield* within('probes').asked(defined({ given: probe.given }), `/probes/${index}`);
    yield* within('probes').steps(probe.steps, `/probes/${index}/steps`);
  }
}

/** What an operation answers and repeats, its examples, what is improper beside them, and how it is undone. */
function* operationReferences(
  file: FileReferences,
  { resources }: DocumentSpec,
  operation: OperationRow,
  pointer: string,
): Generator<Reference> {
  const { id, responses, echoes = [], examples = [], improper = [], requires = [], undo } = operation;
  for (const [at, { resource, error }] of responses.entries()) {
    yield* file.resources(`${pointer}/responses/${at}/resource`, resource);
    yield* file.errors(`${pointer}/responses/${at}/error`, error);
  }
  const parameters = file.names.parameters.get(id) ?? new Set();
  for (const [at, group] of requires.entries()) yield* file.named(`${pointer}/requires/${at}`, `a parameter of ${id}`, group, parameters);
  const shown = new Set(responses.map(({ resource }) => resource));
  const fields = resources.resources.filter(({ name }) => shown.has(name)).flatMap((resource) => resource.fields);
  const paths = new Set(fields.map(({ path }) => path));
  for (const [at, { field, parameter, notState, until }] of echoes.entries()) {
    yield* file.named(`${pointer}/echoes/${at}/field`, `a field that ${id} shows`, field, paths);
    yield* file.named(`${pointer}/echoes/${at}/parameter`, `a parameter of ${id}`, parameter, parameters);
    yield* file.states(`${pointer}/echoes/${at}/notState`, notState);
    yield* file.operations(`${pointer}/echoes/${at}/until`, until);
  }
  for (const [at, { caller, with: args, ...example }] of examples.entries()) {
    yield* file.asked(example, `${pointer}/examples/${at}`);
    yield* file.step({ call: id, with: args, ...defined({ caller }) }, `${pointer}/examples/${at}`);
  }
  const varied = variedNames(operation);
  for (const [at, { parameters: some, expect }] of improper.entries()) {
    const row = `${pointer}/improper/${at}`;
    yield* file.named(`${row}/parameters`, `a parameter of ${id}, a member of one, or body`, some, varied);
    yield* file.expectation(expect, `${row}/expect`);
  }
  if (undo === undefined) return;
  const { call, readBack, within } = undo;
  if (call !== undefined) yield* file.step({ call, with: { ...undo.with } }, `${pointer}/undo`);
  if (readBack !== undefined) yield* file.step({ call: readBack.call, with: { ...readBack.with } }, `${pointer}/undo/readBack`);
  yield* valueReferences(file, [undo.with, readBack?.with, within], `${pointer}/undo`, { $args: parameters });
}

function variedNames({ parameters = [] }: OperationRow): Names {
  const members = parameters.flatMap(({ name, schema }) =>
    'properties' in schema ? Object.keys(Object(schema.properties)).map((member) => `${name}.${member}`) : [],
  );
  return new Set([...parameters.map(({ name }) => name), ...members, 'body']);
}

/** What a link leads to, and what it repeats: a field of the document as a parameter of the operation. */
function* linkReferences(file: FileReferences, { endpoints, resources }: DocumentSpec): Generator<Reference> {
  const paths = resources.resources.flatMap(({ fields }) => fields.map(({ path }) => path));
  const inBody = new Set(paths);
  const inHolder = new Set(paths.map((path) => path.slice(path.lastIndexOf('[].') + 1).replace(/^\]\./, '')));
  for (const [index, { operation, own = [] }] of (endpoints.links ?? []).entries()) {
    yield* file.named(`/links/${index}/operation`, 'one of the operations above', operation, file.names.operations);
    const parameters = file.names.parameters.get(operation) ?? new Set();
    for (const [at, { parameter, holder, body }] of own.entries()) {
      const pointer = `/links/${index}/own/${at}`;
      yield* file.named(`${pointer}/parameter`, `a parameter of ${operation}`, parameter, parameters);
      yield* file.named(`${pointer}/body`, 'a field of resources.yaml', body, inBody);
      yield* file.named(`${pointer}/holder`, 'a field of an element in resources.yaml', holder, inHolder);
    }
  }
}

function* lawReferences(file: FileReferences, { document, resources }: DocumentSpec): Generator<Reference> {
  for (const [law, value] of Object.entries(document.laws ?? {}))
    if (!Array.isArray(value) && 'operation' in value) yield* file.operations(`/laws/${law}/operation`, value.operation);
  const fieldsOf = (name: string): readonly string[] =>
    resources.resources.find((resource) => resource.name === name)?.fields.map(({ path }) => path) ?? [];
  for (const [index, law] of (document.laws?.agreement ?? []).entries())
    yield* agreementReferences(file, law, `/laws/agreement/${index}`, fieldsOf);
  for (const [index, { operation }] of (document.laws?.served ?? []).entries())
    yield* file.operations(`/laws/served/${index}/operation`, operation);
  for (const [index, law] of (document.laws?.membership ?? []).entries())
    yield* membershipReferences(file, law, `/laws/membership/${index}`);
}

/** The operations of a list, and the parameters that each of them takes. */
function* membershipReferences(file: FileReferences, law: MembershipLaw, pointer: string): Generator<Reference> {
  const asked = [
    { at: 'operation', call: law.operation, names: undefined },
    { at: 'enters/call', ...law.enters },
    { at: 'leaves/call', ...law.leaves },
    ...(law.reads === undefined ? [] : [{ at: 'reads/call', ...law.reads }]),
  ];
  for (const { at, call, names } of asked) {
    yield* file.operations(`${pointer}/${at}`, call);
    const parameters = file.names.parameters.get(call);
    if (parameters === undefined) continue;
    yield* file.named(`${pointer}/${at.replace('call', 'names')}`, `a parameter of ${call}`, names, parameters);
    yield* file.named(`${pointer}/within`, `a parameter of ${call}`, law.within, parameters);
  }
}

/** The fields that views agree in: what identifies an object is a field of each, and what they agree in of one at least. */
function* agreementReferences(
  file: FileReferences,
  { views, fields }: AgreementLaw,
  pointer: string,
  fieldsOf: (resource: string) => readonly string[],
): Generator<Reference> {
  for (const [index, { resource, at, key }] of views.entries()) {
    const row = `${pointer}/views/${index}`;
    yield* file.resources(`${row}/resource`, resource);
    if (file.names.resources.has(resource))
      yield* file.named(`${row}/key`, `a field of ${resource}`, pathWithin(at, key), new Set(fieldsOf(resource)));
  }
  const shownBy = views.map(({ resource }) => resource).join(' or ');
  for (const [index, { path, until }] of fields.entries()) {
    const isShown = views.some(({ resource, at }) => fieldsOf(resource).includes(pathWithin(at, path)));
    yield* file.named(`${pointer}/fields/${index}/path`, `a field of ${shownBy}`, path, new Set(isShown ? [path] : []));
    yield* file.operations(`${pointer}/fields/${index}/until`, until);
  }
}

/** What the keys of a field are, and what a field that is always shown depends on. */
function* fieldReferences(file: FileReferences, { name, fields }: ResourceRow, pointer: string): Generator<Reference> {
  const paths = new Set(fields.map(({ path }) => path));
  const data = new Set([...file.names.data.values()].flatMap((known) => [...known]));
  for (const [index, { path, shown = 'always', keys }] of fields.entries()) {
    yield* file.named(`${pointer}/fields/${index}/keys/of`, `a field of ${name}`, keys?.of, paths);
    yield* file.states(`${pointer}/fields/${index}/keys/state`, keys?.state);
    if (shown === 'always') continue;
    const row = `${pointer}/fields/${index}/shown`;
    yield* file.states(`${row}/state`, shown.state);
    yield* file.named(`${row}/given`, 'a datum of provider-states.yaml', shown.given, data);
    const holder = path.split('.').slice(0, -1);
    for (const member of Object.keys(shown.beside ?? {}))
      yield* file.named(`${row}/beside/${pointerSegment(member)}`, `a field of ${name}`, [...holder, member].join('.'), paths);
  }
}

function* ruleReferences(file: FileReferences, rules: readonly ResponseRule[]): Generator<Reference> {
  for (const [index, { when = {} }] of rules.entries()) {
    yield* file.operations(`/rules/${index}/when/operation`, when.operation);
    yield* file.states(`/rules/${index}/when/state`, when.state);
    yield* file.callers(`/rules/${index}/when/caller`, when.caller);
  }
}

function* machineReferences(file: FileReferences, machine: MachineRow, pointer: string): Generator<Reference> {
  const known = new Set(machine.states.map(({ name }) => name));
  const states = (at: string, named: string | readonly string[]): Generator<Reference> =>
    file.named(`${pointer}${at}`, `a state of ${machine.id}`, named, known);
  yield* file.resources(`${pointer}/resource`, machine.resource);
  yield* states('/initial', machine.initial);
  yield* file.steps(machine.readBack, `${pointer}/readBack`);
  for (const [index, { from, to, given, trigger, also, readBack }] of machine.transitions.entries()) {
    const row = `/transitions/${index}`;
    yield* states(`${row}/from`, from);
    if (typeof to === 'string') yield* states(`${row}/to`, to);
    else if ('refused' in to) yield* file.errors(`${pointer}${row}/to/refused`, to.refused);
    yield* file.asked(defined({ given }), `${pointer}${row}`);
    yield* file.steps(trigger, `${pointer}${row}/trigger`);
    yield* file.expectations(also, `${pointer}${row}/also`);
    yield* file.steps(readBack, `${pointer}${row}/readBack`);
  }
}

/** What asks whether a provider state still stands. */
function* stateReferences(file: FileReferences, { providerStates }: DocumentSpec): Generator<Reference> {
  for (const [index, { name, readBack }] of providerStates.states.entries()) {
    if (readBack === undefined) continue;
    const pointer = `/states/${index}/readBack`;
    yield* file.step({ call: readBack.call, with: { ...readBack.with } }, pointer);
    yield* valueReferences(file, readBack.with, pointer, { $state: file.names.data.get(name) ?? new Set() });
  }
}

/** `$head.NAME` anywhere in a value, for the heads whose names are known. */
function* valueReferences(
  file: FileReferences,
  value: unknown,
  pointer: string,
  known: Readonly<Record<string, Names>>,
): Generator<Reference> {
  if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value)) yield* valueReferences(file, entry, pointer, known);
    return;
  }
  const [head = '', name = ''] = typeof value === 'string' ? value.split('.') : [];
  const names = known[head];
  if (names !== undefined) yield* file.named(pointer, `a name after ${head}.`, name, names);
}
