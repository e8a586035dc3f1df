import type { Call } from '../http/call.ts';
import { Refusal } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { dispatch } from '../http/routes.ts';
import { accessRoutes } from './access.ts';
import { demandSubscription, refuse } from './answers.ts';
import { campaignRoutes } from './campaigns.ts';
import { collectionRoutes } from './collections.ts';
import { conditionRoutes } from './conditions.ts';
import type { GovernanceService } from './model.ts';
import { runJobs } from './jobs.ts';
import { requestTypeRoutes } from './request-types.ts';
import { requestRoutes } from './requests.ts';

/** All that a query may ask for; anything else is refused. */
const QUERY = ['of', 'under'];

/** The governance service: every area under a prefix of its own. */
export function governanceService(governance: GovernanceService): (call: Call) => Reply {
  const areas = [collectionRoutes, accessRoutes, campaignRoutes, conditionRoutes, requestRoutes, requestTypeRoutes];
  const routes = areas.flatMap((area) => area(governance));
  const answered = (call: Call, isChecked: boolean): Reply => {
    try {
      if (isChecked) demandSubscription(governance, call);
      if ([...call.query.keys()].some((name) => !QUERY.includes(name))) throw refuse(422, 'too many words');
      const reply = dispatch(routes, call);
      if (reply === undefined) throw refuse(404, 'no way');
      return reply;
    } catch (refusal) {
      if (refusal instanceof Refusal) return refusal.reply;
      throw refusal;
    }
  };
  return (call) => {
    if (governance.choices.has('jobs-run-by-themselves')) runJobs(governance);
    const reply = answered(call, true);
    if (reply.status === 402 && governance.defects.has('gov.unpaid-request-acts')) answered(call, false);
    return reply;
  };
}
