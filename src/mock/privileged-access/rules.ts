import type { Choices } from './choices.ts';
import { limitRules, type LimitRules } from './rules/limits.ts';
import { pageRules, type PageRules } from './rules/pages.ts';
import { requestRules, type RequestRules } from './rules/requests.ts';
import { resourceRules, type ResourceRules } from './rules/resources.ts';
import { roleRules, type RoleRules } from './rules/roles.ts';
import { tokenRules, type TokenRules } from './rules/tokens.ts';

/** The decisions and renderings of the service, each small enough to be replaced by a defect. */
export interface Rules extends LimitRules, RequestRules, TokenRules, RoleRules, ResourceRules, PageRules {}

/** The rules as the document says them; where it leaves a choice, as chosen. */
export function createRules(choices: Choices): Rules {
  return {
    ...limitRules(choices),
    ...requestRules(choices),
    ...tokenRules(choices),
    ...roleRules(choices),
    ...resourceRules(choices),
    ...pageRules(choices),
  };
}
