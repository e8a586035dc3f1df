import type { Binding, DocumentSpec, ExampleRow, OperationRow } from '../../model/types.ts';
import { issuedCredential, issuingOperation } from '../../drive/credentials.ts';
import type { CaseRunner } from '../../drive/case-runner.ts';
import { keyPairFor } from '../../drive/caller.ts';
import { UnaddressableValue, UnboundOperation } from '../../plan/request.ts';
import { notAllProvided } from '../../plan/provision.ts';
import { resolveReferences, UnresolvedReference } from '../../plan/scope.ts';
import { viewAnswer } from '../../profile/answer.ts';
import { operationBinding, service } from '../../profile/profile.ts';
import type { Exchanged } from '../../drive/exchanger.ts';
import { ask } from './ask.ts';
import type { Mistake } from './mistake.ts';

/** With what somebody signs in, and who is to blame where that is refused. */
interface Attempt {
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: string | undefined;
  readonly refused: Omit<Mistake, 'what'> & { readonly who: string };
}

/**
 * Signs in as the profile says, with its own key and with the cheapest provider state: what follows would be refused otherwise, and
 * the target would be blamed for it.
 */
export async function signInMistakes(running: CaseRunner): Promise<readonly Mistake[]> {
  const operation = signInOperation(running);
  if (operation === undefined) return [];
  const own = ownKey(running, operation);
  const found = own === undefined ? [] : [await attempt(running, operation, own, 'own-key')];
  return [...found, await withProvidedState(running, operation)].filter((mistake) => mistake !== undefined);
}

/** The first operation that begins a sign-in and can be called. */
function signInOperation({ spec, drive }: CaseRunner): OperationRow | undefined {
  return spec.endpoints.operations.find(({ id, method, path, signIn, examples = [] }) => {
    const binding = operationBinding(drive.profile, spec.name, id);
    return signIn === true && examples.length > 0 && (method ?? binding?.method) !== undefined && (path ?? binding?.path) !== undefined;
  });
}

/** The profile's own key, where it has one for this operation. */
function ownKey({ drive, spec, scope }: CaseRunner, operation: OperationRow): Attempt | undefined {
  const caller = spec.authentication.callers?.find((one) => issuingOperation(spec, one) === operation);
  const pair = caller === undefined ? undefined : keyPairFor(drive.profile, spec, scope, { caller: caller.name });
  if (pair === undefined) return undefined;
  const refused = {
    key: `services.${spec.name}.credentials`,
    who: 'the key of the profile',
    remedy: 'See that its parts belong together and to the team, and that it has not expired',
    blame: 'config',
  } as const;
  return { args: pair.args, caller: undefined, refused };
}

async function withProvidedState(running: CaseRunner, operation: OperationRow): Promise<Mistake | undefined> {
  const { drive, spec, scope } = running;
  const example = operation.examples?.find(({ prepare = [] }) => prepare.length === 0);
  if (example === undefined || notAllProvided(spec, drive.profile, example.given) !== undefined) return undefined;
  try {
    for (const given of example.given ?? []) if ((await running.provide(given)) !== undefined) return undefined;
    return await attempt(running, operation, stateAttempt(running, example), 'provided-state');
  } finally {
    for (const standing of scope.provided().toReversed()) await running.remove(standing);
  }
}

function stateAttempt({ scope }: CaseRunner, { with: args, caller }: ExampleRow): Attempt {
  const standing = scope.provided().at(-1);
  return {
    args,
    caller,
    refused: {
      key: standing?.by ?? 'providerStates',
      who: `what the provider state '${standing?.state ?? ''}' came with`,
      remedy: 'See that what is provided there is right, and still is',
      blame: 'provider-state',
    },
  };
}

async function attempt(running: CaseRunner, operation: OperationRow, tried: Attempt, at: string): Promise<Mistake | undefined> {
  const { caller, args, refused } = tried;
  try {
    const resolved = resolveReferences(args, running.scope.lookup);
    const given = typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
    const { response } = await ask(running, { call: operation.id, with: given, ...(caller === undefined ? {} : { caller }) }, at);
    return response === undefined ? undefined : answerMistake(running, operation, given, refused, response);
  } catch (error) {
    if (!(error instanceof UnboundOperation || error instanceof UnaddressableValue || error instanceof UnresolvedReference)) throw error;
    const { who, ...rest } = refused;
    return { ...rest, what: `${who} does not suffice for ${operation.id}: ${error.message}` };
  }
}

/** What stays unsaid here (too many requests, a service that breaks down) is for the run to find. */
function answerMistake(
  { drive, spec }: CaseRunner,
  operation: OperationRow,
  args: Readonly<Record<string, unknown>>,
  { who, ...refused }: Attempt['refused'],
  response: NonNullable<Exchanged['response']>,
): Mistake | undefined {
  const { status } = response;
  const binding = operationBinding(drive.profile, spec.name, operation.id);
  const baseUrl = service(drive.profile, spec.name)?.baseUrl ?? '';
  if ([404, 405, 501].includes(status)) {
    const mistake = nothingThere(spec, baseUrl, operation, binding, status);
    const named = (operation.parameters ?? []).filter((row) => row.in === 'path' && args[row.name] !== undefined).map(({ name }) => name);
    return named.length === 0 ? mistake : { ...mistake, remedy: `${mistake.remedy}, or the ${named.join(', ')} of ${who}` };
  }
  if ([400, 415, 422].includes(status) && binding?.body !== undefined)
    return {
      key: `services.${spec.name}.bindings.${operation.id}.body`,
      what: `${operation.id} does not take what the binding makes of a valid request (status ${status})`,
      remedy: 'Correct the template, or the media type',
      blame: 'config',
    };
  if ([401, 403].includes(status)) return { ...refused, what: `${who} is refused by ${operation.id} (status ${status})` };
  if (status >= 300) return undefined;
  const { body } = viewAnswer(spec, drive.profile, operation, response);
  if (isIssuing(spec, operation) && issuedCredential(spec, operation, body) === undefined)
    return {
      key: `services.${spec.name}.bindings.${operation.id}`,
      what: `${operation.id} answers without a credential where the binding looks for it (status ${status})`,
      remedy: 'Correct the path, or say under response where it stands',
      blame: 'config',
    };
  const foreign = (operation.parameters ?? []).find((row) => row.in === 'path' && differs(args[row.name], body, row.name));
  return foreign === undefined ? undefined : { ...refused, what: `${who} belongs to another ${foreign.name} than it says` };
}

/** Nothing stands where the document says, or where the profile says. */
export function nothingThere(
  { name }: DocumentSpec,
  baseUrl: string,
  { id, path }: OperationRow,
  binding: Binding | undefined,
  status: number,
): Mistake {
  const bound = binding?.path ?? (path === undefined ? '' : undefined);
  return bound === undefined
    ? {
        key: `services.${name}.baseUrl`,
        what: `${baseUrl} has nothing at ${path ?? ''} (status ${status})`,
        remedy: 'Give the address under which the documented paths stand',
        blame: 'config',
      }
    : {
        key: `services.${name}.bindings.${id}`,
        what: `there is nothing at ${baseUrl}${bound} (status ${status})`,
        remedy: 'Correct method and path, or baseUrl',
        blame: 'config',
      };
}

function isIssuing(spec: DocumentSpec, operation: OperationRow): boolean {
  return spec.authentication.callers?.some((caller) => issuingOperation(spec, caller) === operation) === true;
}

function differs(sent: unknown, body: unknown, name: string): boolean {
  const answered: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof sent === 'string' && typeof answered === 'string' && sent !== answered;
}
