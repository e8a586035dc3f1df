import type { FileKey } from '../sources.ts';
import type { AgreementLaw, DocumentSpec, MachineRow, ResourceRow, ResponseRule, EndpointsFile, OperationRow } from '../types.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames, Names } from './names.ts';
import { familyReferences } from './family-references.ts';
import { givenReferences, stepReferences, expectationReferences } from './step-references.ts';
import { defined } from '../defined.ts';
import { pathWithin } from '../field-path.ts';
import { pointerSegment } from '../pointer.ts';

/** Every name in a document's spec files that must be defined in another row; clause ids apart. */
export function* references(spec: DocumentSpec, names: DefinedNames): Generator<Reference> {
  const { document, load, clauses, endpoints, resources, authentication, events, limits, versioning, states, probes, refusals } = spec;
  for (const [index, { feature }] of clauses.entries()) {
    yield {
      file: 'clauses',
      pointer: `/clauses/${index}/feature`,
      what: 'one of the features above',
      name: feature,
      known: names.features,
    };
  }
  for (const [index, resource] of resources.resources.entries()) yield* presenceReferences(resource, `/resources/${index}`, names);
  for (const [index, { responses }] of endpoints.operations.entries()) {
    for (const [at, { resource, error }] of responses.entries()) {
      const pointer = `/operations/${index}/responses/${at}`;
      if (resource !== undefined)
        yield {
          file: 'endpoints',
          pointer: `${pointer}/resource`,
          what: 'a resource of resources.yaml',
          name: resource,
          known: names.resources,
        };
      if (error !== undefined)
        yield { file: 'endpoints', pointer: `${pointer}/error`, what: 'an error of errors.yaml', name: error, known: names.errors };
    }
  }
  for (const [index, { operation }] of (endpoints.links ?? []).entries()) {
    yield {
      file: 'endpoints',
      pointer: `/links/${index}/operation`,
      what: 'one of the operations above',
      name: operation,
      known: names.operations,
    };
  }
  yield* ownershipReferences(spec, names);
  for (const [law, value] of Object.entries(document.laws ?? {}))
    if (!Array.isArray(value) && 'operation' in value)
      yield {
        file: 'document',
        pointer: `/laws/${law}/operation`,
        what: 'an operation of endpoints.yaml',
        name: value.operation,
        known: names.operations,
      };
  for (const [index, law] of (document.laws?.agreement ?? []).entries())
    yield* agreementReferences(spec, law, `/laws/agreement/${index}`, names);
  for (const list of ['own', 'others'] as const)
    for (const [index, { step, given = [] }] of (load.limiter?.[list] ?? []).entries()) {
      for (const [at, one] of given.entries()) yield* givenReferences('load', one, `/limiter/${list}/${index}/given/${at}`, names);
      yield* stepReferences('load', step, `/limiter/${list}/${index}/step`, names);
    }
  for (const [index, { given = [], prepare = [], step }] of (load.mix ?? []).entries()) {
    for (const [at, one] of given.entries()) yield* givenReferences('load', one, `/mix/${index}/given/${at}`, names);
    for (const [at, one] of prepare.entries()) yield* stepReferences('load', one, `/mix/${index}/prepare/${at}`, names);
    yield* stepReferences('load', step, `/mix/${index}/step`, names);
  }
  const clauseIds = new Set(clauses.map(({ id }) => id));
  for (const [index, { speaksOf, operations = [] }] of (refusals.contradicted ?? []).entries()) {
    const pointer = `/contradicted/${index}`;
    for (const [at, name] of speaksOf.entries())
      yield { file: 'refusals', pointer: `${pointer}/speaksOf/${at}`, what: 'a clause of clauses.yaml', name, known: clauseIds };
    for (const [at, name] of operations.entries())
      yield {
        file: 'refusals',
        pointer: `${pointer}/operations/${at}`,
        what: 'an operation of endpoints.yaml',
        name,
        known: names.operations,
      };
  }
  yield* exampleReferences(endpoints, names);
  yield* cleanUpReferences(spec, names);
  yield* familyReferences(spec, names);
  const files: readonly (readonly [FileKey, readonly ResponseRule[] | undefined])[] = [
    ['resources', resources.rules],
    ['authentication', authentication.rules],
    ['events', events.rules],
    ['limits', limits.rules],
    ['versioning', versioning.rules],
  ];
  for (const [file, rules = []] of files) yield* ruleReferences(file, rules, names);
  for (const [index, machine] of states.machines.entries()) yield* machineReferences(machine, `/machines/${index}`, names);
  for (const [index, { given = [], steps }] of probes.probes.entries()) {
    for (const [at, one] of given.entries()) yield* givenReferences('probes', one, `/probes/${index}/given/${at}`, names);
    for (const [at, step] of steps.entries()) yield* stepReferences('probes', step, `/probes/${index}/steps/${at}`, names);
  }
}

