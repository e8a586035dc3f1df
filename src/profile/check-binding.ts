import type { Binding, OperationRow } from '../spec/types.ts';

/** What a binding says of an operation that the document shows already: the key below the binding, and what to do. */
export interface Overruling {
  readonly key: 'method' | 'path' | 'success' | 'body' | 'response';
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
  return path.replaceAll(/\{\w+\}/g, '{}');
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
