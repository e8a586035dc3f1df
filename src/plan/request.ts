import type { Binding, OperationRow } from '../model/types.ts';
import { showsRequest } from '../profile/needs.ts';
import { argumentOf, placedBy, placedByText, referencesBy, referencesByText, INSIDE } from '../model/placed-by.ts';

/** A request that is ready to be sent but for address and credentials. */
export interface PlannedRequest {
  readonly method: string;
  /** under the base URL, with query */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
}

export type RequestBody = { readonly json: unknown } | { readonly text: string; readonly contentType: string };

/** The document leaves the operation's method or path open and the profile does not bind it, or a path argument is missing. */
export class UnboundOperation extends Error {
  override readonly name = 'UnboundOperation';
}

/** A value has no place in an address: it would make another one of it, or none. */
export class UnaddressableValue extends Error {
  override readonly name = 'UnaddressableValue';
}

type Arguments = Readonly<Record<string, unknown>>;

/** A field of the object that a parameter's value names among these arguments; undefined where nobody has told of it. */
export type FieldOf = (parameter: string, value: unknown, field: string, args: Arguments) => unknown;

/**
 * Builds the request of an operation: documented parameters go where the document says, the rest where the binding's
 * templates say. Arguments that no row and no template places go into the body, so that undocumented ones can be sent; where
 * the document leaves the request open and a binding shows one, that is all of it.
 * @param fieldOf knows what `{name.field}` stands for; what nobody knows is called by its name
 */
export function planRequest(
  operation: OperationRow,
  binding: Binding | undefined,
  args: Arguments,
  fieldOf: FieldOf = () => undefined,
): PlannedRequest {
  const method = operation.method ?? binding?.method;
  const template = binding?.path ?? operation.path;
  if (method === undefined || template === undefined) {
    throw new UnboundOperation(`operation ${operation.id} needs bindings.${operation.id} with method and path`);
  }
  const values = { ...args, ...fieldsIn(binding, args, fieldOf) };
  const path = template.replaceAll(INSIDE, (_match, name: string) => {
    if (values[name] === undefined) throw new UnboundOperation(`operation ${operation.id} needs a value for ${name}`);
    return segmentOf(name, textOf(values[name]));
  });
  const bound = boundRequest(operation.id, binding, values);
  const placed = new Set([...placedByText(template), ...bound.placed]);
  const shown = showsRequest(operation, binding);
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const row of operation.parameters ?? []) {
    const value = args[row.name];
    if (shown) placed.add(row.name);
    if (row.in === 'body' || value === undefined || placed.has(row.name)) continue;
    placed.add(row.name);
    // Several values of one name are several fields (RFC 6570, section 3.2.8, exploded).
    if (row.in === 'query') for (const one of [value].flat()) query.append(row.name, textOf(one));
    if (row.in === 'header') headers[row.name] = textOf(value);
  }
  for (const [name, text] of bound.query) query.set(name, text);
  const rest = Object.fromEntries(Object.entries(args).filter(([name, value]) => !placed.has(name) && value !== undefined));
  const search = query.toString();
  const address = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;
  if (address.length > LONGEST_ADDRESS)
    throw new UnaddressableValue(
      `operation ${operation.id}: expected an address of at most ${LONGEST_ADDRESS} characters, found ${address.length}`,
    );
  return {
    method,
    path: address,
    headers: {
      ...headers,
      ...Object.fromEntries(bound.headers),
      ...(binding?.contentType === undefined ? {} : { 'content-type': binding.contentType }),
    },
    body: binding?.body === undefined ? plainBody(operation, method, rest) : templateBody(binding.body, binding.contentType, values),
  };
}

/** What the `name.field` of a binding's templates stand for, by reference. */
function fieldsIn({ path = '', query = {}, headers = {}, body }: Binding = {}, args: Arguments, fieldOf: FieldOf): Arguments {
  const texts = [path, ...Object.values(query), ...Object.values(headers)];
  const references = [...texts.flatMap(referencesByText), ...referencesBy(body)].filter((reference) => reference.includes('.'));
  return Object.fromEntries(
    references.map((reference) => {
      const [name = '', field = ''] = reference.split('.');
      return [reference, args[name] === undefined ? undefined : (fieldOf(name, args[name], field, args) ?? args[name])];
    }),
  );
}