/** What responses and links repeat: a field of the document and a parameter of the operation. */
function* ownershipReferences({ endpoints, resources }: DocumentSpec, names: DefinedNames): Generator<Reference> {
  const none = new Set<string>();
  for (const [index, { id, responses, echoes = [] }] of endpoints.operations.entries()) {
    const shown = new Set(responses.map(({ resource }) => resource));
    const fields = resources.resources.filter(({ name }) => shown.has(name)).flatMap((resource) => resource.fields);
    for (const [at, { field, parameter }] of echoes.entries()) {
      const pointer = `/operations/${index}/echoes/${at}`;
      const known = new Set(fields.map(({ path }) => path));
      yield { file: 'endpoints', pointer: `${pointer}/field`, what: `a field that ${id} shows`, name: field, known };
      const parameters = names.parameters.get(id) ?? none;
      yield { file: 'endpoints', pointer: `${pointer}/parameter`, what: `a parameter of ${id}`, name: parameter, known: parameters };
    }
  }
  const paths = resources.resources.flatMap(({ fields }) => fields.map(({ path }) => path));
  const inBody = new Set(paths);
  const inHolder = new Set(paths.map((path) => path.slice(path.lastIndexOf('[].') + 1).replace(/^\]\./, '')));
  for (const [index, { operation, own = [] }] of (endpoints.links ?? []).entries())
    for (const [at, { parameter, holder, body }] of own.entries()) {
      const pointer = `/links/${index}/own/${at}`;
      const parameters = names.parameters.get(operation) ?? none;
      yield { file: 'endpoints', pointer: `${pointer}/parameter`, what: `a parameter of ${operation}`, name: parameter, known: parameters };
      if (body !== undefined)
        yield { file: 'endpoints', pointer: `${pointer}/body`, what: 'a field of resources.yaml', name: body, known: inBody };
      if (holder !== undefined)
        yield {
          file: 'endpoints',
          pointer: `${pointer}/holder`,
          what: 'a field of an element in resources.yaml',
          name: holder,
          known: inHolder,
        };
    }
}

/** The fields that views agree in: what identifies an object is a field of each, and what they agree in of one at least. */
function* agreementReferences({ resources }: DocumentSpec, law: AgreementLaw, pointer: string, names: DefinedNames): Generator<Reference> {
  const fieldsOf = (name: string): readonly string[] =>
    resources.resources.find((resource) => resource.name === name)?.fields.map(({ path }) => path) ?? [];
  for (const [index, { resource, at, key }] of law.views.entries()) {
    const row = `${pointer}/views/${index}`;
    yield { file: 'document', pointer: `${row}/resource`, what: 'a resource of resources.yaml', name: resource, known: names.resources };
    const known = new Set(fieldsOf(resource));
    if (names.resources.has(resource))
      yield { file: 'document', pointer: `${row}/key`, what: `a field of ${resource}`, name: pathWithin(at, key), known };
  }
  for (const [index, { path, until = [] }] of law.fields.entries()) {
    const row = `${pointer}/fields/${index}`;
    const known = new Set(
      law.views.flatMap(({ resource, at }) => fieldsOf(resource).flatMap((field) => (pathWithin(at, path) === field ? [path] : []))),
    );
    yield {
      file: 'document',
      pointer: `${row}/path`,
      what: `a field of ${law.views.map(({ resource }) => resource).join(' or ')}`,
      name: path,
      known,
    };
    for (const [at, name] of until.entries())
      yield { file: 'document', pointer: `${row}/until/${at}`, what: 'an operation of endpoints.yaml', name, known: names.operations };
  }
}

