import type { CallerRow, DocumentSpec, Step } from '../model/types.ts';
import { UnboundOperation } from '../plan/request.ts';
import { operationOf } from '../profile/answer.ts';
import { operationBinding } from '../profile/profile.ts';
import type { Profile } from '../profile/profile.ts';
import type { CaseScope } from './case-scope.ts';
import { argumentsOf } from './case-scope.ts';
import { issuingOperation, keyPair } from './credentials.ts';
import type { KeyPair } from './credentials.ts';

/** Who makes a step's request: as the step says, else as the profile binds it, else the document's own caller. */
export function callerOf(spec: DocumentSpec, step: Step, bound: string | undefined): CallerRow | undefined {
  const callers = spec.authentication.callers ?? [];
  const name = step.caller ?? bound;
  return name === undefined ? callers.find((caller) => caller.default === true) : callers.find((caller) => caller.name === name);
}

/** The key pair that the step's caller must exchange first; undefined where nothing has to be exchanged. */
export function keyPairFor(profile: Profile, spec: DocumentSpec, scope: CaseScope, step: Step): KeyPair | undefined {
  const operation = operationOf(spec, step.call);
  const caller = callerOf(spec, step, operation === undefined ? undefined : operationBinding(profile, spec.name, operation.id)?.caller);
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
