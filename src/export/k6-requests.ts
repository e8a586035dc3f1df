import type { DocumentSpec, ExampleRow, Given, Step } from '../model/types.ts';
import { planRequest } from '../plan/request.ts';
import { resolveReferences } from '../plan/scope.ts';
import { callerHeaders, callerOf, issuingArguments, type CredentialForms } from './caller-headers.ts';
import { operationsOf, type BoundOperation, type Service } from './deployment.ts';
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

/** The request that issues a credential, from the provider state that gives what it takes. */
function credentialRequest(spec: DocumentSpec, given: readonly Given[], issuing: BoundOperation | undefined): readonly ScriptRequest[] {
  if (issuing === undefined) return [];
  const { row, binding } = issuing;
  const references = issuingArguments(spec, given, row);
  if (references === undefined) return [];
  const args = resolveReferences(references, marker);
  const { method, path, headers, body } = planRequest(row, binding, typeof args === 'object' && args !== null ? { ...args } : {});
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
    headers: { ...callerHeaders(spec, service, step, CREDENTIALS), ...headers },
    body: jsonOf(body),
  };
}

function jsonOf(body: ReturnType<typeof planRequest>['body']): unknown {
  return body !== undefined && 'json' in body ? body.json : null;
}

const CREDENTIALS: CredentialForms = {
  held: (name) => `{{env.${screaming(name)}}}`,
  issued: ({ id }, place) => marker([id, 'body', ...place]),
};

function marker(path: readonly string[]): string {
  return `{{${path.join('.')}}}`;
}

/** `apiToken` as the name of an environment variable. */
function screaming(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