/** More than any server takes. */
const LONGEST_ADDRESS = 65_536;

/** What came as an identifier is one segment of a path, and leads nowhere else. */
function segmentOf(name: string, value: string): string {
  if (value === '.' || value === '..') throw new UnaddressableValue(`${name} is '${value}': an address with it leads elsewhere`);
  if (!value.isWellFormed()) throw new UnaddressableValue(`${name} holds half of a character: no address can hold it`);
  return encodeURIComponent(value);
}

interface BoundRequest {
  readonly query: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  /** names of arguments that the binding's templates place, body included */
  readonly placed: readonly string[];
}

function boundRequest(operation: string, { query = {}, headers = {}, body }: Binding = {}, args: Arguments): BoundRequest {
  const filled = (templates: Readonly<Record<string, string>>): BoundRequest['query'] =>
    Object.entries(templates).flatMap(([name, template]) => {
      const text = fillText(template, args);
      if (text === undefined) demandNoneOrAll(operation, name, template, args);
      return text === undefined ? [] : [[name, text] as const];
    });
  return {
    query: filled(query),
    headers: filled(headers),
    placed: [...[...Object.values(query), ...Object.values(headers)].flatMap(placedByText), ...placedBy(body)],
  };
}

/** A text is left out where nothing is given for it, not where a part of it is: the request would mean something else. */
function demandNoneOrAll(operation: string, name: string, template: string, args: Arguments): void {
  const references = referencesByText(template);
  const lacking = references.find((reference) => !(argumentOf(reference) in args));
  if (lacking === undefined || references.every((reference) => args[reference] === undefined)) return;
  throw new UnboundOperation(`operation ${operation} needs a value for ${lacking}, which '${name}' of its binding shows beside others`);
}

/** Where the document leaves the request open, nothing to say is no body; a binding may show an empty one. */
function plainBody({ open = [] }: OperationRow, method: string, json: object): RequestBody | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined;
  return open.includes('request') && Object.keys(json).length === 0 ? undefined : { json };
}

const FORM = 'application/x-www-form-urlencoded';

function templateBody(template: unknown, contentType: string | undefined, args: Arguments): RequestBody {
  const json = fillTemplate(template, args);
  if (contentType?.toLowerCase().startsWith(FORM) !== true || typeof json !== 'object' || json === null) return { json };
  const fields = new URLSearchParams(Object.entries(json).map(([name, value]): [string, string] => [name, textOf(value)]));
  return { text: fields.toString(), contentType };
}

type TemplateArguments = Readonly<Record<string, unknown>>;

/**
 * A binding's template, filled: "$name" stands for the argument of that name, "$$name" for the text "$name". An entry whose
 * argument is absent is left out, and so is an object or a list inside the template that has nothing left.
 */
export function fillTemplate(template: unknown, args: TemplateArguments): unknown {
  if (typeof template === 'string') {
    if (template.startsWith('$$')) return template.slice(1);
    return template.startsWith('$') ? args[template.slice(1)] : template;
  }
  if (Array.isArray(template)) return template.map((entry) => filledEntry(entry, args)).filter((entry) => entry !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, entry]) => [key, filledEntry(entry, args)] as const)
      .filter(([, entry]) => entry !== undefined),
  );
}

function filledEntry(entry: unknown, args: TemplateArguments): unknown {
  const filled = fillTemplate(entry, args);
  return sizeOf(entry) > 0 && sizeOf(filled) === 0 ? undefined : filled;
}

/** Of an object or a list; anything else has none. */
function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : Number.NaN;
}

/** The template of a header or a query parameter, filled: {name} inside it stands for an argument too. Undefined where one is absent. */
export function fillText(template: string, args: TemplateArguments): string | undefined {
  if (template.startsWith('$')) {
    const value = fillTemplate(template, args);
    return value === undefined ? undefined : textOf(value);
  }
  const names = [...template.matchAll(INSIDE)].map(([, name = '']) => name);
  if (names.some((name) => args[name] === undefined)) return undefined;
  return template.replaceAll(INSIDE, (_, name: string) => textOf(args[name]));
}

/** A value as path, query and headers hold it. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
