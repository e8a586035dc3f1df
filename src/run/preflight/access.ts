import type { Binding, DocumentSpec, ExampleRow, OperationRow, CallerRow, Step, DocumentName } from '../../model/types.ts';
import { CaseRunner } from '../../drive/case-runner.ts';
import { keyPairFor, issuedCredential } from '../../drive/caller.ts';
import { callerOf, issuingOperation } from '../../profile/callers.ts';
import { placedByText } from '../../model/placed-by.ts';
import { defined } from '../../model/defined.ts';
import { UnaddressableValue, UnboundOperation } from '../../plan/request.ts';
import { notAllProvided } from '../../plan/provision.ts';
import { resolveReferences, UnresolvedReference } from '../../plan/scope.ts';
import { viewAnswer } from '../../profile/answer.ts';
import { credentialHolders } from '../../profile/operation-credentials.ts';
import { operationBinding, service } from '../../profile/profile.ts';
import type { Exchanged } from '../../drive/exchanger.ts';
import type { Mistake, Findings } from './mistake.ts';
import type { Drive } from '../../drive/drive.ts';

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
  const example = exampleToTry(running, operation);
  const tried =
    example !== undefined
      ? [await withProvidedState(running, operation, example)]
      : own === undefined
        ? [await asNobody(running, operation)]
        : [];
  return [...found, ...tried].filter((mistake) => mistake !== undefined);
}

/** The first example of which all that it needs is provided. Sent once and as it is, it leaves what is provided as it was: only wrong values spend it. */
function exampleToTry({ drive, spec }: CaseRunner, { examples = [] }: OperationRow): ExampleRow | undefined {
  const first = examples.find(({ prepare = [] }) => prepare.length === 0);
  if (first === undefined) return undefined;
  const given = (first.given ?? []).map(({ spends: _spent, ...one }) => one);
  return notAllProvided(spec, drive.profile, given) === undefined ? { ...first, given } : undefined;
}

