import type { DocumentSpec, ErrorRow, RateLimitHeaderRow, ResourceRow, ResponseRow } from '../spec/types.ts';
import { sampleValue } from '../spec/catalogue-example.ts';
import { PACKAGE_VERSION } from '../spec/package-version.ts';
import { pointerSegments } from '../spec/pointer.ts';
import { resourceSchema } from '../spec/schema/field-schema.ts';
import type { JsonSchema } from '../spec/schema/json-schema.ts';
import { planRequest } from '../plan/request.ts';
import { errorBody, successBody } from './answer-body.ts';
import { callersOf, securitySchemes } from './callers.ts';
import { errorPointer, operationsOf, statusesOf } from './deployment.ts';
import type { BoundOperation, Deployment, Service } from './deployment.ts';
import { anyOf, plainSchema } from './dialect.ts';
import { linksOf } from './openapi-links.ts';
import { parametersOf, requestBodyOf } from './request.ts';
import type { Parameter } from './request.ts';
import { sampleArguments } from './sample.ts';

/** One answer of one operation, as the specs have it; what an OpenAPI response says it is made of. */
interface ExportedAnswer {
  readonly operation: string;
  readonly resource?: string;
  readonly error?: string;
  readonly 'x-clauses': readonly string[];
}

const TITLES = {
  'privileged-access': 'Privileged access',
  authentication: 'Authentication',
  governance: 'Governance',
};

/**
 * A document as OpenAPI 3.1. Operations that share method and path, being one operation under several preconditions, are one here, with
 * `x-operations` naming them all; `x-answers` of a response are the rows of the specs that it stands for.
 */
export function openApi(spec: DocumentSpec, deployment: Deployment, service: Service): JsonSchema {
  const { bound, unbound } = operationsOf(spec, service);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operations of grouped(bound)) {
    const [first] = operations;
    if (first === undefined) continue;
    (paths[first.path] ??= {})[first.method.toLowerCase()] = operationObject(spec, service, operations, bound);
  }
  const errors = Object.fromEntries(
    errorStatuses(spec).map((status) => [`Error${status}`, errorResponse(spec, service, undefined, status, [])]),
  );
  const said = JSON.stringify([paths, errors]);
  const isReferredTo = ({ name }: ResourceRow): boolean => said.includes(`"#/components/schemas/${name}"`);
  return {
    openapi: '3.1.0',
    info: {
      title: TITLES[spec.name],
      version: PACKAGE_VERSION,
      summary: `What the ${spec.name} document says, for the target ${deployment.name}.`,
      description: description(spec, deployment, service),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: service.baseUrl, description: deployment.name }],
    tags: [{ name: spec.name, description: `The operations of the ${spec.name} document.` }],
    paths,
    components: {
      schemas: Object.fromEntries(
        spec.resources.resources
          .filter(isReferredTo)
          .map((resource) => [
            resource.name,
            { ...(resource.about === undefined ? {} : { description: resource.about }), ...plainSchema(resourceSchema(resource)) },
          ]),
      ),
      responses: errors,
      headers: Object.fromEntries((spec.limits.rateLimitHeaders ?? []).map((row) => [row.name, headerObject(row)])),
      securitySchemes: securitySchemes(spec, service),
    },
    'x-unbound': unbound.map(({ id }) => id),
  };
}

/** One after another, those with the same method and path together. */
function grouped(bound: readonly BoundOperation[]): readonly (readonly BoundOperation[])[] {
  const groups = new Map<string, BoundOperation[]>();
  for (const operation of bound) {
    const key = `${operation.method} ${operation.path}`;
    groups.set(key, [...(groups.get(key) ?? []), operation]);
  }
  return [...groups.values()];
}

function description(spec: DocumentSpec, { name }: Deployment, service: Service): string {
  const { bound, unbound } = operationsOf(spec, service);
  const open = bound.filter(({ row }) => row.method === undefined || row.path === undefined || row.open?.includes('base-path') === true);
  const pointer = spec.errors.errorName === undefined ? errorPointer(spec, service) : undefined;
  return [
    `Written from Assay's specs of the ${spec.name} document: what the document shows, and what the profile \`${name}\` binds where the document shows nothing.`,
    ...(open.length === 0 ? [] : [`Method or path bound by the profile: ${open.map(({ row }) => row.id).join(', ')}.`]),
    ...(pointer === undefined ? [] : [`The name of an error stands at \`${pointer}\`, bound by the profile.`]),
    ...(unbound.length === 0 ? [] : [`Not here, because nothing says how to call them: ${unbound.map(({ id }) => id).join(', ')}.`]),
    'Objects are open: fields that the document does not name may be there. A status that is not listed is one on which the document is silent.',
  ].join('\n\n');
}