/** What a field that is always shown depends on. */
function* presenceReferences({ name, fields }: ResourceRow, pointer: string, names: DefinedNames): Generator<Reference> {
  const paths = new Set(fields.map(({ path }) => path));
  const data = new Set([...names.data.values()].flatMap((known) => [...known]));
  for (const [index, { path, shown = 'always' }] of fields.entries()) {
    if (shown === 'always') continue;
    const row = `${pointer}/fields/${index}/shown`;
    for (const [at, state] of (shown.state ?? []).entries())
      yield { file: 'resources', pointer: `${row}/state/${at}`, what: 'a state of states.yaml', name: state, known: names.states };
    if (shown.given !== undefined)
      yield { file: 'resources', pointer: `${row}/given`, what: 'a datum of provider-states.yaml', name: shown.given, known: data };
    const holder = path.split('.').slice(0, -1);
    for (const member of Object.keys(shown.beside ?? {}))
      yield {
        file: 'resources',
        pointer: `${row}/beside/${pointerSegment(member)}`,
        what: `a field of ${name}`,
        name: [...holder, member].join('.'),
        known: paths,
      };
  }
}

function* ruleReferences(file: FileKey, rules: readonly ResponseRule[], names: DefinedNames): Generator<Reference> {
  for (const [index, { when = {} }] of rules.entries()) {
    const pointer = `/rules/${index}/when`;
    for (const [at, name] of (when.operation ?? []).entries())
      yield { file, pointer: `${pointer}/operation/${at}`, what: 'an operation of endpoints.yaml', name, known: names.operations };
    for (const [at, name] of (when.state ?? []).entries())
      yield { file, pointer: `${pointer}/state/${at}`, what: 'a state of states.yaml', name, known: names.states };
    for (const [at, name] of (when.caller ?? []).entries())
      yield { file, pointer: `${pointer}/caller/${at}`, what: 'a caller of authentication.yaml', name, known: names.callers };
  }
}

function* machineReferences(machine: MachineRow, pointer: string, names: DefinedNames): Generator<Reference> {
  const known = new Set(machine.states.map(({ name }) => name));
  const state = (at: string, name: string): Reference => ({
    file: 'states',
    pointer: `${pointer}${at}`,
    what: `a state of ${machine.id}`,
    name,
    known,
  });
  yield {
    file: 'states',
    pointer: `${pointer}/resource`,
    what: 'a resource of resources.yaml',
    name: machine.resource,
    known: names.resources,
  };
  yield state('/initial', machine.initial);
  for (const [at, step] of (machine.readBack ?? []).entries()) yield* stepReferences('states', step, `${pointer}/readBack/${at}`, names);
  for (const [index, { from, to, given = [], trigger, also = [], readBack = [] }] of machine.transitions.entries()) {
    const row = `/transitions/${index}`;
    if (typeof from === 'string') yield state(`${row}/from`, from);
    else for (const [at, name] of from.entries()) yield state(`${row}/from/${at}`, name);
    if (typeof to === 'string') yield state(`${row}/to`, to);
    else if ('refused' in to)
      yield {
        file: 'states',
        pointer: `${pointer}${row}/to/refused`,
        what: 'an error of errors.yaml',
        name: to.refused,
        known: names.errors,
      };
    for (const [at, one] of given.entries()) yield* givenReferences('states', one, `${pointer}${row}/given/${at}`, names);
    for (const [at, step] of trigger.entries()) yield* stepReferences('states', step, `${pointer}${row}/trigger/${at}`, names);
    for (const [at, one] of also.entries()) yield* expectationReferences('states', one, `${pointer}${row}/also/${at}`, names);
    for (const [at, step] of readBack.entries()) yield* stepReferences('states', step, `${pointer}${row}/readBack/${at}`, names);
  }
}

