import type { CallerRow, DocumentSpec, OperationRow, Step } from '../model/types.ts';
import { operationOf } from './answer.ts';
import { missingNeeds } from './needs.ts';
import { credentialHolders, keptFor } from './operation-credentials.ts';
import { operationBinding, service, type PublicProfile } from './profile.ts';

/**
 * Who makes a step's request: as the step says, else as the profile binds it, else the document's own caller. Where the profile keeps a
 * credential for the operation, whoever shows one of the profile's shows that.
 */
export function callerOf(
  profile: PublicProfile,
  spec: DocumentSpec,
  step: Pick<Step, 'caller'>,
  operation: string | undefined,
): CallerRow | undefined {
  const callers = spec.authentication.callers ?? [];
  const own = operation === undefined ? undefined : keptFor(service(profile, spec.name)?.operationCredentials, operation)[0];
  const holders = own === undefined ? [] : credentialHolders(spec);
  const name = step.caller ?? (operation === undefined ? undefined : operationBinding(profile, spec.name, operation)?.caller);
  const usual = name === undefined ? callers.find((caller) => caller.default === true) : callers.find((caller) => caller.name === name);
  const shows = holders.find((holder) => holder === usual) ?? (name === undefined ? holders[0] : undefined);
  if (own === undefined || shows === undefined) return usual;
  const { credential, scheme } = own;
  return { ...shows, credential, ...(scheme === undefined ? {} : { header: 'Authorization', value: `${scheme} {credential}` }) };
}

/** The operation that issues a caller's credential; undefined where the profile holds the credential itself. */
export function issuingOperation(spec: DocumentSpec, caller: CallerRow | undefined): OperationRow | undefined {
  return caller?.credential === undefined ? undefined : operationOf(spec, caller.credential);
}

/** The profile's key of a caller's credential, where no operation issues it and the profile has none. */
export function missingCredential(spec: DocumentSpec, profile: PublicProfile, caller: CallerRow | undefined): string | undefined {
  if (caller?.header === undefined || caller.credential === undefined || issuingOperation(spec, caller) !== undefined) return undefined;
  return missingNeeds(spec, profile, [caller.credential])[0];
}
