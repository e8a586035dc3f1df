import type { Binding, OperationRow } from '../spec/types.ts';

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

/**
 * Builds the request of an operation: documented parameters go where the document says, the rest where the binding's
 * templates say. Arguments that no row and no template places go into the body, so that undocumented ones can be sent.
 */
export function planRequest(
  operation: OperationRow,
  binding: Binding | undefined,
  args: Readonly<Record<string, unknown>>,
): PlannedRequest {
  const method = operation.method ?? binding?.method;
  const template = binding?.path ?? operation.path;
  if (method === undefined || template === undefined) {
    throw new UnboundOperation(`operation ${operation.id} needs bindings.${operation.id} with method and path`);
  }
  const placed = new Set<string>();
  const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    placed.add(name);
    return encodeURIComponent(textOf(args[name], operation.id, name));
  });
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const row of operation.parameters ?? []) {
    const value = args[row.name];
    if (row.in === 'body' || value === undefined || placed.has(row.name)) continue;
    placed.add(row.name);
    // Several values of one name are several fields (RFC 6570, section 3.2.8, exploded).
    if (row.in === 'query') for (const one of [value].flat()) query.append(row.name, textOf(one, operation.id, row.name));
    if (row.in === 'header') headers[row.name] = textOf(value, operation.id, row.name);
  }
  for (const [name, entry] of Object.entries(binding?.query ?? {})) setFilled(entry, args, placed, (text) => query.set(name, text));
  for (const [name, entry] of Object.entries(binding?.headers ?? {})) setFilled(entry, args, placed, (text) => (headers[name] = text));
  const rest = Object.fromEntries(Object.entries(args).filter(([name, value]) => !placed.has(name) && value !== undefined));
  const json = binding?.body === undefined ? rest : fillTemplate(binding.body, args);
  const search = query.toString();
  return {
    method,
    path: search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`,
    headers: binding?.contentType === undefined ? headers : { ...headers, 'content-type': binding.contentType },
    body: sendsBody(method, json, binding) ? { json } : undefined,
  };
}

function sendsBody(method: string, json: unknown, binding: Binding | undefined): boolean {
  if (binding?.body !== undefined) return true;
  if (method === 'GET' || method === 'DELETE') return false;
  return typeof json === 'object' && json !== null;
}

function setFilled(entry: string, args: Readonly<Record<string, unknown>>, placed: Set<string>, set: (text: string) => void): void {
  const value = fillTemplate(entry, args);
  if (value === undefined) return;
  if (entry.startsWith('$')) placed.add(entry.slice(1));
  set(typeof value === 'string' ? value : JSON.stringify(value));
}

/** "$name" stands for the argument of that name; an entry whose argument is absent is left out. */
export function fillTemplate(template: unknown, args: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') return template.startsWith('$') ? args[template.slice(1)] : template;
  if (Array.isArray(template)) return template.map((entry) => fillTemplate(entry, args)).filter((entry) => entry !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, entry]) => [key, fillTemplate(entry, args)] as const)
      .filter(([, entry]) => entry !== undefined),
  );
}

function textOf(value: unknown, operation: string, name: string): string {
  if (value === undefined) throw new UnboundOperation(`operation ${operation} needs a value for ${name}`);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
