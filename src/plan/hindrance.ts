import type { Blame, DocumentSpec, ProbeRow, Step } from '../spec/types.ts';
import { operationOf } from '../profile/answer.ts';
import { operationBinding, service, valueBinding } from '../profile/profile.ts';
import type { PublicProfile } from '../profile/profile.ts';

/** Why something is not driven, and whose doing that is. */
export interface Why {
  readonly why: string;
  readonly blame: Blame;
}

/** What keeps these steps from being driven against this profile; undefined where nothing does. */
export function hindrance(spec: DocumentSpec, profile: PublicProfile, steps: readonly Step[], needs: readonly string[]): Why | undefined {
  const target = service(profile, spec.name);
  if (target === undefined) return { why: `services.${spec.name} is not in the profile`, blame: 'config' };
  const unbound = needs.find(
    (name) => operationBinding(profile, spec.name, name) === undefined && valueBinding(profile, spec.name, name) === undefined,
  );
  if (unbound !== undefined) return { why: `services.${spec.name}.bindings.${unbound} is missing`, blame: 'config' };
  for (const step of steps) {
    const why = stepHindrance(spec, profile, step);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** The permission that is missing; undefined where all are given. */
export function forbidden({ permissions }: PublicProfile, needed: NonNullable<ProbeRow['permissions']>): Why | undefined {
  const missing = needed.find((name) => !permissions[name]);
  return missing === undefined ? undefined : { why: `permissions.${missing} is not given`, blame: 'config' };
}

export function stepHindrance(spec: DocumentSpec, profile: PublicProfile, step: Step): Why | undefined {
  const operation = operationOf(spec, step.call);
  const binding = operation === undefined ? undefined : operationBinding(profile, spec.name, operation.id);
  if (operation !== undefined && (operation.method ?? binding?.method) === undefined)
    return { why: `services.${spec.name}.bindings.${operation.id} is missing`, blame: 'config' };
  if (operation !== undefined && (operation.path ?? binding?.path) === undefined)
    return { why: `services.${spec.name}.bindings.${operation.id}.path is missing`, blame: 'config' };
  if (operation?.destructive === true && !profile.permissions.destroy)
    return { why: `permissions.destroy does not permit ${operation.id}`, blame: 'config' };
  if ((step.advance ?? step.until) !== undefined && !profile.control.clock)
    return { why: "the target's clock cannot be turned (profile key clock)", blame: 'config' };
  if (step.act !== undefined && !profile.control.acts)
    return { why: `nothing can do the act '${step.act}' (profile key providerStates)`, blame: 'provider-state' };
  if (step.provide !== undefined && !profile.control.states)
    return { why: `nothing provides '${step.provide.state}' (profile key providerStates)`, blame: 'provider-state' };
  return undefined;
}
