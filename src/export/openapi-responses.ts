import type { DocumentSpec, ErrorRow, OperationRow, RateLimitHeaderRow, ResponseRow, UndoRow } from '../model/types.ts';
import { IN_LOCATION } from '../profile/answer.ts';
import { sampleValue } from '../model/catalogue.ts';
import { pointerSegments, pointerSegment } from '../model/pointer.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { errorBody, successBody } from './answer-body.ts';
import { declaredStatuses, errorPointer, NO_CONTENT, statusesOf, type BoundOperation, type Service } from './deployment.ts';
import { anyOf, openSchema, plainSchema } from './dialect.ts';
import type { Transition } from '../plan/transition-system.ts';
import { examplePairs, MADE_UP } from './examples.ts';
import { defined } from '../model/defined.ts';
import { planRequest, UnboundOperation } from '../plan/request.ts';
import { parametersOf } from './request.ts';
import type { Sampler } from './sample.ts';

/** One answer of one operation, as the specs have it; what an OpenAPI response says it is made of. */
interface ExportedAnswer {
  readonly operation: string;
  readonly resource?: string;
  readonly error?: string;
  readonly 'x-clauses': readonly string[];
}

/** What the responses of a description are made of. */
export interface Described {
  readonly spec: DocumentSpec;
  readonly service: Service;
  readonly all: readonly BoundOperation[];
  readonly transitions: readonly Transition[];
  readonly sample: Sampler;
}

/** By status: the rows of the operations, what the profile declares, and what the document's error table says of any operation. */
export function responses(described: Described, operations: readonly BoundOperation[]): Readonly<Record<string, unknown>> {
  const { spec, service } = described;
  const rows = operations.flatMap((operation) =>
    operation.row.responses.flatMap((row) => statusesOf(spec, service, row, operation).map((status) => ({ operation, row, status }))),
  );
  const common = errorStatuses(spec);
  const declared = operations.flatMap(({ row }) => declaredStatuses(spec, service, row)).filter((status) => !common.includes(status));
  const own = [...new Set([...rows.map(({ status }) => status), ...declared])];
  const objects = own.map((status) => {
    const here = rows.filter((one) => one.status === status);
    return [status, responseObject(described, operations, status, here)] as const;
  });
  const others = common.filter((status) => !own.includes(status));
  return Object.fromEntries([
    ...objects,
    ...others.map((status) => [status, { $ref: `#/components/responses/Error${status}` }] as const),
    // A document that leaves further errors unspecified permits any refusal. Mocks take it for the success of an operation without one.
    ...(spec.errors.others === undefined || !own.some(isSuccess) ? [] : [['default', otherError(spec, service)] as const]),
  ]);
}

/** A refusal with a status that the document does not show: its body is an error where the document shows one, by a name of its own. */
function otherError(spec: DocumentSpec, service: Service): JsonSchema {
  const schema = errorBody(spec, service, undefined, undefined);
  return {
    description: UNSHOWN,
    content: {
      [service.errorMediaType]: { schema: openSchema(Object.keys(schema).length === 0 ? { type: 'object' } : plainSchema(schema)) },
    },
  };
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
  described: Described,
  operations: readonly BoundOperation[],
  status: number,
  rows: readonly AnswerRow[],
): JsonSchema {
  const { spec, service, all, transitions, sample } = described;
  if (status >= 400) return errorResponse(described, (rows[0]?.operation ?? operations[0])?.row, status, rows);
  const bodies = rows.flatMap(({ operation, row }) => {
    const body = successBody(spec, service, operation, row, status);
    return body === undefined || status === NO_CONTENT ? [] : [{ operation, schema: plainSchema(body) }];
  });
  const examples = bodies.flatMap(({ operation, schema }) =>
    examplePairs(spec, transitions, operation).flatMap(({ name, demand }) => {
      const value = sample(schema, demand);
      return value === undefined ? [] : [[name, { summary: MADE_UP, value }] as const];
    }),
  );
  const media = {
    schema: openSchema(anyOf(bodies.map(({ schema }) => schema))),
    ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
  };
  const links = linksOf(
    spec,
    rows.map(({ operation }) => operation),
    all,
    status !== NO_CONTENT,
  );
  return {
    description:
      rows.length === 0
        ? DECLARED
        : rows.map(({ operation, row }) => `${operation.row.id}: ${row.resource ?? 'the document shows no body'}`).join('\n\n'),
    'x-answers': rows.map(answer),
    headers: { ...rateLimitHeaders(spec, status), ...linkHeader(rows) },
    ...(bodies.length > 0
      ? { content: { [service.mediaType]: media } }
      : WITH_CONTENT.includes(status)
        ? { content: { [service.mediaType]: { schema: {} } } }
        : {}),
    ...(Object.keys(links).length === 0 ? {} : { links }),
  };
}

/** Statuses with a body even where the document shows none (RFC 9110, sections 15.3.1 and 15.3.2): without content, tools take it that there is none. */
const WITH_CONTENT = [200, 201];

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

const UNSHOWN = 'The document leaves further errors unspecified.';
const DECLARED = 'The document leaves this response open; the profile declares its status.';

function answer({ operation, row: { resource, error, clauses } }: AnswerRow): ExportedAnswer {
  return {
    operation: operation.row.id,
    ...defined({ resource, error }),
    'x-clauses': clauses,
  };
}

