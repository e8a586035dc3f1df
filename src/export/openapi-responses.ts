import type { DocumentSpec, ErrorRow, RateLimitHeaderRow, ResponseRow } from '../model/types.ts';
import { sampleValue } from '../model/catalogue-example.ts';
import { pointerSegments } from '../model/pointer.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { errorBody, successBody } from './answer-body.ts';
import { errorPointer, statusesOf } from './deployment.ts';
import type { BoundOperation, Service } from './deployment.ts';
import { anyOf, plainSchema } from './dialect.ts';
import { linksOf } from './openapi-links.ts';
import { defined } from '../model/defined.ts';

/** One answer of one operation, as the specs have it; what an OpenAPI response says it is made of. */
interface ExportedAnswer {
  readonly operation: string;
  readonly resource?: string;
  readonly error?: string;
  readonly 'x-clauses': readonly string[];
}

/** By status: the rows of the operations, and beside them what the document's error table says of any operation. */
export function responses(
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

/** Every status of the document's error table. */
export function errorStatuses(spec: DocumentSpec): readonly number[] {
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
    ...defined({ resource, error }),
    'x-clauses': clauses,
  };
}

/** Of one operation where rows of its own say so, of any operation where only the error table does. */
export function errorResponse(
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
  const texts = { ...Object.fromEntries(others), ...defined({ errorSummary: summary }) };
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

/** A rate-limit header, as OpenAPI describes it. */
export function headerObject({ role, clauses }: RateLimitHeaderRow): JsonSchema {
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