/** Where nobody is provided, a stranger may be refused in any way but one: that nothing stands at a path that names nothing. */
async function asNobody(running: CaseRunner, operation: OperationRow): Promise<Mistake | undefined> {
  const { spec, drive } = running;
  const binding = operationBinding(drive.profile, spec.name, operation.id);
  const example = operation.examples?.find(({ prepare = [] }) => prepare.length === 0);
  if (example === undefined || (binding?.path ?? operation.path ?? '{').includes('{')) return undefined;
  const args = resolveReferences(example.with, () => 'assay-preflight');
  const step = { call: operation.id, with: { ...Object(args) }, ...defined({ caller: example.caller }) };
  const { response } = await ask(running, step, 'nobody');
  if (response === undefined || ![404, 405, 501].includes(response.status)) return undefined;
  const { error } = viewAnswer(spec, drive.profile, operation, response);
  const isDocumented = spec.errors.errors.some(({ name }) => name === error);
  const baseUrl = service(drive.profile, spec.name)?.baseUrl ?? '';
  return isDocumented ? undefined : nothingThere(spec, baseUrl, operation, binding, response.status);
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

async function withProvidedState(running: CaseRunner, operation: OperationRow, example: ExampleRow): Promise<Mistake | undefined> {
  const { scope } = running;
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
function nothingThere(
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
        remedy: 'Give the address under which the documented paths stand; they are added to it',
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

/** Operations that are tried until one of them tells a caller from a stranger. */
const MOST_TRIES = 4;

/** Proves each credential that the profile holds itself: some operation that only reads must refuse a stranger, and not its holder. */
export async function credentialFindings(running: CaseRunner): Promise<Findings> {
  const { spec, drive } = running;
  const held = drive.profile.credentials[spec.name] ?? {};
  const holders = credentialHolders(spec);
  const usual = holders.flatMap((caller) =>
    // Without the one that nearly every request carries, nothing can be judged.
    caller.credential !== undefined && (held[caller.credential] !== undefined || caller.default === true)
      ? [{ caller, credential: caller.credential }]
      : [],
  );
  const kept = service(drive.profile, spec.name)?.operationCredentials ?? [];
  const own = holders.slice(0, 1).flatMap((caller) => kept.map(({ credential }) => ({ caller, credential })));
  const found: Findings[] = [];
  for (const { caller, credential } of [...usual, ...own]) found.push(await prove(running, caller, credential));
  return { mistakes: found.flatMap(({ mistakes }) => mistakes), notices: found.flatMap(({ notices }) => notices) };
}

async function prove(running: CaseRunner, caller: CallerRow, credential: string): Promise<Findings> {
  const { spec, drive } = running;
  const key = `services.${spec.name}.credentials.${credential}`;
  const telling = readers(running).filter(
    ({ id }) => callerOf(drive.profile, spec, { caller: caller.name }, id)?.credential === credential,
  );
  for (const operation of telling.slice(0, MOST_TRIES)) {
    const bare = await statusOf(running, operation, stranger(running, caller), 'stranger');
    const own = bare === undefined || bare < 400 ? bare : await statusOf(running, operation, { caller: caller.name }, 'caller');
    if (own === undefined || bare === undefined) continue;
    if (isMissing(own) && !operation.template.includes('{')) return { mistakes: [nothingThereFor(running, operation, own)], notices: [] };
    if (!isRefusal(bare)) continue;
    if (own !== 401) return { mistakes: [], notices: [] };
    const what = `is refused by ${operation.id} (status ${own})`;
    return { mistakes: [{ key, what, remedy: 'See that it is right, and has not expired', blame: 'config' }], notices: [] };
  }
  return { mistakes: [], notices: [`${key}: no operation that only reads tells it from none, so it could not be proven`] };
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;
const isMissing = (status: number): boolean => status === 404 || status === 405;

function nothingThereFor({ spec, drive }: CaseRunner, operation: Reader, status: number): Mistake {
  const baseUrl = service(drive.profile, spec.name)?.baseUrl ?? '';
  return nothingThere(spec, baseUrl, operation, operationBinding(drive.profile, spec.name, operation.id), status);
}

type Reader = OperationRow & { readonly template: string };

/** Operations that only read and take no secret, by the documented path or the bound one; those that need to know nothing first. */
function readers({ spec, drive }: CaseRunner): readonly Reader[] {
  const found = spec.endpoints.operations.flatMap((operation): Reader[] => {
    const template = operationBinding(drive.profile, spec.name, operation.id)?.path ?? operation.path;
    const secret = operation.parameters?.some((row) => row.secret !== undefined) === true;
    const fails = operation.responses.every(({ error }) => error !== undefined);
    return operation.safe === true && template !== undefined && !secret && !fails ? [{ ...operation, template }] : [];
  });
  return [...found.filter(({ template }) => !template.includes('{')), ...found.filter(({ template }) => template.includes('{'))];
}

/** Asks like somebody who has nothing to show. */
function stranger({ spec, drive }: CaseRunner, caller: CallerRow): Pick<Step, 'caller' | 'headers'> {
  const templates = Object.entries(drive.profile.headers[spec.name] ?? {}).filter(([, value]) => value.includes('{'));
  const names = [...templates.map(([name]) => name), ...(caller.header === undefined ? [] : [caller.header])];
  return { caller: 'nobody', headers: Object.fromEntries(names.map((name) => [name, ''])) };
}

async function statusOf(
  running: CaseRunner,
  operation: Reader,
  as: Pick<Step, 'caller' | 'headers'>,
  at: string,
): Promise<number | undefined> {
  const args = placedByText(operation.template).map((name) => [name, 'assay-preflight'] as const);
  const step = { call: operation.id, with: Object.fromEntries(args), ...as };
  const { response } = await ask(reading(running, operation), step, `${at}/${operation.id}`);
  return response?.status;
}

/** Where neither document nor profile says the method of what only reads, it is asked for by GET. */
function reading(running: CaseRunner, { id, method, template }: Reader): CaseRunner {
  const { spec, drive } = running;
  const binding = operationBinding(drive.profile, spec.name, id);
  const own = service(drive.profile, spec.name);
  if ((method ?? binding?.method) !== undefined || own === undefined) return running;
  const bindings = { ...own.bindings, [id]: { ...binding, path: template, method: 'GET' as const } };
  const profile = { ...drive.profile, services: { ...drive.profile.services, [spec.name]: { ...own, bindings } } };
  return new CaseRunner({ ...drive, profile }, running.planned, running.scope);
}

/** Begins the preflight of one service, on record. */
export function beginService(drive: Drive, document: DocumentName): CaseRunner {
  const id = `preflight/${document}`;
  const title = 'can the service be judged with this profile?';
  drive.trace.append({ type: 'case', case: id, document, kind: 'preflight', title });
  return new CaseRunner(drive, { id, document, kind: 'preflight', title, given: [], steps: [] });
}

/** Sends one step of the preflight. Throws what planStep throws. */
async function ask(running: CaseRunner, step: Step, at: string): Promise<Exchanged> {
  const { drive, planned } = running;
  const { head, request } = running.request({ step, place: { row: planned.id, at }, purpose: 'preflight' });
  return drive.exchanger.exchange(head, request, { comes: running.learner(head.operation) });
}
