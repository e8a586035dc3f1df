import { choose } from '../kit/choices.ts';
import type { Blueprint } from '../kit/host.ts';
import type { Data } from '../kit/service.ts';
import { choiceTable, type Choices } from './choices.ts';
import { faults } from './faults.ts';
import { createRules, type Rules } from './rules.ts';
import { createPrivilegedAccessService } from './service.ts';

/** The privileged-access service for a deployment, with these choices over the defaults. Throws ControlError for an unknown one. */
export function privilegedAccessBlueprint(chosen: Data): Blueprint<Choices, Rules> {
  const choices = choose(choiceTable, chosen);
  return { document: 'privileged-access', create: createPrivilegedAccessService, choices, rules: createRules(choices), faults };
}
