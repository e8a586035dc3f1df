import type { CallerRow, DocumentSpec, Step } from '../spec/types.ts';
import type { PlannedStep } from '../plan/case.ts';
import { planRequest, UnboundOperation } from '../plan/request.ts';
import type { PlannedRequest } from '../plan/request.ts';
import { resolveReferences, resolveText } from '../plan/scope.ts';
import { atPointer } from '../spec/pointer.ts';
import { operationOf } from '../profile/answer.ts';
import { operationBinding, service } from '../profile/profile.ts';
import type { Profile } from '../profile/profile.ts';
import type { HttpRequest } from '../target/transport.ts';
import { linkTarget } from '../trace/link-header.ts';
import type { CaseScope } from './case-scope.ts';
import { issuingOperation, keyPair } from './credentials.ts';
import type { KeyPair } from './credentials.ts';
import type { ExchangeHead } from './exchanger.ts';

/** The previous answer has no such link. */
export class MissingLink extends Error {
  override readonly name = 'MissingLink';
}

/** A link leads away from the target's declared origins: it is reported and never followed with a credential. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';
}

export interface Sender {
  readonly profile: Profile;
  readonly runId: string;
}

export interface ReadyStep {
  readonly head: ExchangeHead;
  readonly request: HttpRequest;
}

/** Turns a step of the specs into the one request that it stands for. Throws what blocks it. */
export function planStep(sender: Sender, spec: DocumentSpec, scope: CaseScope, at: PlannedStep, caseId: string): ReadyStep {
  const { step, place, purpose } = at;
  const target = service(sender.profile, spec.name);
  if (target === undefined) throw new UnboundOperation(`services.${spec.name} is not in the profile`);
  const link = step.follow ?? step.walk;
  const { operation, planned, url } =
    link === undefined ? called(sender, spec, scope, step, target.baseUrl) : followed(sender, spec, scope, step, link, target.baseUrl);
  const caller = callerOf(spec, step, operation === undefined ? undefined : operationBinding(sender.profile, spec.name, operation)?.caller);
  const content = step.raw === undefined ? planned.body : { text: String(resolveReferences(step.raw.text ?? '', scope.lookup)), contentType: step.raw.contentType ?? 'application/json' };
  const body = content === undefined ? undefined : 'json' in content ? JSON.stringify(content.json) : content.text;
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(content === undefined ? {} : { 'content-type': 'json' in content ? 'application/json' : content.contentType }),
    'user-agent': `assay/1 run=${sender.runId} at=${place.row}/${place.at}`,
    ...serviceHeaders(sender.profile, spec, caller, scope),
    ...callerHeader(spec, caller, scope, step),
    ...lowerNames(planned.headers),
  };
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    const text = resolveText(value, scope.lookup);
    // An empty value takes a header away, such as the credential of a request that must come without one.
    if (text === '') delete headers[name.toLowerCase()];
    else headers[name.toLowerCase()] = text;
  }
  return {
    head: { caseId, place, stepId: step.id, purpose, document: spec.name, operation, caller: caller?.name },
    request: { method: planned.method, url, headers, body, ...(step.raw?.halfClose === true ? { halfClose: true } : {}) },
  };
}

interface Aimed {
  readonly operation: string | undefined;
  readonly planned: PlannedRequest;
  readonly url: string;
}

function called(sender: Sender, spec: DocumentSpec, scope: CaseScope, step: Step, baseUrl: string): Aimed {
  const operation = operationOf(spec, step.call);
  if (operation === undefined) throw new TypeError(`step calls ${step.call}, which ${spec.name} does not have`);
  const binding = operationBinding(sender.profile, spec.name, operation.id);
  const args = resolveReferences(step.with ?? {}, scope.lookup);
  const planned = planRequest(operation, binding, typeof args === 'object' && args !== null ? { ...args } : {});
  return { operation: operation.id, planned, url: `${baseUrl.replace(/\/$/, '')}${planned.path}` };
}

function followed(sender: Sender, spec: DocumentSpec, scope: CaseScope, step: Step, link: string, baseUrl: string): Aimed {
  const last = scope.last();
  const found = bodyLink(last?.raw, link) ?? headerLink(last?.headers['link'], link);
  if (found === undefined) throw new MissingLink(`the previous answer has no link '${link}'`);
  const url = new URL(found.href, baseUrl);
  if (!allowedOrigins(sender.profile, baseUrl).includes(url.origin)) throw new ForeignOrigin(`the link '${link}' leads to another origin, ${url.origin}`);
  const operation = operationLedTo(spec, link, found.name) ?? operationOf(spec, last?.operation);
  const binding = operation === undefined ? undefined : operationBinding(sender.profile, spec.name, operation.id);
  const args = resolveReferences(step.with ?? {}, scope.lookup);
  const json = Object.keys(args ?? {}).length === 0 ? undefined : args;
  const method = found.method ?? operation?.method ?? 'GET';
  const content = binding?.body !== undefined && operation !== undefined ? planRequest({ ...operation, path: '/' }, { ...binding, path: '/' }, { ...(typeof args === 'object' ? args : {}) }).body : json === undefined ? undefined : { json };
  return { operation: operation?.id, planned: { method, path: url.pathname, headers: {}, body: method === 'GET' ? undefined : content }, url: url.href };
}

