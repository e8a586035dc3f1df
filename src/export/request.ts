import type { ParameterRow } from '../model/types.ts';
import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';
import { placedBy, placedByText } from '../model/placed-by.ts';
import type { BoundOperation } from './deployment.ts';
import { anyOf } from './dialect.ts';
import { defined } from '../model/defined.ts';

/** A parameter of a request beside its body, as OpenAPI writes it but for examples. */
export interface Parameter {
  readonly name: string;
  /** the argument that is its whole value; undefined where there is more to it, or nothing that varies */
  readonly argument: string | undefined;
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
  return { name, argument: name, in: place, required: row?.required === true, schema: valueSchema(row), clauses: row?.clauses ?? [] };
}

function fromTemplate(name: string, place: Parameter['in'], template: string, rows: readonly ParameterRow[]): Parameter {
  const [first] = placedByText(template);
  const row = first === undefined ? undefined : rowOf(rows, first);
  const isWhole = template === `$${first ?? ''}`;
  if (isWhole) return { ...parameter(name, place, row), argument: first, required: row?.required === true };
  return {
    name,
    argument: undefined,
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
  const properties = Object.fromEntries(inBody.map((one) => [one.name, { ...valueSchema(one), clauses: one.clauses }]));
  const groups = (row.requires ?? []).every((group) => group.every((name) => name in properties)) ? (row.requires ?? []) : [];
  const together = groups.filter((group) => group.length > 1 && groups.every((other) => other === group || !shareName(group, other)));
  const dependentRequired = Object.fromEntries(
    together.flatMap((group) => group.map((name) => [name, group.filter((other) => other !== name)])),
  );
  // Whole objects, and not a conjunction of one with its alternatives: generators and mocks read only the former.
  const alternatives = (groups.length === 0 ? [[]] : groups).map((group) => ({
    type: 'object',
    properties,
    ...(required.length + group.length === 0 ? {} : { required: [...required, ...group] }),
    ...(together.length === 0 ? {} : { dependentRequired }),
  }));
  return { contentType, schema: anyOf(alternatives) };
}

function shareName(one: readonly string[], other: readonly string[]): boolean {
  return one.some((name) => other.includes(name));
}

/** False for an entry of a template that a request may go without: it has nothing to send but arguments that are optional. */
function isAlwaysSent(entry: unknown, rows: readonly ParameterRow[]): boolean {
  if (typeof entry !== 'object' || entry === null) return placedBy(entry).every((name) => rowOf(rows, name)?.required === true);
  const entries = Object.values(entry);
  return entries.length === 0 || entries.some((one) => isAlwaysSent(one, rows));
}

/** The schema of what a binding's template makes. */
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
  const required = Object.keys(template).filter((key) => isAlwaysSent(template[key], rows));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(template).map(([key, entry]) => [key, templateSchema(entry, rows)])),
    ...(required.length === 0 ? {} : { required }),
  };
}
