import type { DocumentSpec, ExampleRow, Given, OperationRow, Step } from '../model/types.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { planTour, type Path } from '../plan/tour.ts';
import { transitionsOf, type Transition } from '../plan/transition-system.ts';
import { knownStatuses, operationsOf, type Deployment, type Service, type BoundOperation } from './deployment.ts';
import { pointerSegment } from '../model/pointer.ts';
import { planRequest } from '../plan/request.ts';
import { resolveReferences } from '../plan/scope.ts';
import { plainSchema } from './dialect.ts';
import { parametersOf } from './request.ts';

/**
 * The flows of a document as Arazzo 1.0: a workflow for each way of the tours through the state tables, so that every transition that
 * requests alone can reach is in one; the examples where a document has no states. Over the OpenAPI description beside it.
 */
export function arazzo(spec: DocumentSpec, deployment: Deployment, service: Service): JsonSchema {
  const transitions = transitionsOf(spec, deployment);
  const { paths, unreachable } = planTour(transitions);
  const ways = paths.map((path, index) => ({ path, flow: arazzoFlow(spec, service, givenOf(path), stepsOf(path)), id: `${index + 1}` }));
  const examples = spec.states.machines.length > 0 ? [] : examplesOf(spec);
  const flows = [
    ...ways.map(({ path, flow, id }) => ({ ...workflow(flow, `${slug(lastOf(path)?.id ?? '')}-${id}`), ...aboutPath(path) })),
    ...examples.map(({ row, example }) => ({
      ...workflow(arazzoFlow(spec, service, example.given ?? [], exampleSteps(row, example)), slug(`${row.id}-${example.id}`)),
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
        'Inputs are what a provider state gives, and values of your own (fresh_…). What has to happen outside the APIs stands in the description of a step.',
        ...(unreachable.length === 0
          ? []
          : [`In no flow, because the document does not show how to get there: ${unreachable.map(({ id }) => id).join(', ')}.`]),
      ].join('\n\n'),
    },
    sourceDescriptions: [{ name: spec.name, url: `./${spec.name}.openapi.json`, type: 'openapi' }],
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
  return transitions.flatMap((transition) =>
    transition.row.trigger.map((step, index, all) => ({
      step,
      ...(all.slice(index + 1).some(({ call }) => call !== undefined) ? {} : { takes: transition }),
    })),
  );
}

function examplesOf(spec: DocumentSpec): readonly { readonly row: OperationRow; readonly example: ExampleRow }[] {
  return spec.endpoints.operations.flatMap((row) => (row.examples ?? []).map((example) => ({ row, example })));
}

function exampleSteps(row: OperationRow, { prepare = [], with: args }: ExampleRow): readonly FlowStep[] {
  const last: Step = { call: row.id, with: args };
  return [...prepare, last].map((step) => ({ step }));
}

function slug(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
}

/** A step of the specs, and the transition that it completes. */
interface FlowStep {
  readonly step: Step;
  readonly takes?: Transition;
}

/** The part of a workflow that its steps decide. */
export interface Flow {
  readonly inputs: JsonSchema;
  readonly steps: readonly JsonSchema[];
}

interface Sent {
  readonly stepId: string;
  readonly operation: BoundOperation;
  readonly object: JsonSchema;
  readonly outputs: Map<string, string>;
}

/** Steps of the specs as steps of a workflow; empty where one of them calls what nothing says how to call. */
function arazzoFlow(spec: DocumentSpec, service: Service, given: readonly Given[], flow: readonly FlowStep[]): Flow {
  const { bound } = operationsOf(spec, service);
  const inputs = new Map<string, JsonSchema>();
  const sent: Sent[] = [];
  const byId = new Map<string, Sent>();
  let outside: string[] = [];
  for (const [index, { step, takes }] of flow.entries()) {
    const { call: called } = step;
    if (called === undefined) {
      outside.push(outsideText(step));
      continue;
    }
    const operation = bound.find(({ row }) => row.id === called);
    if (operation === undefined) return NOTHING;
    const lookup = (path: readonly string[]): string => expressionOf(path, { spec, given, inputs, byId, last: sent.at(-1) });
    const resolved = resolveReferences(step.with ?? {}, lookup);
    const args: Readonly<Record<string, unknown>> = typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
    const stepId = `${step.id ?? called}-${index + 1}`;
    const object = requestOf(operation, args, bound);
    const one: Sent = {
      stepId,
      operation,
      outputs: new Map(),
      object: {
        stepId,
        ...(outside.length === 0 ? {} : { description: `Before this, outside the API: ${outside.join('; ')}.` }),
        ...object,
        successCriteria: criteria(spec, operation, takes),
      },
    };
    outside = [];
    sent.push(one);
    if (step.id !== undefined) byId.set(step.id, one);
  }
  return {
    inputs: { type: 'object', properties: Object.fromEntries(inputs), required: [...inputs.keys()] },
    steps: sent.map(({ object, outputs }) => (outputs.size === 0 ? object : { ...object, outputs: Object.fromEntries(outputs) })),
  };
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
  readonly spec: DocumentSpec;
  readonly given: readonly Given[];
  readonly inputs: Map<string, JsonSchema>;
  readonly byId: ReadonlyMap<string, Sent>;
  readonly last: Sent | undefined;
}

/** What a reference of the specs is called in Arazzo; whoever it refers to is made to give it out. */
function expressionOf([alias = '', ...fields]: readonly string[], { spec, given, inputs, byId, last }: Surroundings): string {
  const step = alias === 'last' ? last : byId.get(alias);
  if (step !== undefined) return outputOf(step, alias === 'last' ? ['body', ...fields] : fields);
  const name = [alias, ...fields].join('_').replaceAll(/\W/g, '_');
  const state = given.find(({ as }) => as === alias)?.state;
  const datum = spec.providerStates.states.find((one) => one.name === state)?.data?.[fields[0] ?? ''];
  const about =
    state === undefined ? 'a value of your own' : `of the provider state '${state}'${datum === undefined ? '' : `: ${datum.about}`}`;
  inputs.set(name, { ...(fields.length === 1 && datum !== undefined ? plainSchema({ ...datum.schema }) : {}), description: about });
  return `$inputs.${name}`;
}

function outputOf({ stepId, operation, outputs }: Sent, [part = 'body', ...fields]: readonly string[]): string {
  const [first = '', ...rest] = fields.map((field) => field.split('|')[0] ?? field);
  const bound = rest.length === 0 ? operation.binding?.response?.[first] : undefined;
  const pointer = bound ?? [first, ...rest].map((field) => `/${pointerSegment(field)}`).join('');
  const name = [first, ...rest].join('_').replaceAll(/\W/g, '_');
  outputs.set(name, part === 'headers' ? `$response.header.${first}` : `$response.body#${pointer}`);
  return `$steps.${stepId}.outputs.${name}`;
}

function requestOf(operation: BoundOperation, args: Readonly<Record<string, unknown>>, bound: readonly BoundOperation[]): JsonSchema {
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
  // Operations with the same method and path are one in the OpenAPI description, under the name of the first.
  const known = bound.find((other) => other.method === method && other.path === path) ?? operation;
  const { body } = planned;
  return {
    operationId: known.row.id,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined || !('json' in body)
      ? {}
      : { requestBody: { contentType: binding?.contentType ?? 'application/json', payload: body.json } }),
  };
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
