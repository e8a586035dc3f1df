import type { CallerRow, DocumentSpec, ExampleRow, Given, OperationRow, Step } from '../model/types.ts';
import { planRequest } from '../plan/request.ts';
import { resolveReferences } from '../plan/scope.ts';
import { bindingOf, headerForms, operationsOf, type BoundOperation, type Service } from './deployment.ts';
import { defined } from '../model/defined.ts';

/** A request as the script has it: `{{alias.field}}` stands for what a provider state, an earlier answer, the environment or chance gives. */
export interface ScriptRequest {
  readonly id: string;
  readonly operation: string;
  /** of the document's kinds of callers */
  readonly caller?: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** One request of the load, and what has to stand for it. */
export interface ScriptExample {
  readonly name: string;
  readonly given: readonly Pick<Given, 'state' | 'params' | 'as'>[];
  readonly prepare: readonly ScriptRequest[];
  readonly request: ScriptRequest;
}

/** The examples of the operations that only read or sign in, as requests of a script. */
export function scriptExamples(spec: DocumentSpec, service: Service): readonly ScriptExample[] {
  const { bound } = operationsOf(spec, service);
  return bound
    .filter(({ row }) => row.safe === true || row.signIn === true)
    .flatMap((operation) => (operation.row.examples ?? []).flatMap((example) => scriptExample(spec, service, bound, operation, example)));
}

function scriptExample(
  spec: DocumentSpec,
  service: Service,
  bound: readonly BoundOperation[],
  operation: BoundOperation,
  { id, given = [], prepare = [], caller, with: args }: ExampleRow,
): readonly ScriptExample[] {
  const last: Step = { id: 'request', call: operation.row.id, with: args, ...defined({ caller }) };
  const steps = [...prepare, last];
  const used = steps.map((step) => callerOf(spec, service, step));
  const issuing = new Set(used.flatMap((one) => one?.credential ?? []));
  const credentials = [...issuing].flatMap((credential) =>
    credentialRequest(
      spec,
      given,
      bound.find(({ row }) => row.id === credential),
    ),
  );
  const requests = steps.flatMap((step, index) => {
    const called = bound.find(({ row }) => row.id === step.call);
    return called === undefined ? [] : [scriptRequest(spec, service, called, step, step.id ?? `prepare${index}`)];
  });
  const request = requests.at(-1);
  if (request === undefined || requests.length < steps.length) return [];
  return [
    {
      name: `${operation.row.id}/${id}`,
      given: given.map(({ state, params, as }) => ({
        state,
        ...defined({ params, as }),
      })),
      prepare: [...credentials, ...requests.slice(0, -1)],
      request,
    },
  ];
}

function callerOf(spec: DocumentSpec, service: Service, step: Step): CallerRow | undefined {
  const callers = spec.authentication.callers ?? [];
  const name = step.caller ?? bindingOf(service, step.call ?? '')?.caller;
  return name === undefined ? callers.find((one) => one.default === true) : callers.find((one) => one.name === name);
}

/** The request that issues a credential, from the provider state that gives what it takes. */
function credentialRequest(spec: DocumentSpec, given: readonly Given[], issuing: BoundOperation | undefined): readonly ScriptRequest[] {
  if (issuing === undefined) return [];
  const { row, binding } = issuing;
  const names = (row.parameters ?? []).map(({ name }) => name);
  const from = given.find(({ state }) => {
    const data = spec.providerStates.states.find(({ name }) => name === state)?.data ?? {};
    return names.every((name) => name in data);
  });
  if (from === undefined) return [];
  const args = Object.fromEntries(names.map((name) => [name, marker([from.as ?? '', name])]));
  const { method, path, headers, body } = planRequest(row, binding, args);
  return [{ id: row.id, operation: row.id, method, path, headers, body: jsonOf(body) }];
}

function scriptRequest(spec: DocumentSpec, service: Service, { row, binding }: BoundOperation, step: Step, id: string): ScriptRequest {
  const resolved = resolveReferences(step.with ?? {}, marker);
  const args: Readonly<Record<string, unknown>> = typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
  const { method, path, headers, body } = planRequest(row, binding, args);
  const caller = callerOf(spec, service, step)?.name;
  return {
    id,
    operation: row.id,
    ...defined({ caller }),
    method,
    path,
    headers: { ...credentialHeaders(spec, service, step), ...headers },
    body: jsonOf(body),
  };
}

function jsonOf(body: ReturnType<typeof planRequest>['body']): unknown {
  return body !== undefined && 'json' in body ? body.json : null;
}

function credentialHeaders(spec: DocumentSpec, service: Service, step: Step): Readonly<Record<string, string>> {
  const caller = callerOf(spec, service, step);
  const issued = spec.endpoints.operations.find(({ id }) => id === caller?.credential);
  const value = issued === undefined ? `{{env.${screaming(caller?.credential ?? 'credential')}}}` : issuedCredential(spec, issued);
  const headers = Object.fromEntries(
    Object.entries(headerForms(service)).map(([name, form]) => [
      name,
      form.replaceAll(/\{(\w+)\}/g, (_, named: string) => (named === 'credential' ? value : `{{env.${screaming(named)}}}`)),
    ]),
  );
  if (caller?.header === undefined) return headers;
  return { ...headers, [caller.header]: (caller.value ?? '{credential}').replace('{credential}', value) };
}

/** Where the issued credential stands in the answer: the resource's field that is a secret. */
function issuedCredential(spec: DocumentSpec, { id, responses }: OperationRow): string {
  const names = responses.flatMap(({ resource }) => resource ?? []);
  const fields = spec.resources.resources.filter(({ name }) => names.includes(name)).flatMap((resource) => resource.fields);
  return marker([id, 'body', ...(fields.find(({ secret }) => secret !== undefined)?.path ?? '').split('.')]);
}

function marker(path: readonly string[]): string {
  return `{{${path.join('.')}}}`;
}

/** `apiToken` as the name of an environment variable. */
function screaming(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
