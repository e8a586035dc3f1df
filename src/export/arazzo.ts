import type { DocumentSpec, ExampleRow, Given, OperationRow, Step } from '../model/types.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { planTour, type Path } from '../plan/tour.ts';
import { transitionsOf, type Transition } from '../plan/transition-system.ts';
import { CONTROL, type ControlOperation } from './control.ts';
import { callerHeaders, callerOf, issuingArguments } from './caller-headers.ts';
import { knownStatuses, operationsOf, type Deployment, type Service, type BoundOperation } from './deployment.ts';
import { pointerSegment } from '../model/pointer.ts';
import { IN_LOCATION } from '../profile/answer.ts';
import { planRequest } from '../plan/request.ts';
import { resolveReferences } from '../plan/scope.ts';
import { plainSchema } from './dialect.ts';
import { defined } from '../model/defined.ts';
import { parametersOf } from './request.ts';

/**
 * The flows of a document as Arazzo 1.0: a workflow for each way of the tours through the state tables, so that every transition that
 * requests alone can reach is in one; the examples where a document has no states. Over the OpenAPI description beside it.
 */
export function arazzo(spec: DocumentSpec, deployment: Deployment, service: Service): JsonSchema {
  const transitions = transitionsOf(spec, deployment);
  const { paths, unreachable } = planTour(transitions);
  const flowOf = (number: number, given: readonly Given[], steps: readonly FlowStep[]): Flow =>
    arazzoFlow({ spec, deployment, service, number }, given, steps);
  const ways = paths.map((path, index) => ({
    path,
    id: slug(`${lastOf(path)?.id ?? ''}-${index + 1}`),
    flow: flowOf(index + 1, givenOf(path), stepsOf(path)),
  }));
  const examples = spec.states.machines.length > 0 ? [] : examplesOf(spec);
  const flows = [
    ...ways.map(({ path, flow, id }) => ({ ...workflow(flow, id), ...aboutPath(path) })),
    ...examples.map(({ row, example }, index) => ({
      ...workflow(flowOf(index + 1, example.given ?? [], exampleSteps(row, example)), slug(`${row.id}-${example.id}`)),
      summary: `${row.id}: ${example.about}`,
    })),
  ].filter(({ steps }) => steps.length > 0);
  return {
    arazzo: '1.0.1',
    info: {
      title: `Flows of the ${spec.name} document`,
      version: PACKAGE_VERSION,
      summary: `For the target ${deployment.name}.`,
      description: [
        deployment.control === undefined
          ? 'Inputs are the data of provider states, credentials and generated values (fresh_…). The description of a step names what has to happen outside the APIs before it.'
          : 'The first steps of a workflow set up its provider states through the control plane. Inputs are credentials and generated values (fresh_…); each has a default where a value may be shown.',
        ...(unreachable.length === 0
          ? []
          : [`In no flow, because the document does not show how to get there: ${unreachable.map(({ id }) => id).join(', ')}.`]),
      ].join('\n\n'),
    },
    sourceDescriptions: [spec.name, ...(deployment.control === undefined ? [] : [CONTROL])].map((name) => ({
      name,
      url: `./${name}.openapi.json`,
      type: 'openapi',
    })),
    workflows: flows,
    'x-unreachable': unreachable.map(({ id }) => id),
    'x-left-out': ways.filter(({ flow }) => flow.steps.length === 0).flatMap(({ path }) => path.transitions.map(({ id }) => id)),
  };
}

function workflow(flow: ReturnType<typeof arazzoFlow>, id: string): { readonly steps: readonly unknown[] } & JsonSchema {
  return { workflowId: id, ...flow };
}

function lastOf({ transitions }: Path): Transition | undefined {
  return transitions.at(-1);
}

function aboutPath({ given, transitions }: Path): JsonSchema {
  return {
    summary: transitions
      .map(({ from, target }) => `${from} to ${target}`)
      .join(', ')
      .slice(0, 200),
    description: transitions
      .map(({ id, row }) => `${id}${row.condition === undefined ? '' : `: ${row.condition}`}`)
      .concat(
        given === undefined
          ? []
          : [`Begins with the provider state '${given.state}'${given.params === undefined ? '' : ` ${JSON.stringify(given.params)}`}.`],
      )
      .join('\n\n'),
    'x-transitions': transitions.map(({ id }) => id),
  };
}

/** The path's own provider state, and under its alias whatever else the first transition is given. */
function givenOf({ given, transitions }: Path): readonly Given[] {
  const own = given === undefined ? [] : [given];
  const others = transitions.flatMap(({ row }) => row.given ?? []).filter(({ as }) => !own.some((one) => one.as === as));
  return [...own, ...others];
}

