import type { Binding, DocumentSpec, OperationRow, Step } from '../model/types.ts';
import { bodyText } from '../plan/negative-data.ts';
import type { PlannedStep } from '../plan/case.ts';
import { clauseServed } from '../plan/row-clauses.ts';
import { forbidden, operationDenied } from '../plan/permission.ts';
import { planRequest, UnboundOperation, type FieldOf, type PlannedRequest } from '../plan/request.ts';
import { resolveReferences, resolveText } from '../plan/scope.ts';
import { operationOf } from '../profile/answer.ts';
import { operationBinding, service, type Profile } from '../profile/profile.ts';
import type { ExchangeHead } from './capture.ts';
import { isHttpMethod, type HttpMethod, type HttpRequest } from './transport.ts';
import { userAgent, type Tool } from './user-agent.ts';
import { BrokenLink, ForeignOrigin, MissingLink, NotPermitted } from './blocked.ts';
import { callerHeader, serviceHeaders } from './caller.ts';
import { callerOf } from '../profile/callers.ts';
import { argumentsOf, queryOf, type CaseScope, type Remembered } from './case-scope.ts';
import fc from 'fast-check';
import { hash } from './generated-values.ts';
import { linkTarget, endsInPath } from '../model/links.ts';
import { atPointer } from '../model/pointer.ts';

export interface Sender {
  readonly profile: Profile;
  readonly tool: Tool;
  readonly runId: string;
  readonly seed: number;
}

export interface ReadyStep {
  readonly head: ExchangeHead;
  readonly request: HttpRequest;
  /** the operation's arguments, references resolved */
  readonly args: Readonly<Record<string, unknown>>;
}

/** Methods of operations are checked when specs and profiles are read, those of links when they are followed. */
function sendable(method: string): HttpMethod {
  if (!isHttpMethod(method)) throw new BrokenLink(`'${method}' is no method of HTTP`);
  return method;
}

/** Turns a step of the specs into the one request that it stands for. Throws what blocks it. */
export function planStep(sender: Sender, spec: DocumentSpec, scope: CaseScope, at: PlannedStep, caseId: string): ReadyStep {
  const { step, place, purpose } = at;
  const target = service(sender.profile, spec.name);
  if (target === undefined) throw new UnboundOperation(`services.${spec.name} is not in the profile`);
  const link = step.follow ?? step.walk;
  const { operation, planned, url, foreign, args } =
    link === undefined ? called(sender, spec, scope, at, target.baseUrl) : followed(sender, spec, scope, step, link, target.baseUrl);
  demandPermission(sender.profile, spec, operation, planned.method);
  const caller = callerOf(sender.profile, spec, step, operation);
  const content =
    step.raw === undefined
      ? planned.body
      : { text: String(resolveReferences(step.raw.text ?? '', scope.lookup)), contentType: step.raw.contentType ?? 'application/json' };
  const body = content === undefined ? undefined : 'json' in content ? bodyText(content.json, step.altered) : content.text;
  // A body or a header of the step may be a credential as well: what proves who somebody is stays with the service.
  if (foreign && body !== undefined)
    throw new ForeignOrigin(`the link '${link ?? ''}' leads to another origin, ${new URL(url).origin}, and would take a body there`);
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(content === undefined ? {} : { 'content-type': 'json' in content ? 'application/json' : content.contentType }),
    'user-agent': userAgent(sender.tool, sender.runId, purposeOf(spec, at)),
    ...(foreign ? {} : { ...serviceHeaders(sender.profile, spec, caller, scope), ...callerHeader(spec, caller, scope, step) }),
    ...(foreign ? {} : lowerNames(planned.headers)),
  };
  for (const [name, value] of Object.entries(foreign ? {} : (step.headers ?? {}))) {
    const text = resolveText(value, scope.lookup);
    // An empty value takes a header away, such as the credential of a request that must come without one.
    if (text === '') delete headers[name.toLowerCase()];
    else headers[name.toLowerCase()] = text;
  }
  return {
    head: { caseId, place, stepId: step.id, purpose, document: spec.name, operation, caller: caller?.name },
    request: {
      method: sendable(planned.method),
      url: withQuery(url, queryOf(step, scope)),
      headers,
      body,
      ...(step.raw?.halfClose === true ? { halfClose: true } : {}),
    },
    args,
  };
}