interface FoundLink {
  readonly href: string;
  readonly name: string | undefined;
  readonly method: string | undefined;
}

/** A link object of the body: a relation under _links, or a JSON pointer to it. */
function bodyLink(body: unknown, link: string): FoundLink | undefined {
  const pointer = link.startsWith('/') ? link : `/_links/${link}`;
  const value = atPointer(body, pointer);
  const object: unknown = Array.isArray(value) ? value[0] : value;
  const href = atPointer(object, '/href');
  if (typeof href !== 'string') return undefined;
  const name = atPointer(object, '/name');
  const method = atPointer(object, '/hints/allow/0');
  return { href, name: typeof name === 'string' ? name : undefined, method: typeof method === 'string' ? method : undefined };
}

function headerLink(field: string | readonly string[] | undefined, rel: string): FoundLink | undefined {
  const href = linkTarget(field, rel);
  return href === undefined ? undefined : { href, name: undefined, method: 'GET' };
}

function operationLedTo(spec: DocumentSpec, link: string, name: string | undefined): ReturnType<typeof operationOf> {
  const relation = link.split('/').at(-1);
  const row = spec.endpoints.links?.find((candidate) => candidate.name === name) ?? spec.endpoints.links?.find((candidate) => candidate.name === relation);
  return operationOf(spec, row?.operation);
}

export function allowedOrigins(profile: Profile, baseUrl: string): readonly string[] {
  return [new URL(baseUrl).origin, ...profile.permissions.origins];
}

function callerOf(spec: DocumentSpec, step: Step, bound: string | undefined): CallerRow | undefined {
  const callers = spec.authentication.callers ?? [];
  const name = step.caller ?? bound;
  return name === undefined ? callers.find((caller) => caller.default === true) : callers.find((caller) => caller.name === name);
}

/** The key pair that the step's caller must exchange first; undefined where nothing has to be exchanged. */
export function keyPairFor(sender: Sender, spec: DocumentSpec, scope: CaseScope, step: Step): KeyPair | undefined {
  const operation = operationOf(spec, step.call);
  const caller = callerOf(spec, step, operation === undefined ? undefined : operationBinding(sender.profile, spec.name, operation.id)?.caller);
  const issuing = issuingOperation(spec, caller);
  if (issuing === undefined || issuing === operation) return undefined;
  const args = resolveReferences(step.with ?? {}, scope.lookup);
  return keyPair(issuing, scope.provided(), typeof args === 'object' && args !== null ? { ...args } : {});
}

function callerHeader(spec: DocumentSpec, caller: CallerRow | undefined, scope: CaseScope, step: Step): Record<string, string> {
  if (caller?.header === undefined || caller.credential === undefined) return {};
  const value = credentialOf(spec, caller, caller.credential, scope, step);
  return value === undefined ? {} : { [caller.header.toLowerCase()]: (caller.value ?? '{credential}').replace('{credential}', value) };
}

/** From the profile, or the one that was issued for the key pair that fits the step. */
function credentialOf(spec: DocumentSpec, caller: CallerRow, name: string, scope: CaseScope, step: Step): string | undefined {
  const issuing = issuingOperation(spec, caller);
  if (issuing !== undefined) {
    // The issuing operation itself is called without the credential that it issues.
    if (step.call === issuing.id) return undefined;
    const args = resolveReferences(step.with ?? {}, scope.lookup);
    const pair = keyPair(issuing, scope.provided(), typeof args === 'object' && args !== null ? { ...args } : {});
    return pair === undefined ? undefined : scope.credentials.get(pair.identity);
  }
  const value = scope.lookup(['credentials', ...name.split('.')]);
  if (typeof value !== 'string') throw new UnboundOperation(`caller ${caller.name} needs credentials.${name} in the profile`);
  return value;
}

/** The profile's own headers: {name} stands for a credential, {credential} for the one of the step's caller. */
function serviceHeaders(profile: Profile, spec: DocumentSpec, caller: CallerRow | undefined, scope: CaseScope): Record<string, string> {
  const known = profile.credentials[spec.name] ?? {};
  const own = caller?.credential === undefined ? undefined : scope.lookup(['credentials', caller.credential]);
  const filled = (value: string): string =>
    value.replace(/\{(\w+)\}/g, (match, key: string) => (key === 'credential' && typeof own === 'string' ? own : (known[key] ?? match)));
  return Object.fromEntries(Object.entries(profile.headers[spec.name] ?? {}).map(([name, value]) => [name.toLowerCase(), filled(value)]));
}

function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
