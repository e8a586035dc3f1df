import type { DocumentName, IndexedClause, Selection, Specs } from '../model/types.ts';
import { isJudgeable, isSelected } from '../model/selection.ts';
import { checksOf } from '../judge/judges.ts';
import { plannedRequests } from '../plan/plan.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { sourceUses } from '../plan/source-uses.ts';
import type { SourceUse } from '../plan/source-uses.ts';
import { requestsPlanned } from '../plan/steps.ts';
import { claims, service, underControl } from '../profile/profile.ts';
import type { Profile } from '../profile/profile.ts';

/** What `assay plan --json` prints, with the cases that will run and the rows that will not. */
export interface Forecast {
  readonly clauses: readonly { readonly id: string; readonly will: boolean; readonly why?: string }[];
  readonly requests: number;
  /** milliseconds, as far as the profile's pace decides it */
  readonly durationMs: number;
  readonly budget: {
    readonly requests: number;
    readonly perSecond: number | null;
    readonly concurrency: number;
    readonly durationMs: number;
  };
  /** what each source of provider states is asked for */
  readonly sources: readonly SourceUse[];
  readonly cases: readonly { readonly id: string; readonly document: DocumentName; readonly requests: number }[];
  readonly omitted: readonly { readonly row: string; readonly document: DocumentName; readonly why: string; readonly key?: string }[];
}

/** Time that one request takes on a near target, where no pace is set. */
const REQUEST_MS = 3;

/** What a run would judge and what not, and why, before anything is sent. */
export function forecast(specs: Specs, profile: Profile, plans: readonly DocumentPlan[], selection: Selection): Forecast {
  const why = new Map<string, string>();
  for (const { omissions } of plans) for (const omission of omissions) for (const clause of omission.clauses) why.set(clause, omission.why);
  const checked = new Set(plans.flatMap(({ spec }) => checksOf(spec).flatMap((check) => check.clauses)));
  const clauses = [...specs.clauses.values()].filter((clause) => isJudgeable(clause) && isSelected(clause, selection));
  const requests = plannedRequests(plans);
  const { limits } = profile;
  return {
    clauses: clauses.map((clause) => {
      const reason = unclaimed(profile, clause) ?? why.get(clause.id) ?? (checked.has(clause.id) ? undefined : 'no check judges it');
      return { id: clause.id, will: reason === undefined, ...(reason === undefined ? {} : { why: reason }) };
    }),
    requests,
    durationMs: Math.round(requests * Math.max(REQUEST_MS, 1000 / limits.perSecond)),
    budget: {
      requests: limits.requests,
      perSecond: Number.isFinite(limits.perSecond) ? limits.perSecond : null,
      concurrency: limits.concurrency,
      durationMs: limits.durationMs,
    },
    sources: sourceUses(plans, profile),
    cases: plans.flatMap(({ spec, cases, walks }) =>
      [...cases, ...walks.flatMap((walk) => walk.cases)].map(({ id, steps }) => ({
        id,
        document: spec.name,
        requests: requestsPlanned(steps),
      })),
    ),
    omitted: plans.flatMap(({ spec, omissions }) =>
      omissions.map((omission) => ({
        row: omission.row,
        document: spec.name,
        why: omission.why,
        ...(omission.key === undefined ? {} : { key: omission.key }),
      })),
    ),
  };
}

function unclaimed(profile: Profile, clause: IndexedClause): string | undefined {
  if (service(profile, clause.document) === undefined) return `services.${clause.document} is not in the profile`;
  if (!claims(profile, clause)) return `feature ${clause.feature} is not claimed`;
  return clause.status === 'reference-only' && !underControl(profile) ? 'needs control: clock, acts and events' : undefined;
}
