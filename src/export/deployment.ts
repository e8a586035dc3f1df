import type { OperationCredential } from '../profile/operation-credentials.ts';
import { argumentOf, INSIDE } from '../model/placed-by.ts';
import type { ControlPlane } from './control.ts';
import type { Binding, Declaration, DocumentName, DocumentSpec, OperationRow, ResponseRow } from '../model/types.ts';

/** Where a service is, and what its profile says where the document leaves it open. */
export interface Service {
  readonly baseUrl: string;
  readonly bindings: Readonly<Record<string, Binding | string>>;
  readonly declares: readonly Declaration[];
  /** sent with every request, {name} standing for a credential */
  readonly headers: Readonly<Record<string, string>>;
  /** of its responses */
  readonly mediaType: string;
  /** of its refusals */
  readonly errorMediaType: string;
  readonly operationCredentials: readonly OperationCredential[];
  /** credentials that are no secret: those of the embedded mock */
  readonly published: Readonly<Record<string, string>>;
}

/** A profile without its secrets: all of it that an export may show. */
export interface Deployment {
  readonly name: string;
  readonly services: Readonly<Record<DocumentName, Service>>;
  /** undefined: nothing sets up provider states over HTTP */
  readonly control: ControlPlane | undefined;
}

/** An operation that can be called: by what the document shows, and by what the profile binds where it shows nothing. */
export interface BoundOperation {
  readonly row: OperationRow;
  readonly binding: Binding | undefined;
  readonly method: string;
  readonly path: string;
}

/** The operations of a document that can be called, and those that neither the document nor the profile says how to call. */
export interface Operations {
  readonly bound: readonly BoundOperation[];
  readonly unbound: readonly OperationRow[];
}

export function operationsOf(spec: DocumentSpec, service: Service): Operations {
  const bound = spec.endpoints.operations.flatMap((row): BoundOperation[] => {
    const binding = bindingOf(service, row.id);
    const method = row.method ?? binding?.method;
    // Who reads it knows of no names beside fields.
    const path = (binding?.path ?? row.path)?.replaceAll(INSIDE, (_, reference: string) => `{${argumentOf(reference)}}`);
    return method === undefined || path === undefined ? [] : [{ row, binding, method, path }];
  });
  const ids = new Set(bound.map(({ row }) => row.id));
  return { bound, unbound: spec.endpoints.operations.filter(({ id }) => !ids.has(id)) };
}

export function bindingOf({ bindings }: Service, id: string): Binding | undefined {
  const binding = bindings[id];
  return typeof binding === 'object' ? binding : undefined;
}

/** Where the name of an error stands in its body: the document's word, else the profile's. */
export function errorPointer({ errors }: DocumentSpec, { bindings }: Service): string | undefined {
  const bound = bindings['errorName'];
  return errors.errorName ?? (typeof bound === 'string' ? bound : undefined);
}

/** The statuses that a row of responses stands for: the document's, else the profile's, else the usual ones of its method. */
export function statusesOf(spec: DocumentSpec, service: Service, row: ResponseRow, operation: BoundOperation): readonly number[] {
  const { binding, method } = operation;
  const known = knownStatuses(row, binding);
  if (known.length > 0) return known;
  const { resource, error, clauses } = row;
  // A row that says nothing of the response promises no success either.
  const declared =
    resource === undefined && error === undefined && clauses.length === 0 ? declaredStatuses(spec, service, operation.row) : [];
  if (declared.length > 0) return declared;
  return (USUAL_STATUSES[method] ?? [200, 202, NO_CONTENT]).filter((status) => status !== NO_CONTENT || resource === undefined);
}

/** The status of a response without a body. */
export const NO_CONTENT = 204;

/** The statuses that document or profile name. */
export function knownStatuses({ status }: ResponseRow, binding: Binding | undefined): readonly number[] {
  return [status ?? binding?.success ?? []].flat();
}

const USUAL_STATUSES: Readonly<Record<string, readonly number[]>> = { GET: [200], POST: [200, 201, 202, NO_CONTENT] };

/** The statuses that the profile declares for an operation where the document leaves its response open. */
export function declaredStatuses(spec: DocumentSpec, { declares }: Service, { id }: OperationRow): readonly number[] {
  const names = new Set([
    ...spec.probes.probes.flatMap(({ steps }) => steps.flatMap(({ call, observe }) => (call === id ? (observe ?? []) : []))),
    ...spec.states.machines.flatMap(({ transitions }) =>
      transitions.flatMap(({ to, trigger }) => {
        const first = trigger.find(({ call }) => call !== undefined);
        return typeof to === 'object' && 'declared' in to && first?.call === id ? [to.declared] : [];
      }),
    ),
  ]);
  return [...new Set(declares.flatMap(({ name, status = [] }) => (names.has(name) ? status : [])))];
}

const TELLING = /auth|cookie|key|token|secret|session/i;

/** The service's own headers with each credential as a name in braces; a value that is written out, and may be a secret, is one as well. */
export function headerForms({ headers }: Service): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, form]) => [
      name,
      TELLING.test(name) && !/\{\w+\}/.test(form) ? `{${name.replaceAll(/\W/g, '_')}}` : form,
    ]),
  );
}

/** The service's header that shows a caller's credential, where the document names none. */
export function credentialHeader(service: Service): readonly [name: string, form: string] | readonly [] {
  const forms = Object.entries(headerForms(service));
  return forms.find(([, form]) => form.includes('{credential}')) ?? forms[0] ?? [];
}