function stepsOf({ transitions }: Path): readonly FlowStep[] {
  return transitions.flatMap((transition) => {
    const { trigger, to } = transition.row;
    const first = trigger.findIndex(({ call }) => call !== undefined);
    const last = trigger.findLastIndex(({ call }) => call !== undefined);
    return trigger.map((step, index) => ({
      step,
      ...(index === first && typeof to === 'object' && 'declared' in to ? { declared: to.declared } : defined({ declared: step.observe })),
      ...(index < last ? {} : { takes: transition }),
    }));
  });
}

function examplesOf(spec: DocumentSpec): readonly { readonly row: OperationRow; readonly example: ExampleRow }[] {
  return spec.endpoints.operations.flatMap((row) => (row.examples ?? []).map((example) => ({ row, example })));
}

function exampleSteps(row: OperationRow, { prepare = [], caller, with: args }: ExampleRow): readonly FlowStep[] {
  const last: Step = { call: row.id, with: args, ...defined({ caller }) };
  return [...prepare, last].map((step) => ({ step }));
}

function slug(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
}

/** A step of the specs, the transition that it completes, and the declaration that says how it is answered. */
interface FlowStep {
  readonly step: Step;
  readonly declared?: string;
  readonly takes?: Transition;
}

/** The part of a workflow that its steps decide. */
export interface Flow {
  readonly inputs: JsonSchema;
  readonly steps: readonly JsonSchema[];
}

/** What the steps of a workflow are made from. */
interface Source {
  readonly spec: DocumentSpec;
  readonly deployment: Deployment;
  readonly service: Service;
  /** of the workflow: Redocly tells steps of different workflows apart by their ids */
  readonly number: number;
}

interface Sent {
  readonly stepId: string;
  /** undefined: a request to the control plane */
  readonly operation: BoundOperation | undefined;
  readonly object: JsonSchema;
  readonly outputs: Map<string, string>;
}

/** Steps of the specs as steps of a workflow; empty where one of them calls what nothing says how to call. */
function arazzoFlow(source: Source, given: readonly Given[], flow: readonly FlowStep[]): Flow {
  const { spec, service, deployment, number } = source;
  const { bound } = operationsOf(spec, service);
  const inputs = new Map<string, JsonSchema>();
  const sent: Sent[] = [];
  const byId = new Map<string, Sent>();
  const add = (name: string, operation: BoundOperation | undefined, object: JsonSchema): Sent => {
    const stepId = `${name}-${number}-${sent.length + 1}`;
    const one: Sent = { stepId, operation, outputs: new Map(), object: { stepId, ...object } };
    sent.push(one);
    return one;
  };
  let last: Sent | undefined;
  const lookup = (path: readonly string[]): string => expressionOf(path, { source, given, inputs, byId, last });
  const toControl = (name: string, operation: ControlOperation, payload: object): Sent =>
    add(name, undefined, {
      operationId: `$sourceDescriptions.${CONTROL}.${operation}`,
      requestBody: { contentType: 'application/json', payload },
      successCriteria: [{ condition: '$statusCode == 200' }],
    });
  const ask = (operation: BoundOperation, { step, takes, declared }: FlowStep, about: JsonSchema): Sent => {
    const resolved = resolveReferences(withoutOptional(step.with ?? {}), lookup);
    const args: Readonly<Record<string, unknown>> = typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
    const headers = callerHeaders(spec, service, step, {
      held: (name) => `{${credentialInput(name, source, inputs)}}`,
      issued: (by, pointer) => {
        const issuer = sent.find(({ operation: other }) => other?.row.id === by.id);
        return issuer === undefined ? `{${credentialInput(by.id, source, inputs)}}` : `{${outputOf(issuer, ['body', ...pointer])}}`;
      },
    });
    const parts = requestOf(operation, args, bound, headers);
    return add(step.id ?? operation.row.id, operation, {
      ...about,
      ...parts,
      operationId: deployment.control === undefined ? parts.operationId : `$sourceDescriptions.${spec.name}.${parts.operationId}`,
      successCriteria: declaredCriteria(service, step, declared) ?? criteria(spec, operation, takes),
    });
  };
  const provided: { readonly state: string; readonly by: Sent }[] = [];
  if (deployment.control !== undefined) {
    for (const { state, params = {}, as = '' } of given) {
      const by = toControl(`provide-${as}`, 'changeState', { state, params: resolveReferences(params, lookup), action: 'setup' });
      by.outputs.set('data', '$response.body');
      provided.push({ state, by });
      if (as !== '') byId.set(as, by);
    }
    const issuing = new Set(flow.flatMap(({ step }) => (step.call === undefined ? [] : (callerOf(spec, service, step)?.credential ?? []))));
    for (const operation of bound.filter(({ row }) => issuing.has(row.id) && flow.every(({ step }) => step.call !== row.id))) {
      const args = issuingArguments(spec, given, operation.row);
      if (args !== undefined) ask(operation, { step: { call: operation.row.id, with: args, caller: WITHOUT_CREDENTIAL } }, {});
    }
  }
  let outside: string[] = [];
  for (const one of flow) {
    const { step } = one;
    const { call: called } = step;
    if (called === undefined) {
      const made = deployment.control === undefined ? undefined : controlRequest(step, deployment.control.clock !== undefined);
      if (made === undefined) outside.push(outsideText(step));
      else {
        const payload = resolveReferences(made.payload, lookup);
        const done = toControl(made.name, made.operation, typeof payload === 'object' && payload !== null ? payload : {});
        if (step.id !== undefined) byId.set(step.id, done);
      }
      continue;
    }
    const operation = bound.find(({ row }) => row.id === called);
    if (operation === undefined) return NOTHING;
    const about = outside.length === 0 ? {} : { description: `Before this, outside the API: ${outside.join('; ')}.` };
    last = ask(operation, one, about);
    outside = [];
    if (step.id !== undefined) byId.set(step.id, last);
  }
  for (const { state, by } of provided.toReversed())
    toControl('remove', 'changeState', { state, action: 'teardown', data: `$steps.${by.stepId}.outputs.data` });
  return {
    inputs: { type: 'object', properties: Object.fromEntries(inputs), required: [...inputs.keys()] },
    steps: sent.map(({ object, outputs }) => (outputs.size === 0 ? object : { ...object, outputs: Object.fromEntries(outputs) })),
  };
}