/** Whatever a link turns out to lead to, nothing is done that the profile does not permit. */
function demandPermission(profile: Profile, spec: DocumentSpec, id: string | undefined, method: string): void {
  const found = operationOf(spec, id);
  // A link that allows another method than the documented one leads to something else.
  const operation = found?.method === undefined || found.method === method ? found : undefined;
  const unknown = method === 'GET' ? undefined : forbidden(profile, ['mutate'], `${method} to a link whose operation is not documented`);
  const denied = operation === undefined ? unknown : operationDenied(profile, operation);
  if (denied !== undefined) throw new NotPermitted(denied);
}

/** What the User-Agent says: the clause, or where there is none the row that only watches. */
function purposeOf(spec: DocumentSpec, at: PlannedStep): string {
  const clause = clauseServed(spec, at);
  return clause === undefined ? at.place.row : `clause ${clause}`;
}

/** The rest of the URL stays as it is, letter by letter: a link's is opaque. */
function withQuery(url: string, query: Readonly<Record<string, unknown>>): string {
  const added = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
  if (added.size === 0) return url;
  const [address = '', ...rest] = url.split('?');
  const own = rest.join('?').split('&');
  const kept = own.filter((pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => added.has(name)));
  return `${address}?${[...kept, added.toString()].join('&')}`;
}

interface Aimed {
  readonly operation: string | undefined;
  readonly planned: PlannedRequest;
  readonly url: string;
  /** true where the request leaves the service's own origin: it goes without a credential */
  readonly foreign: boolean;
  readonly args: Readonly<Record<string, unknown>>;
}

function called(sender: Sender, spec: DocumentSpec, scope: CaseScope, { step, vary }: PlannedStep, baseUrl: string): Aimed {
  const operation = operationOf(spec, step.call);
  if (operation === undefined) throw new TypeError(`step calls ${step.call}, which ${spec.name} does not have`);
  const binding = operationBinding(sender.profile, spec.name, operation.id);
  const neutral = vary === undefined ? {} : neutralArguments(operation, `${sender.seed}/${vary}`);
  const args = { ...neutral, ...argumentsOf(step, scope) };
  const planned = planRequest(operation, binding, args, scope.fieldOf);
  return { operation: operation.id, planned, url: `${baseUrl.replace(/\/$/, '')}${planned.path}`, foreign: false, args };
}

function followed(sender: Sender, spec: DocumentSpec, scope: CaseScope, step: Step, link: string, baseUrl: string): Aimed {
  const last = scope.answerOf(step.of ?? 'last');
  const found = findLink(last, link);
  if (found === undefined)
    throw new MissingLink(`the ${step.of === undefined ? 'previous answer' : `answer of '${step.of}'`} has no link '${link}'`);
  if (!URL.canParse(found.href, baseUrl)) throw new BrokenLink(`the link '${link}' is no URL: ${found.href}`);
  const url = new URL(found.href, baseUrl);
  if (!allowedOrigins(sender.profile, baseUrl).includes(url.origin))
    throw new ForeignOrigin(
      `the link '${link}' leads to another origin, ${url.origin}: name it under permissions.origins if it may be followed`,
    );
  const operation = operationLedTo(spec, link, found) ?? operationOf(spec, last?.operation);
  const binding = operation === undefined ? undefined : operationBinding(sender.profile, spec.name, operation.id);
  const args = argumentsOf(step, scope);
  const documented = operation?.method;
  // A link may allow more than the documented method.
  const method = documented !== undefined && found.methods.includes(documented) ? documented : (found.methods[0] ?? documented ?? 'GET');
  if (!isHttpMethod(method)) throw new BrokenLink(`the link '${link}' allows '${method}', which is no method of HTTP`);
  const { headers, body, query } = linked(operation, binding, args, scope.fieldOf);
  const foreign = url.origin !== new URL(baseUrl).origin;
  if (foreign && Object.keys(query).length > 0)
    throw new ForeignOrigin(`the link '${link}' leads to another origin, ${url.origin}, and would take a query there`);
  return {
    operation: operation?.id,
    planned: { method, path: url.pathname, headers, body: method === 'GET' ? undefined : body },
    url: withQuery(url.href, query),
    foreign,
    args,
  };
}