function operationObject(
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
    ...(body === undefined ? {} : { requestBody: body }),
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

/** By status: the rows of the operations, and beside them what the document's error table says of any operation. */
function responses(
  spec: DocumentSpec,
  service: Service,
  operations: readonly BoundOperation[],
  all: readonly BoundOperation[],
): Readonly<Record<string, unknown>> {
  const rows = operations.flatMap((operation) =>
    operation.row.responses.flatMap((row) => statusesOf(row, operation.binding).map((status) => ({ operation, row, status }))),
  );
  const own = [...new Set(rows.map(({ status }) => status))];
  const objects = own.map((status) => {
    const here = rows.filter((one) => one.status === status);
    return [status, responseObject(spec, service, status, here, all)] as const;
  });
  const common = errorStatuses(spec)
    .map(String)
    .filter((status) => !own.includes(status));
  return Object.fromEntries([...objects, ...common.map((status) => [status, { $ref: `#/components/responses/Error${status}` }] as const)]);
}

function errorStatuses(spec: DocumentSpec): readonly number[] {
  return [...new Set(spec.errors.errors.map(({ status }) => status))];
}

interface AnswerRow {
  readonly operation: BoundOperation;
  readonly row: ResponseRow;
}

function responseObject(
  spec: DocumentSpec,
  service: Service,
  status: string,
  rows: readonly AnswerRow[],
  all: readonly BoundOperation[],
): JsonSchema {
  const number = Number(status);
  const [first] = rows;
  if (number >= 400 && first !== undefined) return errorResponse(spec, service, first.operation, number, rows);
  const bodies = rows.flatMap(({ operation, row }) => {
    const body = successBody(spec, service, operation, row, Number.isNaN(number) ? 200 : number);
    return body === undefined || status === '204' ? [] : [plainSchema(body)];
  });
  const links = linksOf(
    spec,
    rows.map(({ operation }) => operation),
    all,
  );
  return {
    description: rows.map(({ operation, row }) => `${operation.row.id}: ${row.resource ?? 'the document shows no body'}`).join('\n\n'),
    'x-answers': rows.map(answer),
    headers: { ...rateLimitHeaders(spec, number), ...linkHeader(rows) },
    ...(bodies.length === 0 ? {} : { content: { 'application/json': { schema: anyOf(bodies) } } }),
    ...(Object.keys(links).length === 0 ? {} : { links }),
  };
}

function answer({ operation, row: { resource, error, clauses } }: AnswerRow): ExportedAnswer {
  return {
    operation: operation.row.id,
    ...(resource === undefined ? {} : { resource }),
    ...(error === undefined ? {} : { error }),
    'x-clauses': clauses,
  };
}

/** Of one operation where rows of its own say so, of any operation where only the error table does. */
function errorResponse(
  spec: DocumentSpec,
  service: Service,
  operation: BoundOperation | undefined,
  status: number,
  rows: readonly AnswerRow[],
): JsonSchema {
  const pointer = errorPointer(spec, service);
  const errors = spec.errors.errors.filter((row) => row.status === status);
  const named = pointer === undefined ? [] : errors.filter((row) => row.named !== false);
  const examples = named.map((row) => [
    row.name,
    { summary: row.condition, value: errorExample(spec, pointerSegments(pointer ?? ''), row) },
  ]);
  const schema = errorBody(spec, service, operation, status);
  const media = {
    ...(Object.keys(schema).length === 0 ? { schema: { type: 'object' } } : { schema: plainSchema(schema) }),
    ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
  };
  return {
    description: errors
      .map(({ name, named: hasName, condition }) => (hasName === false ? condition : `${name}: ${condition}`))
      .join('\n\n'),
    ...(rows.length === 0 ? {} : { 'x-answers': rows.map(answer) }),
    headers: rateLimitHeaders(spec, status),
    content: { 'application/json': media },
  };
}

function errorExample(spec: DocumentSpec, segments: readonly string[], { name, summary }: ErrorRow): unknown {
  const errors = spec.resources.resources.find((resource) => resource.name === 'Error');
  const fields = (errors?.fields ?? []).filter(({ path }) => /^\w+$/.test(path));
  const others = fields.map(({ path, schema }) => [path, 'type' in schema && schema.type === 'array' ? [] : sampleValue(path, schema)]);
  const texts = { ...Object.fromEntries(others), ...(summary === undefined ? {} : { errorSummary: summary }) };
  const [head = '', ...rest] = segments;
  return { ...texts, [head]: rest.reduceRight<unknown>((inner, segment) => ({ [segment]: inner }), name) };
}

function rateLimitHeaders(spec: DocumentSpec, status: number): Readonly<Record<string, unknown>> {
  const rows = (spec.limits.rateLimitHeaders ?? []).filter(({ on }) => on === 'every-response' || status === 429);
  return Object.fromEntries(rows.map(({ name }) => [name, { $ref: `#/components/headers/${name}` }]));
}

const ROLES: Readonly<Record<RateLimitHeaderRow['role'], string>> = {
  limit: 'operations permitted in a period',
  remaining: 'operations that remain of it',
  reset: 'Unix time from which on the whole allowance is there again',
  'retry-at': 'Unix time from which on part of the allowance is there again',
};

function headerObject({ role, clauses }: RateLimitHeaderRow): JsonSchema {
  return { description: ROLES[role], required: true, schema: { type: 'integer', minimum: 0 }, 'x-clauses': clauses };
}

/** A row that a clause about the Link header speaks of is a page of a list. */
function linkHeader(rows: readonly AnswerRow[]): JsonSchema {
  const clauses = rows.flatMap(({ row }) => row.clauses.filter((clause) => clause.endsWith('.link-header')));
  return clauses.length === 0
    ? {}
    : {
        Link: {
          description: 'the next page, the previous one, or both (RFC 8288); absent where there is one page',
          schema: { type: 'string' },
          'x-clauses': clauses,
        },
      };
}
