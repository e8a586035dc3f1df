import type { PlannedStep } from '../plan/case.ts';
import type { Step } from '../model/types.ts';
import { linkTarget } from '../model/link-header.ts';
import type { CaseScope, Remembered } from './case-scope.ts';

/** More pages than any list of a test has: an endless chain of links must end somewhere. */
const LONGEST_WALK = 10_000;

/** Requests that a step sends at most. */
export function mostRequests({ step: { times, walk }, most }: PlannedStep): number {
  return times ?? (walk === undefined ? 1 : (most ?? LONGEST_WALK));
}

/** A last page may have no links at all: the way back then begins on the page before it. */
export function beginWalk(scope: CaseScope, { walk }: Step): void {
  const last = scope.last();
  if (walk === 'prev' && isPage(last) && !leads(last, 'next') && !leads(last, 'prev')) scope.stepBack();
}

/** A walk goes on for as long as a successful answer carries the relation; round in a circle only as often as the step says. */
export function leadsOn(scope: CaseScope, { times }: Step, relation: string, walked: Set<string>): boolean {
  const last = scope.last();
  const target = isPage(last) ? linkTarget(last.headers['link'], relation) : undefined;
  if (target === undefined || (walked.has(target) && times === undefined)) return false;
  walked.add(target);
  return true;
}

function isPage(answer: Remembered | undefined): answer is Remembered {
  return answer !== undefined && answer.status < 400;
}

function leads({ headers }: Remembered, relation: string): boolean {
  return linkTarget(headers['link'], relation) !== undefined;
}