/** What a request sends beside the link's own address: all that the binding shows, else the arguments as they are. */
function linked(
  operation: OperationRow | undefined,
  binding: Binding | undefined,
  args: Record<string, unknown>,
  fieldOf: FieldOf,
): Pick<PlannedRequest, 'headers' | 'body'> & { readonly query: Readonly<Record<string, string>> } {
  const silent = Object.keys(args).length === 0;
  if (operation === undefined || binding === undefined || (silent && binding.body === undefined))
    return { headers: {}, query: {}, body: silent ? undefined : { json: args } };
  const { headers, body, path } = planRequest({ ...operation, method: 'POST', path: '/' }, { ...binding, path: '/' }, args, fieldOf);
  return { headers, body, query: Object.fromEntries(new URLSearchParams(path.split('?')[1])) };
}

export function allowedOrigins(profile: Profile, baseUrl: string): readonly string[] {
  return [new URL(baseUrl).origin, ...profile.permissions.origins];
}

function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Optional parameters with values that change nothing: the key decides which are sent, so that seeds differ in them too. */
export function neutralArguments(operation: OperationRow, key: string): Readonly<Record<string, unknown>> {
  const rows = (operation.parameters ?? []).filter(({ neutral }) => neutral !== undefined);
  const chosen = rows.map(
    ({ name, neutral = [] }) =>
      [name, fc.sample(fc.constantFrom(undefined, ...neutral), { seed: hash(`${key}/${name}`), numRuns: 1 })[0]] as const,
  );
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
}

/** A link of an answer, as it stands there. */
export interface FoundLink {
  readonly href: string;
  readonly name: string | undefined;
  /** methods that the link allows, in its order */
  readonly methods: readonly string[];
}

/** The link of an answer: an object of its body, or a relation of its Link header. */
function findLink(last: Remembered | undefined, link: string): FoundLink | undefined {
  return bodyLink(last?.body, link) ?? headerLink(last, link);
}

/** A link object of the body: a relation under _links, or a JSON pointer to it. */
function bodyLink(body: unknown, link: string): FoundLink | undefined {
  const pointer = link.startsWith('/') ? link : `/_links/${link}`;
  const value = atPointer(body, pointer);
  const object: unknown = Array.isArray(value) ? value[0] : value;
  const href = atPointer(object, '/href');
  if (typeof href !== 'string') return undefined;
  const name = atPointer(object, '/name');
  const allow = atPointer(object, '/hints/allow');
  const methods = Array.isArray(allow) ? allow.filter((method) => typeof method === 'string') : [];
  return { href, name: typeof name === 'string' ? name : undefined, methods };
}

function headerLink(last: Remembered | undefined, rel: string): FoundLink | undefined {
  const target = linkTarget(last?.headers['link'], rel);
  if (last === undefined || target === undefined) return undefined;
  return { href: URL.canParse(target, last.url) ? new URL(target, last.url).href : target, name: undefined, methods: ['GET'] };
}

/** By the link's name, else its relation, else the documented path that its address ends in: a name is optional. */
function operationLedTo(spec: DocumentSpec, link: string, { name, href }: FoundLink): ReturnType<typeof operationOf> {
  const relation = link.split('/').at(-1);
  const rows = spec.endpoints.links ?? [];
  const row =
    rows.find((candidate) => candidate.name === name) ??
    rows.find((candidate) => candidate.name === relation) ??
    rows.find((candidate) => endsInPath(href, operationOf(spec, candidate.operation)));
  return operationOf(spec, row?.operation);
}
