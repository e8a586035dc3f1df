import type { CallerRow, DocumentSpec, Step, OperationRow } from '../model/types.ts';
import { UnboundOperation } from '../plan/request.ts';
import { operationOf } from '../profile/answer.ts';
import { callerOf, issuingOperation } from '../profile/callers.ts';
import type { Profile } from '../profile/profile.ts';
import { argumentsOf, type CaseScope } from './case-scope.ts';
import { atPointer } from '../model/pointer.ts';

/** The key pair that the step's caller must exchange first; undefined where nothing has to be exchanged. */
export function keyPairFor(profile: Profile, spec: DocumentSpec, scope: CaseScope, step: Step): KeyPair | undefined {
  const operation = operationOf(spec, step.call);
  const caller = callerOf(profile, spec, step, operation?.id);
  const issuing = issuingOperation(spec, caller);
  if (issuing === undefined || issuing === operation) return undefined;
  return keyPair(issuing, keyHolders(scope), argumentsOf(step, scope));
}

/** Whatever may hold a key: the case's provider states, then the profile's own credentials under any spelling of the names. */
function keyHolders(scope: CaseScope): readonly Readonly<Record<string, unknown>>[] {
  const own = scope.lookup(['credentials']);
  const credentials = typeof own === 'object' && own !== null ? Object.entries(own) : [];
  const snake = Object.fromEntries(
    credentials.map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
  return [...scope.provided().map(({ data }) => data), snake];
}

/** The header that proves who the caller is; none where that takes no header. Throws UnboundOperation. */
export function callerHeader(spec: DocumentSpec, caller: CallerRow | undefined, scope: CaseScope, step: Step): Record<string, string> {
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
    const pair = keyPair(issuing, keyHolders(scope), argumentsOf(step, scope));
    if (pair === undefined)
      throw new UnboundOperation(
        `caller ${caller.name} needs a key for ${issuing.id}: no provider state of the case and no credential of the profile has one`,
      );
    return scope.credentials.get(pair.identity);
  }
  const value = scope.lookup(['credentials', ...name.split('.')]);
  if (typeof value !== 'string') throw new UnboundOperation(`caller ${caller.name} needs credentials.${name} in the profile`);
  return value;
}

/** The profile's own headers: {name} stands for a credential, {credential} for the one of the step's caller. */
export function serviceHeaders(
  profile: Profile,
  spec: DocumentSpec,
  caller: CallerRow | undefined,
  scope: CaseScope,
): Record<string, string> {
  const known = profile.credentials[spec.name] ?? {};
  const own = caller?.credential === undefined ? undefined : scope.lookup(['credentials', caller.credential]);
  const filled = (value: string): string =>
    value.replace(/\{(\w+)\}/g, (match, key: string) => (key === 'credential' && typeof own === 'string' ? own : (known[key] ?? match)));
  return Object.fromEntries(Object.entries(profile.headers[spec.name] ?? {}).map(([name, value]) => [name.toLowerCase(), filled(value)]));
}

/** A key that can be exchanged for a caller's credential: what the issuing operation needs, found in provider-state data. */
interface KeyPair {
  readonly operation: OperationRow;
  readonly args: Readonly<Record<string, unknown>>;
  /** two key pairs with the same identity give the same credential */
  readonly identity: string;
}

/**
 * The key pair with which a step's caller gets a credential: from the provider state that fits the step's arguments (the
 * same team), else the first one that has every secret that the operation asks for.
 */
export function keyPair(
  operation: OperationRow,
  provided: readonly Readonly<Record<string, unknown>>[],
  args: Readonly<Record<string, unknown>>,
): KeyPair | undefined {
  const needed = (operation.parameters ?? []).filter(({ required }) => required === true).map(({ name }) => name);
  const able = provided.filter((data) => needed.every((name) => data[name] !== undefined));
  const names = (operation.parameters ?? []).map(({ name }) => name);
  const fitting =
    able.find((data) => names.every((name) => args[name] === undefined || data[name] === undefined || args[name] === data[name])) ??
    able[0];
  if (fitting === undefined) return undefined;
  const own = Object.fromEntries(names.filter((name) => fitting[name] !== undefined).map((name) => [name, fitting[name]]));
  return { operation, args: own, identity: JSON.stringify(own) };
}

/** The credential in an issuing operation's answer: the resource's field that the specs call a secret. */
export function issuedCredential(spec: DocumentSpec, operation: OperationRow, body: unknown): string | undefined {
  const names = operation.responses.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  const fields = spec.resources.resources.filter(({ name }) => names.includes(name)).flatMap(({ fields: rows }) => rows);
  const secret = fields.find((field) => field.secret !== undefined);
  const value = secret === undefined ? undefined : atPointer(body, `/${secret.path.replaceAll('.', '/')}`);
  return typeof value === 'string' ? value : undefined;
}
