import type { Choices } from './choices.ts';
import { limitPolicy, type LimitPolicy } from './policy/limits.ts';
import { pagePolicy, type PagePolicy } from './policy/pages.ts';
import { requestPolicy, type RequestPolicy } from './policy/requests.ts';
import { resourcePolicy, type ResourcePolicy } from './policy/resources.ts';
import { rolePolicy, type RolePolicy } from './policy/roles.ts';
import { tokenPolicy, type TokenPolicy } from './policy/tokens.ts';

/** The decisions and renderings of the service, each small enough to be replaced by a defect. */
export interface Policy extends LimitPolicy, RequestPolicy, TokenPolicy, RolePolicy, ResourcePolicy, PagePolicy {}

/** The policy as the document says them; where it leaves a choice, as chosen. */
export function policyFor(choices: Choices): Policy {
  return {
    ...limitPolicy(choices),
    ...requestPolicy(choices),
    ...tokenPolicy(choices),
    ...rolePolicy(choices),
    ...resourcePolicy(choices),
    ...pagePolicy(choices),
  };
}
