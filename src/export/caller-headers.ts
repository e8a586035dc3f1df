import type { CallerRow, DocumentSpec, Given, OperationRow, Step } from '../model/types.ts';
import { bindingOf, headerForms, type Service } from './deployment.ts';

/** How an export writes the value of a credential. */
export interface CredentialForms {
  /** one of the profile, by its name */
  readonly held: (name: string) => string;
  /** one that an operation issues, at this place in its response */
  readonly issued: (issuer: OperationRow, place: readonly string[]) => string;
}

/** The kind of caller of a step; undefined where the document has none. */
export function callerOf(spec: DocumentSpec, service: Service, step: Step): CallerRow | undefined {
  const callers = spec.authentication.callers ?? [];
  const name = step.caller ?? bindingOf(service, step.call ?? '')?.caller;
  return name === undefined ? callers.find((one) => one.default === true) : callers.find((one) => one.name === name);
}

/** The headers of a step beside those of its operation: the service's own, and the caller's credential. */
export function callerHeaders(
  spec: DocumentSpec,
  service: Service,
  step: Step,
  { held, issued }: CredentialForms,
): Readonly<Record<string, string>> {
  const caller = callerOf(spec, service, step);
  const issuer = spec.endpoints.operations.find(({ id }) => id === caller?.credential);
  const value = (): string => (issuer === undefined ? held(caller?.credential ?? 'credential') : issued(issuer, issuedPlace(spec, issuer)));
  const filled = (form: string): string =>
    form.replaceAll(/\{(\w+)\}/g, (_, named: string) => (named === 'credential' ? value() : held(named)));
  const headers = Object.fromEntries(Object.entries(headerForms(service)).map(([name, form]) => [name, filled(form)]));
  return caller?.header === undefined ? headers : { ...headers, [caller.header]: filled(caller.value ?? '{credential}') };
}

/** Where the issued credential stands in the response: the resource's field that is a secret. */
function issuedPlace(spec: DocumentSpec, { responses }: OperationRow): readonly string[] {
  const names = responses.flatMap(({ resource }) => resource ?? []);
  const fields = spec.resources.resources.filter(({ name }) => names.includes(name)).flatMap((resource) => resource.fields);
  return (fields.find(({ secret }) => secret !== undefined)?.path ?? '').split('.');
}

/** The arguments of an operation that issues a credential, as references to the provider state that gives all of them; undefined without one. */
export function issuingArguments(
  spec: DocumentSpec,
  given: readonly Given[],
  { parameters = [] }: OperationRow,
): Readonly<Record<string, string>> | undefined {
  const names = parameters.map(({ name }) => name);
  const from = given.find(({ state }) => {
    const data = spec.providerStates.states.find(({ name }) => name === state)?.data ?? {};
    return names.every((name) => name in data);
  });
  return from?.as === undefined ? undefined : Object.fromEntries(names.map((name) => [name, `$${from.as}.${name}`]));
}
