import { choose } from '../kit/choices.ts';
import type { Blueprint } from '../kit/host.ts';
import type { Data } from '../kit/service.ts';
import { choiceTable, type Choices } from './choices.ts';
import { faults } from './faults.ts';
import { policyFor, type Policy } from './policy.ts';
import { createPrivilegedAccessService } from './service.ts';

/** The privileged-access service for a deployment, with these choices over the defaults. Throws ControlError for an unknown one. */
export function privilegedAccessBlueprint(chosen: Data): Blueprint<Choices, Policy> {
  const choices = choose(choiceTable, chosen);
  return { document: 'privileged-access', create: createPrivilegedAccessService, choices, policy: policyFor(choices), faults };
}
