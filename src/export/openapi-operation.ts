import type { DocumentSpec, Given } from '../model/types.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { planRequest } from '../plan/request.ts';
import { callersOf } from './callers.ts';
import type { BoundOperation, Service } from './deployment.ts';
import { anyOf, plainSchema } from './dialect.ts';
import { responses } from './openapi-responses.ts';
import { parametersOf, requestBodyOf } from './request.ts';
import type { Parameter } from './request.ts';
import { sampleValue } from '../model/catalogue-example.ts';
import { resolveReferences } from '../plan/scope.ts';
import { defined } from '../model/defined.ts';

/** Operations with the same method and path as one operation of OpenAPI, under the name of the first. */
export function operationObject(
  spec: DocumentSpec,
  service: Service,
  operations: readonly BoundOperation[],
  all: readonly BoundOperation[],
): JsonSchema {
  const [first] = operations;
  if (first === undefined) return {};
  const callers = [...new Set(operations.flatMap((operation) => callersOf(spec, operation)))];
  const { id, about = id } = first.row;
  const body = bodyObject(spec, operations);
  return {
    operationId: id,
    tags: [spec.name],
    summary: about.length <= 120 ? about : id,
    description: operations.map(({ row }) => `${row.id}: ${row.about ?? row.id}${openText(row.open)}`).join('\n\n'),
    'x-operations': operations.map(({ row }) => row.id),
    'x-clauses': [...new Set(operations.flatMap(({ row }) => row.clauses))],
    security: callers.map((caller) => (caller === '' ? {} : { [caller]: [] })),
    parameters: parameterObjects(spec, operations),
    ...defined({ requestBody: body }),
    responses: responses(spec, service, operations, all),
  };
}

function openText(open: BoundOperation['row']['open'] = []): string {
  return open.length === 0 ? '' : ` (the document leaves open, and the profile binds: ${open.join(', ')})`;
}

/** An example of an operation, as it goes into the request's parts. */
interface RequestExample {
  readonly name: string;
  readonly about: string;
  readonly operation: BoundOperation;
  readonly args: Readonly<Record<string, unknown>>;
}

function examplesOf(spec: DocumentSpec, operations: readonly BoundOperation[]): readonly RequestExample[] {
  return operations.flatMap((operation) =>
    (operation.row.examples ?? []).map(({ id, about, given = [], with: args }) => ({
      name: `${operation.row.id}.${id}`,
      about,
      operation,
      args: sampleArguments(spec, given, args),
    })),
  );
}

function parameterObjects(spec: DocumentSpec, operations: readonly BoundOperation[]): readonly JsonSchema[] {
  const byKey = new Map<string, Parameter & { readonly times: number }>();
  for (const parameter of operations.flatMap(parametersOf)) {
    const key = `${parameter.in} ${parameter.name}`;
    const known = byKey.get(key);
    byKey.set(key, { ...parameter, required: parameter.required && (known?.required ?? true), times: (known?.times ?? 0) + 1 });
  }
  const examples = examplesOf(spec, operations);
  return [...byKey.values()].map(({ times, clauses, schema, required, ...parameter }) => {
    const shown = examples.filter(({ args }) => args[parameter.name] !== undefined);
    return {
      ...parameter,
      required: parameter.in === 'path' || (required && times === operations.length),
      schema: plainSchema(schema),
      'x-clauses': clauses,
      ...(shown.length === 0
        ? {}
        : { examples: Object.fromEntries(shown.map(({ name, about, args }) => [name, { summary: about, value: args[parameter.name] }])) }),
    };
  });
}

function bodyObject(spec: DocumentSpec, operations: readonly BoundOperation[]): JsonSchema | undefined {
  const bodies = operations.flatMap((operation) => {
    const body = requestBodyOf(operation);
    return body === undefined ? [] : [{ ...body, operation }];
  });
  if (bodies.length === 0) return undefined;
  const types = [...new Set(bodies.map(({ contentType }) => contentType))];
  const content = types.map((type) => {
    const ofType = bodies.filter(({ contentType }) => contentType === type);
    const schemas = ofType.map(({ schema }) => plainSchema(schema));
    const examples = examplesOf(
      spec,
      ofType.map(({ operation }) => operation),
    ).flatMap(({ name, about, operation, args }) => {
      const { body } = planRequest(operation.row, operation.binding, args);
      return body === undefined || !('json' in body) ? [] : [[name, { summary: about, value: body.json }]];
    });
    const media = { schema: anyOf(schemas) };
    return [type, examples.length === 0 ? media : { ...media, examples: Object.fromEntries(examples) }];
  });
  return { required: bodies.length === operations.length, content: Object.fromEntries(content) };
}

/** Arguments of an example with made-up values for all that provider states, earlier answers and chance would give. */
function sampleArguments(spec: DocumentSpec, given: readonly Given[], args: object): Readonly<Record<string, unknown>> {
  const resolved = resolveReferences(args, ([alias = '', ...fields]) => {
    if (alias === 'fresh') return `${fields[0] ?? alias}1`;
    const state = given.find((one) => one.as === alias)?.state;
    const data = spec.providerStates.states.find(({ name }) => name === state)?.data ?? {};
    const name = fields.findLast((field) => /[a-z]/i.test(field)) ?? alias;
    return sampleValue(name, data[fields[0] ?? '']?.schema ?? {});
  });
  return typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
}
