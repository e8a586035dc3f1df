import { choose } from '../kit/choices.ts';
import type { Blueprint } from '../kit/host.ts';
import type { Data } from '../kit/service.ts';
import { choiceTable, type Choices } from './choices.ts';
import { faults } from './faults.ts';
import { policyFor, type Policy } from './policy.ts';
import { createGovernanceService } from './service.ts';

/** The governance service for a deployment, with these choices over the defaults. Throws ControlError for an unknown one. */
export function governanceBlueprint(chosen: Data): Blueprint<Choices, Policy> {
  return { document: 'governance', create: createGovernanceService, choices: choose(choiceTable, chosen), policy: policyFor, faults };
}