/** Of one operation where rows of its own say so, of any operation where only the error table does. */
export function errorResponse(
  { spec, service }: Pick<Described, 'spec' | 'service'>,
  operation: OperationRow | undefined,
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
    schema: openSchema(Object.keys(schema).length === 0 ? { type: 'object' } : plainSchema(schema)),
    ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
  };
  const conditions = errors.map(({ name, named: hasName, condition }) => (hasName === false ? condition : `${name}: ${condition}`));
  return {
    description: conditions.length === 0 ? DECLARED : conditions.join('\n\n'),
    ...(rows.length === 0 ? {} : { 'x-answers': rows.map(answer) }),
    headers: rateLimitHeaders(spec, status),
    content: { [service.errorMediaType]: media },
  };
}

function errorExample(spec: DocumentSpec, segments: readonly string[], { name, summary }: ErrorRow): unknown {
  const errors = spec.resources.resources.find((resource) => resource.name === 'Error');
  const fields = (errors?.fields ?? []).filter(({ path }) => /^\w+$/.test(path));
  const others = fields.map(({ path, schema }) => [path, 'type' in schema && schema.type === 'array' ? [] : sampleValue(path, schema)]);
  const texts = { ...Object.fromEntries(others), ...defined({ errorSummary: summary }) };
  const [head = '', ...rest] = segments;
  return { ...texts, [head]: rest.reduceRight(holding, name) };
}

/** What holds a value at a segment of a pointer. */
function holding(value: unknown, segment: string): unknown {
  return /^\d+$/.test(segment) ? [...Array.from({ length: Number(segment) }, () => ({})), value] : { [segment]: value };
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

/**
 * Where an answer leads: the links that the document shows in it, where their operation wants no more than the answer holds, and for what
 * creates something the operations that read it back and undo it.
 */
function linksOf(
  spec: DocumentSpec,
  operations: readonly BoundOperation[],
  all: readonly BoundOperation[],
  hasBody: boolean,
): Readonly<Record<string, JsonSchema>> {
  const resources = operations.flatMap(({ row }) => row.responses.flatMap(({ resource }) => resource ?? []));
  const withLinks = new Set(spec.states.machines.map(({ resource }) => resource));
  const shown = hasBody && resources.some((resource) => withLinks.has(resource)) ? (spec.endpoints.links ?? []) : [];
  return Object.fromEntries([
    ...shown.flatMap(({ name, operation, clauses }) => {
      const target = all.find(({ row }) => row.id === operation);
      const from = new Map(TOKENS.map((token): [string, string] => [token, `$response.body#/${token}`]));
      const link = target === undefined ? undefined : linkTo(target, from, all);
      return link === undefined ? [] : [[name, { ...link, 'x-clauses': clauses }] as const];
    }),
    ...operations.flatMap((operation) => (operation.row.undo === undefined ? [] : undoLinks(operation, operation.row.undo, all, hasBody))),
  ]);
}

/** What a transaction's answer holds that continues it. */
const TOKENS = ['stateToken'];

function undoLinks(
  operation: BoundOperation,
  undo: UndoRow,
  all: readonly BoundOperation[],
  hasBody: boolean,
): readonly (readonly [string, JsonSchema])[] {
  const steps = [undo, ...(undo.readBack === undefined ? [] : [undo.readBack])];
  return steps.flatMap(({ call, with: args = {} }) => {
    if (call === undefined) return [];
    const target = all.find(({ row }) => row.id === call);
    const from = new Map(
      Object.entries(args).flatMap(([name, value]) => {
        const expression = typeof value === 'string' ? expressionOf(value, operation) : undefined;
        return expression === undefined || (!hasBody && expression.startsWith('$response.body')) ? [] : [[name, expression] as const];
      }),
    );
    const link = target === undefined ? undefined : linkTo(target, from, all);
    return link === undefined ? [] : [[call, link] as const];
  });
}

/** `$args.x` and `$made.x` as runtime expressions. */
function expressionOf(reference: string, { binding, path }: BoundOperation): string | undefined {
  const [, source, name = ''] = /^\$(args|made)\.(\w+)$/.exec(reference) ?? [];
  const made = binding?.response?.[name] ?? `/${pointerSegment(name)}`;
  // A runtime expression has the whole of a header, and not its last segment.
  if (source === 'made') return made === IN_LOCATION ? undefined : `$response.body#${made}`;
  if (source !== 'args') return undefined;
  return path.includes(`{${name}}`) ? `$request.path.${name}` : `$request.body#/${pointerSegment(name)}`;
}

/** The link object, where all that the target requires is there. */
function linkTo(target: BoundOperation, from: ReadonlyMap<string, string>, all: readonly BoundOperation[]): JsonSchema | undefined {
  const required = (target.row.parameters ?? []).filter((one) => one.required === true || target.path.includes(`{${one.name}}`));
  if (required.some(({ name }) => !from.has(name))) return undefined;
  const names = (target.row.parameters ?? []).map(({ name }) => name).filter((name) => from.has(name));
  if (names.length === 0) return undefined;
  const args = Object.fromEntries(names.map((name) => [name, from.get(name)]));
  const parameters = parametersOf(target).flatMap((one) => (from.has(one.name) ? [[`${one.in}.${one.name}`, from.get(one.name)]] : []));
  const body = bodyOf(target, args);
  const known = all.find(({ method, path }) => method === target.method && path === target.path) ?? target;
  return {
    operationId: known.row.id,
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
    ...defined({ requestBody: body }),
  };
}

function bodyOf({ row, binding }: BoundOperation, args: Readonly<Record<string, unknown>>): unknown {
  try {
    const { body } = planRequest(row, binding, args);
    return body !== undefined && 'json' in body ? body.json : undefined;
  } catch (error) {
    if (error instanceof UnboundOperation) return undefined;
    throw error;
  }
}