/** No kind of caller: a request that issues a credential shows none. */
const WITHOUT_CREDENTIAL = '';

interface ControlRequest {
  readonly name: string;
  readonly operation: ControlOperation;
  readonly payload: object;
}

/** A step outside the API as a request to the control plane; undefined where it has none. */
function controlRequest({ act, with: params = {}, advance }: Step, turnable: boolean): ControlRequest | undefined {
  if (act !== undefined) return { name: 'act', operation: 'performAct', payload: { act, params } };
  return advance !== undefined && turnable ? { name: 'advance', operation: 'advanceClock', payload: { advance } } : undefined;
}

const NOTHING: Flow = { inputs: {}, steps: [] };

function outsideText({ act, advance, provide, with: args, until }: Step): string {
  if (act !== undefined) return args === undefined ? act : `${act} (${Object.keys(args).join(', ')})`;
  if (advance !== undefined) return `let ${advance} pass`;
  if (provide !== undefined) return `provide '${provide.state}'`;
  if (until === undefined) return 'wait';
  return until.moment === undefined ? `let ${until.duration ?? 'time'} pass` : `wait until ${until.moment}`;
}

interface Surroundings {
  readonly source: Source;
  readonly given: readonly Given[];
  readonly inputs: Map<string, JsonSchema>;
  readonly byId: ReadonlyMap<string, Sent>;
  readonly last: Sent | undefined;
}

/** What a reference of the specs is called in Arazzo; the step it refers to gets an output. */
function expressionOf([alias = '', ...fields]: readonly string[], { source, given, inputs, byId, last }: Surroundings): string {
  const { spec, number } = source;
  const step = alias === 'last' ? last : byId.get(alias);
  if (step !== undefined) return outputOf(step, alias === 'last' || step.operation === undefined ? ['body', ...fields] : fields);
  const name = [alias, ...fields].join('_').replaceAll(/\W/g, '_');
  const state = given.find(({ as }) => as === alias)?.state;
  const datum = spec.providerStates.states.find((one) => one.name === state)?.data?.[fields[0] ?? ''];
  const about =
    state === undefined ? 'a generated value' : `of the provider state '${state}'${datum === undefined ? '' : `: ${datum.about}`}`;
  inputs.set(name, {
    ...(fields.length === 1 && datum !== undefined ? plainSchema({ ...datum.schema }) : {}),
    ...(alias === 'fresh' ? { type: 'string', default: freshDefault(fields[0] ?? '', number) } : {}),
    description: about,
  });
  return `$inputs.${name}`;
}

/** A value of a kind, another one in each workflow. */
function freshDefault(kind: string, workflow: number): string {
  if (kind.startsWith('password')) return `Correct-Horse-Battery-7${kind.slice('password'.length)}`;
  return kind === 'ip' ? '198.18.0.1' : `${kind}-${workflow}`;
}

