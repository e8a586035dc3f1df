import type { DocumentSpec, Step } from '../model/types.ts';
import { operationOf } from '../profile/answer.ts';
import { missingNeeds } from '../profile/needs.ts';
import { operationBinding, service, type PublicProfile } from '../profile/profile.ts';
import { stepDenied } from './permission.ts';
import { missingAct } from './provision.ts';
import type { Blocker } from './why.ts';

/**
 * What keeps these steps from being driven against this profile: all that is missing from it, or else the first of anything else.
 *
 * @param besides what may stand in the way though all steps can be driven
 */
export function blockersOf(
  spec: DocumentSpec,
  profile: PublicProfile,
  { steps, needs = [] }: { readonly steps: readonly Step[]; readonly needs?: readonly string[] | undefined },
  besides: () => Blocker | undefined,
): readonly Blocker[] {
  const target = service(profile, spec.name);
  if (target === undefined) return [{ why: `services.${spec.name} is not in the profile`, blame: 'config', key: `services.${spec.name}` }];
  // The case goes on without a step that is open.
  const driven = steps.filter(({ open }) => open !== true);
  const keys = new Set([...missingNeeds(spec, profile, needs), ...driven.flatMap((step) => missingBinding(spec, profile, step) ?? [])]);
  if (keys.size > 0) return [...keys].map(missing);
  for (const step of driven) {
    const why = stepBlocker(spec, profile, step);
    if (why !== undefined) return [why];
  }
  const further = besides();
  return further === undefined ? [] : [further];
}

function missing(key: string): Blocker {
  return { why: `${key} is missing`, blame: 'config', key };
}

/** The profile's key that shows where a step's operation is, where neither document nor profile do. */
function missingBinding(spec: DocumentSpec, profile: PublicProfile, { call }: Step): string | undefined {
  const operation = operationOf(spec, call);
  if (operation === undefined) return undefined;
  const binding = operationBinding(profile, spec.name, operation.id);
  const key = `services.${spec.name}.bindings.${operation.id}`;
  if ((operation.method ?? binding?.method) === undefined) return key;
  return (operation.path ?? binding?.path) === undefined ? `${key}.path` : undefined;
}

export function stepBlocker(spec: DocumentSpec, profile: PublicProfile, step: Step): Blocker | undefined {
  const key = missingBinding(spec, profile, step);
  if (key !== undefined) return missing(key);
  const denied = stepDenied(spec, profile, step);
  if (denied !== undefined) return denied;
  if ((step.advance ?? step.until) !== undefined && !profile.control.clock)
    return { why: "the target's clock cannot be turned (profile key clock)", blame: 'config', key: 'clock' };
  return step.act === undefined ? undefined : missingAct(profile, step.act);
}
