import type { ParameterRow } from '../model/types.ts';
import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';
import { placedBy, placedByText } from '../model/placed-by.ts';
import type { BoundOperation } from './deployment.ts';
import { defined } from '../model/defined.ts';

/** A parameter of a request beside its body, as OpenAPI writes it but for examples. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly clauses: readonly string[];
}

/** A request's body: what it is, and whether there must be one. */
export interface RequestBodySchema {
  readonly contentType: string;
  readonly schema: JsonSchema;
}

/** Headers that OpenAPI describes elsewhere: a parameter of that name would be ignored. */
const NOT_PARAMETERS = ['authorization', 'content-type', 'accept'];

/** The parameters of an operation in path, query and headers: what the document shows, and where the binding's templates put the rest. */
export function parametersOf({ row, binding, path }: BoundOperation): readonly Parameter[] {
  const rows = row.parameters ?? [];
  const { query = {}, headers = {} } = binding ?? {};
  const inPath = placedByText(path);
  const elsewhere = new Set([...inPath, ...[...Object.values(query), ...Object.values(headers)].flatMap(placedByText)]);
  const isShown = row.open?.includes('request') === true && (binding?.body !== undefined || binding?.query !== undefined);
  const documented = isShown ? [] : rows.filter((one) => (one.in === 'query' || one.in === 'header') && !elsewhere.has(one.name));
  return [
    ...[...new Set(inPath)].map((name) => ({ ...parameter(name, 'path', rowOf(rows, name)), required: true })),
    ...documented.map((one) => parameter(one.name, one.in === 'query' ? 'query' : 'header', one)),
    ...Object.entries(query).map(([name, template]) => fromTemplate(name, 'query', template, rows)),
    ...Object.entries(headers).map(([name, template]) => fromTemplate(name, 'header', template, rows)),
  ].filter((one) => one.in !== 'header' || !NOT_PARAMETERS.includes(one.name.toLowerCase()));
}

function rowOf(rows: readonly ParameterRow[], name: string): ParameterRow | undefined {
  return rows.find((row) => row.name === name);
}

function parameter(name: string, place: Parameter['in'], row: ParameterRow | undefined): Parameter {
  return { name, in: place, required: row?.required === true, schema: valueSchema(row), clauses: row?.clauses ?? [] };
}

function fromTemplate(name: string, place: Parameter['in'], template: string, rows: readonly ParameterRow[]): Parameter {
  const [first] = placedByText(template);
  const row = first === undefined ? undefined : rowOf(rows, first);
  const isWhole = template === `$${first ?? ''}`;
  if (isWhole) return { ...parameter(name, place, row), required: row?.required === true };
  return {
    name,
    in: place,
    required: row === undefined || row.required === true,
    schema: first === undefined ? { const: template } : { type: 'string' },
    clauses: row?.clauses ?? [],
  };
}

function valueSchema(row: ParameterRow | undefined): JsonSchema {
  if (row === undefined) return { type: 'string' };
  return { ...row.schema, ...defined({ default: row.default }) };
}

/** The body that an operation takes; undefined where it takes none. */
export function requestBodyOf({ row, binding, method, path }: BoundOperation): RequestBodySchema | undefined {
  const rows = row.parameters ?? [];
  const contentType = binding?.contentType ?? 'application/json';
  if (binding?.body !== undefined) return { contentType, schema: templateSchema(binding.body, rows) };
  if (method === 'GET' || method === 'DELETE') return undefined;
  const { query = {}, headers = {} } = binding ?? {};
  const placed = new Set([path, ...Object.values(query), ...Object.values(headers)].flatMap(placedByText));
  const inBody = rows.filter((one) => one.in === 'body' && !placed.has(one.name));
  if (inBody.length === 0) return undefined;
  const required = inBody.filter((one) => one.required === true).map(({ name }) => name);
  return {
    contentType,
    schema: {
      type: 'object',
      properties: Object.fromEntries(inBody.map((one) => [one.name, { ...valueSchema(one), clauses: one.clauses }])),
      ...(required.length === 0 ? {} : { required }),
    },
  };
}

/** The schema of what a binding's template makes: an entry is required where all that it places is. */
function templateSchema(template: unknown, rows: readonly ParameterRow[]): JsonSchema {
  if (typeof template === 'string') {
    const [name] = placedBy(template);
    if (name === undefined) return { const: template.startsWith('$$') ? template.slice(1) : template };
    const row = rowOf(rows, name);
    return { ...valueSchema(row), ...(row === undefined ? {} : { clauses: row.clauses }) };
  }
  if (Array.isArray(template))
    return {
      type: 'array',
      items: template.length === 1 ? templateSchema(template[0], rows) : { anyOf: template.map((one) => templateSchema(one, rows)) },
    };
  if (!isSchema(template)) return { const: template };
  const required = Object.entries(template)
    .filter(([, entry]) => placedBy(entry).every((name) => rowOf(rows, name)?.required === true))
    .map(([key]) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(template).map(([key, entry]) => [key, templateSchema(entry, rows)])),
    ...(required.length === 0 ? {} : { required }),
  };
}
