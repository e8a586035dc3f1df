import { processCampaign } from './campaigns.ts';
import { processAssignment, processRemoval } from './collections.ts';
import type { Context } from './context.ts';
import { noticeInvalid } from './request-conditions.ts';
import { moveRequestV1 } from './request-types.ts';
import { examine, findingOf, processGrant, processRevocation } from './requests.ts';
import type { Job, Store } from './store.ts';

/** Whether this job was to fail; asking spends one planned failure. */
export function failureOf({ jobQueue }: Store, job: Job): () => boolean {
  return () => {
    const planned = jobQueue.failures.get(job) ?? 0;
    if (planned > 0) jobQueue.failures.set(job, planned - 1);
    return planned > 0;
  };
}

/** Does all background work that is due, in the order in which one piece makes work for the next. */
export async function runJobs(context: Context): Promise<void> {
  const { store } = context;
  for (const assignment of store.jobQueue.removals) processRemoval(context, assignment);
  for (const assignment of store.assignment.all()) await processAssignment(context, assignment, failureOf(store, 'collection-assignment'));
  for (const campaign of store.campaign.all()) processCampaign(context, campaign, failureOf(store, 'campaign'));
  for (const request of store.request.all()) if (request.status === 'SUBMITTED') examine(context, request, findingOf(context, request));
  for (const request of store.request.all()) await processGrant(context, request, failureOf(store, 'grant'));
  for (const request of store.request.all()) await processRevocation(context, request, failureOf(store, 'revocation'));
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
