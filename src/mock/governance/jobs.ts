import { processCampaign } from './campaigns.ts';
import { processAssignment, processRemoval } from './collections.ts';
import type { Context } from './context.ts';
import { noticeInvalid } from './request-conditions.ts';
import { moveRequestV1 } from './request-types.ts';
import { examine, findingOf, processGrant, processRevocation } from './requests.ts';
import type { Job, Store } from './store.ts';

/** Whether this run of the job was to fail, with all that it does; the first to ask spends one planned failure. */
export function failureOf({ jobQueue }: Store, job: Job): () => boolean {
  let fails: boolean | undefined;
  return () => {
    if (fails !== undefined) return fails;
    const planned = jobQueue.failures.get(job) ?? 0;
    if (planned > 0) jobQueue.failures.set(job, planned - 1);
    fails = planned > 0;
    return fails;
  };
}

/** Does all background work that is due, in the order in which one piece makes work for the next. */
export async function runJobs(context: Context): Promise<void> {
  const { store } = context;
  for (const assignment of store.jobQueue.removals) processRemoval(context, assignment);
  const [assignmentFails, campaignFails] = [failureOf(store, 'collection-assignment'), failureOf(store, 'campaign')];
  for (const assignment of store.assignment.all()) await processAssignment(context, assignment, assignmentFails);
  for (const campaign of store.campaign.all()) processCampaign(context, campaign, campaignFails);
  for (const request of store.request.all()) if (request.status === 'SUBMITTED') examine(context, request, findingOf(context, request));
  const [grantFails, revocationFails] = [failureOf(store, 'grant'), failureOf(store, 'revocation')];
  for (const request of store.request.all()) await processGrant(context, request, grantFails);
  for (const request of store.request.all()) await processRevocation(context, request, revocationFails);
  for (const request of store.requestV1.all())
    if (request.requestStatus === 'OPEN' && context.policy.movesByItself(request)) moveRequestV1(context, request, 'PENDING');
}

const periodMs = 2000;

/** Does the background work by itself, where the deployment chooses so and the last time is a while ago. */
export async function runJobsIfDue(context: Context): Promise<void> {
  const now = context.now();
  if (context.choices.jobs === 'on-demand' || now < context.store.jobQueue.ranAt + periodMs) return;
  context.store.jobQueue.ranAt = now;
  await runJobs(context);
}

/** The periodic check: notices every request condition that has become invalid. */
export function checkConditions(context: Context): void {
  for (const condition of context.store.requestCondition.all()) noticeInvalid(context, condition);
}