/** What the clean-up after a case calls, and what it refers to. */
function* cleanUpReferences({ endpoints, providerStates }: DocumentSpec, names: DefinedNames): Generator<Reference> {
  for (const [index, { id, undo }] of endpoints.operations.entries()) {
    if (undo === undefined) continue;
    const pointer = `/operations/${index}/undo`;
    const known = { $args: names.parameters.get(id) ?? new Set<string>() };
    if (undo.call !== undefined) yield* stepReferences('endpoints', { call: undo.call, with: { ...undo.with } }, pointer, names);
    if (undo.readBack !== undefined) {
      const { call, with: args } = undo.readBack;
      yield* stepReferences('endpoints', { call, with: { ...args } }, `${pointer}/readBack`, names);
    }
    yield* valueReferences('endpoints', [undo.with, undo.readBack?.with, undo.within], pointer, known);
  }
  for (const [index, { name, readBack }] of providerStates.states.entries()) {
    if (readBack === undefined) continue;
    const pointer = `/states/${index}/readBack`;
    yield* stepReferences('providerStates', { call: readBack.call, with: { ...readBack.with } }, pointer, names);
    yield* valueReferences('providerStates', readBack.with, pointer, { $state: names.data.get(name) ?? new Set<string>() });
  }
}

/** `$head.NAME` anywhere in a value, for the heads whose names are known. */
function* valueReferences(file: FileKey, value: unknown, pointer: string, known: Readonly<Record<string, Names>>): Generator<Reference> {
  if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value)) yield* valueReferences(file, entry, pointer, known);
    return;
  }
  const [head = '', name = ''] = typeof value === 'string' ? value.split('.') : [];
  const names = known[head];
  if (names !== undefined) yield { file, pointer, what: `a name after ${head}.`, name, known: names };
}

/** Names that the examples of operations, and what is forbidden beside them, refer to. */
function* exampleReferences({ operations }: EndpointsFile, names: DefinedNames): Generator<Reference> {
  for (const [index, operation] of operations.entries()) {
    const pointer = `/operations/${index}`;
    const { id, examples = [], improper = [] } = operation;
    for (const [at, { given = [], prepare = [], caller, with: args }] of examples.entries()) {
      const row = `${pointer}/examples/${at}`;
      for (const [which, one] of given.entries()) yield* givenReferences('endpoints', one, `${row}/given/${which}`, names);
      for (const [which, step] of prepare.entries()) yield* stepReferences('endpoints', step, `${row}/prepare/${which}`, names);
      yield* stepReferences('endpoints', { call: id, with: args, ...defined({ caller }) }, row, names);
    }
    const known = variedNames(operation);
    for (const [at, { parameters, expect }] of improper.entries()) {
      const row = `${pointer}/improper/${at}`;
      for (const [which, name] of parameters.entries())
        yield {
          file: 'endpoints',
          pointer: `${row}/parameters/${which}`,
          what: `a parameter of ${id}, a member of one, or body`,
          name,
          known,
        };
      yield* expectationReferences('endpoints', expect, `${row}/expect`, names);
    }
  }
}

function variedNames({ parameters = [] }: OperationRow): Names {
  const members = parameters.flatMap(({ name, schema }) =>
    'properties' in schema ? Object.keys(Object(schema.properties)).map((member) => `${name}.${member}`) : [],
  );
  return new Set([...parameters.map(({ name }) => name), ...members, 'body']);
}
