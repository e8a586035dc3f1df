import { INSIDE } from '../model/placed-by.ts';
import type { Binding, OperationRow } from '../model/types.ts';
import { IN_LOCATION } from './answer.ts';
import { headerMistakes } from './headers.ts';

/** What a binding says of an operation that the document shows already: the key below the binding, and what to do. */
export interface Overruling {
  readonly key: 'method' | 'path' | 'success' | 'body' | 'response' | `response.${string}` | `headers.${string}`;
  readonly message: string;
}

/** A binding fills in what a document leaves open, and overrules nothing. */
export function overrulings(operation: OperationRow, binding: Binding): readonly Overruling[] {
  return [
    ...ofMethod(operation, binding),
    ...ofPath(operation, binding),
    ...ofSuccess(operation, binding),
    ...ofBody(operation, binding),
    ...ofResponse(operation, binding),
    ...malformed(binding),
  ];
}

function isOpen({ open = [] }: OperationRow, part: NonNullable<OperationRow['open']>[number]): boolean {
  return open.includes(part);
}

function ofMethod({ method }: OperationRow, binding: Binding): readonly Overruling[] {
  if (method === undefined || binding.method === undefined) return [];
  return [{ key: 'method', message: `the document says ${method}: remove this key` }];
}

/** Where only the base path is open, what the document shows stands at the end. */
function ofPath(operation: OperationRow, binding: Binding): readonly Overruling[] {
  const { path } = operation;
  if (path === undefined || binding.path === undefined || isOpen(operation, 'path')) return [];
  if (!isOpen(operation, 'base-path')) return [{ key: 'path', message: `the document says ${path}: remove this key` }];
  const [shown = ''] = binding.path.split('?');
  if (nameless(shown).endsWith(nameless(path))) return [];
  return [{ key: 'path', message: `the document says ${path}: expected a path that ends in it, found ${binding.path}` }];
}

function nameless(path: string): string {
  return path.replaceAll(INSIDE, '{}');
}

function ofSuccess(operation: OperationRow, { success }: Binding): readonly Overruling[] {
  const shown = operation.responses.find(({ error, status }) => error === undefined && status !== undefined)?.status;
  if (shown === undefined || success === undefined || isOpen(operation, 'success')) return [];
  return [{ key: 'success', message: `the document says ${shown}: remove this key` }];
}

/** Constants may stand beside the documented parameters. */
function ofBody(operation: OperationRow, { body }: Binding): readonly Overruling[] {
  if (body === undefined || isOpen(operation, 'request')) return [];
  const rows = (operation.parameters ?? []).filter((row) => row.in === 'body');
  const absent = rows.filter(({ name }) => typeof body !== 'object' || body === null || Reflect.get(body, name) !== `$${name}`);
  if (absent.length === 0) return [];
  const wanted = absent.map(({ name }) => `${name}: $${name}`).join(', ');
  return [{ key: 'body', message: `the document says where these stand: expected ${wanted} at the top of the body` }];
}

function ofResponse(operation: OperationRow, { response }: Binding): readonly Overruling[] {
  if (response === undefined || isOpen(operation, 'response')) return [];
  return [{ key: 'response', message: 'the document shows the answer: remove this key' }];
}

/** What could be sent to nowhere, or read from nowhere, and would be held against the target. */
function malformed({ path, response = {}, headers = {} }: Binding): readonly Overruling[] {
  const odd = path === undefined ? undefined : oddPath(path);
  return [
    ...(odd === undefined ? [] : [{ key: 'path' as const, message: odd }]),
    ...Object.entries(response)
      .filter(([field, pointer]) => !/^(?:\/(?:[^~]|~[01])*)?$/.test(pointer) && (pointer !== IN_LOCATION || /\[\]|^root$/.test(field)))
      .map(([field, pointer]) => ({
        key: `response.${field}` as const,
        message: `expected a JSON pointer such as /id or /data/name, or ${IN_LOCATION} for the last segment of that header's path, found '${pointer}'`,
      })),
    ...headerMistakes(headers).map(({ name, message }) => ({ key: `headers.${name}` as const, message })),
  ];
}

function oddPath(path: string): string | undefined {
  if (!path.startsWith('/')) return `expected a path that begins with / and is added to baseUrl, found '${path}'`;
  if (/[\s#\\]/.test(path)) return `expected a path without blanks, backslashes and fragment, found '${path}'`;
  return /^[^{}]*(?:\{\w+(?:\.\w+)?\}[^{}]*)*$/.test(path) ? undefined : `expected parameters as in /users/{userId}, found '${path}'`;
}