/** An input that holds a credential of the profile; with its value where that is no secret. */
function credentialInput(name: string, { service }: Source, inputs: Map<string, JsonSchema>): string {
  inputs.set(name, {
    type: 'string',
    ...defined({ default: service.published[name] }),
    description: `the credential ${name} of the profile`,
  });
  return `$inputs.${name}`;
}

function outputOf({ stepId, operation, outputs }: Sent, [part = 'body', ...fields]: readonly string[]): string {
  const [first = '', ...rest] = fields.map((field) => field.split('|')[0] ?? field);
  const bound = rest.length === 0 ? operation?.binding?.response?.[first] : undefined;
  const pointer = bound ?? [first, ...rest].map((field) => `/${pointerSegment(field)}`).join('');
  const name = [first, ...rest].join('_').replaceAll(/\W/g, '_');
  const inHeader = part === 'headers' ? first : bound === IN_LOCATION ? IN_LOCATION : undefined;
  outputs.set(name, inHeader === undefined ? `$response.body#${pointer}` : `$response.header.${inHeader}`);
  return `$steps.${stepId}.outputs.${name}`;
}

function requestOf(
  operation: BoundOperation,
  args: Readonly<Record<string, unknown>>,
  bound: readonly BoundOperation[],
  callers: Readonly<Record<string, string>>,
): JsonSchema & { readonly operationId: string } {
  const { row, binding, method, path } = operation;
  const planned = planRequest(row, binding, args);
  const query = new URL(planned.path, 'http://localhost').searchParams;
  const valueOf = {
    path: (name: string) => args[name],
    query: (name: string) => query.get(name),
    header: (name: string) => planned.headers[name],
  };
  const parameters = parametersOf(operation).flatMap(({ name, in: place }) => {
    const value = valueOf[place](name) ?? undefined;
    return value === undefined ? [] : [{ name, in: place, value }];
  });
  const own = new Set(parameters.flatMap(({ name, in: place }) => (place === 'header' ? [name.toLowerCase()] : [])));
  const headers = Object.entries(callers).flatMap(([name, value]) => (own.has(name.toLowerCase()) ? [] : [{ name, in: 'header', value }]));
  // Operations with the same method and path are one in the OpenAPI description, under the name of the first.
  const known = bound.find((other) => other.method === method && other.path === path) ?? operation;
  const { body } = planned;
  return {
    operationId: known.row.id,
    ...(parameters.length + headers.length === 0 ? {} : { parameters: [...parameters, ...headers] }),
    ...(body === undefined || !('json' in body)
      ? {}
      : { requestBody: { contentType: binding?.contentType ?? 'application/json', payload: body.json } }),
  };
}

/** Arguments without those that are left out where nothing answers them: a workflow knows none of the kind. */
function withoutOptional(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => !(typeof value === 'string' && /^\$[\w.|]+\?$/.test(value))));
}

/** What holds where the document leaves the response open: the declared statuses, any for a step that is only observed; undefined elsewhere. */
function declaredCriteria({ declares }: Service, { observe }: Step, name: string | undefined): readonly JsonSchema[] | undefined {
  const statuses = declares.flatMap((one) => (one.name === name ? (one.status ?? []) : []));
  if (statuses.length === 0) return observe === undefined ? undefined : [{ condition: '$statusCode < 500' }];
  return [{ condition: statuses.map((status) => `$statusCode == ${status}`).join(' || ') }];
}

function criteria(spec: DocumentSpec, operation: BoundOperation, takes: Transition | undefined): readonly JsonSchema[] {
  const to = takes?.row.to;
  if (typeof to === 'object' && 'refused' in to) {
    const statuses = spec.errors.errors.filter(({ name }) => name === to.refused).map(({ status }) => status);
    return [{ condition: statuses.map((status) => `$statusCode == ${status}`).join(' || ') }];
  }
  if (typeof to === 'object' && 'gone' in to) return [{ condition: `$statusCode == ${to.gone}` }];
  const done = operation.row.responses.filter(({ error }) => error === undefined).flatMap((row) => knownStatuses(row, operation.binding));
  const status = { condition: done.length > 0 ? done.map((one) => `$statusCode == ${one}`).join(' || ') : '$statusCode < 400' };
  if (takes === undefined) return [status];
  const { machine, target, continues } = takes;
  const shows = operation.row.responses.some(({ resource }) => resource === machine.resource);
  const isState = machine.states.some(({ name, pseudo }) => name === target && pseudo !== true);
  if (!shows || !isState || machine.statePointer === undefined || continues === undefined)
    return takes.documented ? [status] : [{ condition: '$statusCode < 500' }];
  return [status, { condition: `$response.body#${machine.statePointer} == '${target}'` }];
}
