import { processAssignment, processRemoval } from './assignments.ts';
import { processCampaign } from './campaigns.ts';
import { noticeInvalid } from './request-conditions.ts';
import { examine, findingOf, processGrant, processRevocation } from './request-progress.ts';
import { moveRequestV1 } from './requests-v1.ts';
import type { JobQueue, Job } from './store.ts';
import type { World } from './world.ts';

/** Whether this job was to fail; asking spends one planned failure. */
export function failureOf(jobQueue: JobQueue, job: Job): () => boolean {
  return () => {
    const planned = jobQueue.failures.get(job) ?? 0;
    if (planned > 0) jobQueue.failures.set(job, planned - 1);
    return planned > 0;
  };
}

/** Does all background work that is due, in the order in which one piece makes work for the next. */
export async function runJobs(world: World): Promise<void> {
  const { stores, jobQueue } = world;
  for (const assignment of jobQueue.removals) processRemoval(world, assignment);
  for (const assignment of stores.assignment.all())
    await processAssignment(world, assignment, failureOf(jobQueue, 'collection-assignment'));
  for (const campaign of stores.campaign.all()) processCampaign(world, campaign, failureOf(jobQueue, 'campaign'));
  for (const request of stores.request.all()) if (request.status === 'SUBMITTED') examine(world, request, findingOf(world, request));
  for (const request of stores.request.all()) await processGrant(world, request, failureOf(jobQueue, 'grant'));
  for (const request of stores.request.all()) await processRevocation(world, request, failureOf(jobQueue, 'revocation'));
  for (const request of stores.requestV1.all())
    if (request.requestStatus === 'OPEN' && world.policy.movesByItself(request)) moveRequestV1(world, request, 'PENDING');
}

const periodMs = 2000;

/** Does the background work by itself, where the deployment chooses so and the last time is a while ago. */
export async function runJobsIfDue(world: World): Promise<void> {
  const now = world.surroundings.now();
  if (world.choices.jobs === 'on-demand' || now < world.jobQueue.ranAt + periodMs) return;
  world.jobQueue.ranAt = now;
  await runJobs(world);
}

/** The periodic check: notices every request condition that has become invalid. */
export function checkConditions(world: World): void {
  for (const condition of world.stores.requestCondition.all()) noticeInvalid(world, condition);
}
