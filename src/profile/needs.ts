import { placedBy, placedByText } from '../model/placed-by.ts';
import type { Binding, DocumentSpec, OperationRow } from '../model/types.ts';
import { operationBinding, service, type PublicProfile } from './profile.ts';

/** The profile's key, below its service, that fills a need: a credential that a caller shows, else a binding. */
export function needKey(spec: DocumentSpec, name: string): string {
  const [operation = '', argument] = name.split('.');
  if (argument !== undefined) return `bindings.${operation}.body.${argument}`;
  return isCredential(spec, name) ? `credentials.${name}` : `bindings.${name}`;
}

/** The keys of those of these needs that the profile leaves unfilled. `operation.argument` is the need of a place for an argument. */
export function missingNeeds(spec: DocumentSpec, profile: PublicProfile, needs: readonly string[]): readonly string[] {
  const target = service(profile, spec.name);
  const missing = needs.filter((name) => {
    const [operation = '', argument] = name.split('.');
    if (argument !== undefined) return !takesArgument(spec, profile, operation, argument);
    return isCredential(spec, name) ? target?.credentials.includes(name) !== true : target?.bindings[name] === undefined;
  });
  return missing.map((name) => `services.${spec.name}.${needKey(spec, name)}`);
}

/** True for what a caller shows and no operation issues. */
export function isCredential({ authentication, endpoints }: DocumentSpec, name: string): boolean {
  const shown = authentication.callers?.some(({ credential }) => credential === name) === true;
  return shown && !endpoints.operations.some(({ id }) => id === name);
}

/** What the document leaves open a binding shows whole, and a path has what its template has: an argument without a place would not be sent. */
function takesArgument(spec: DocumentSpec, profile: PublicProfile, id: string, argument: string): boolean {
  const operation = spec.endpoints.operations.find((row) => row.id === id);
  const binding = operationBinding(profile, spec.name, id);
  const isInPath = operation?.parameters?.some((row) => row.name === argument && row.in === 'path') === true;
  if (operation === undefined || binding === undefined || !(isInPath || showsRequest(operation, binding))) return true;
  const { path = operation.path ?? '', query = {}, headers = {}, body } = binding;
  return [...[path, ...Object.values(query), ...Object.values(headers)].flatMap(placedByText), ...placedBy(body)].includes(argument);
}

/** True where the document leaves the request open and the binding shows one. */
export function showsRequest({ open = [] }: OperationRow, binding: Binding | undefined): boolean {
  return open.includes('request') && (binding?.body !== undefined || binding?.query !== undefined);
}
