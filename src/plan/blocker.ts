import type { DocumentSpec, Step } from '../model/types.ts';
import { operationOf } from '../profile/answer.ts';
import { missingNeed } from '../profile/needs.ts';
import { operationBinding, service, type PublicProfile } from '../profile/profile.ts';
import { stepDenied } from './permission.ts';
import { missingAct } from './provision.ts';
import type { Blocker } from './why.ts';

/** What keeps these steps from being driven against this profile; undefined where nothing does. */
export function blockerOf(
  spec: DocumentSpec,
  profile: PublicProfile,
  steps: readonly Step[],
  needs: readonly string[],
): Blocker | undefined {
  const target = service(profile, spec.name);
  if (target === undefined) return { why: `services.${spec.name} is not in the profile`, blame: 'config', key: `services.${spec.name}` };
  const unfilled = missingNeed(spec, profile, needs);
  if (unfilled !== undefined) return missing(unfilled);
  for (const step of steps) {
    // The case goes on without it.
    if (step.open === true) continue;
    const why = stepBlocker(spec, profile, step);
    if (why !== undefined) return why;
  }
  return undefined;
}

function missing(key: string): Blocker {
  return { why: `${key} is missing`, blame: 'config', key };
}

export function stepBlocker(spec: DocumentSpec, profile: PublicProfile, step: Step): Blocker | undefined {
  const operation = operationOf(spec, step.call);
  const binding = operation === undefined ? undefined : operationBinding(profile, spec.name, operation.id);
  if (operation !== undefined && (operation.method ?? binding?.method) === undefined)
    return missing(`services.${spec.name}.bindings.${operation.id}`);
  if (operation !== undefined && (operation.path ?? binding?.path) === undefined)
    return missing(`services.${spec.name}.bindings.${operation.id}.path`);
  const denied = stepDenied(spec, profile, step);
  if (denied !== undefined) return denied;
  if ((step.advance ?? step.until) !== undefined && !profile.control.clock)
    return { why: "the target's clock cannot be turned (profile key clock)", blame: 'config', key: 'clock' };
  return step.act === undefined ? undefined : missingAct(profile, step.act);
}
