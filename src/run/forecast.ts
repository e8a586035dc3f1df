import { defined } from '../model/defined.ts';
import type { DocumentName, FamilyPlan, IndexedClause, Selection, Specs } from '../model/types.ts';
import { openWithout } from '../model/only-adds.ts';
import { isJudgeable } from '../model/selection.ts';
import { judge, type ClauseVerdict } from '../judge/judgement.ts';
import { checksOf } from '../judge/judges.ts';
import { callerOf, missingCredential } from '../profile/callers.ts';
import { familyPlans } from '../plan/family-plans.ts';
import { plannedRequests, type DocumentPlan } from '../plan/plan.ts';
import { sourceUses, type SourceUse } from '../plan/fit-sources.ts';
import { requestsPlanned } from '../plan/steps.ts';
import { claims, service, underControl, type Profile } from '../profile/profile.ts';
import { memoryTrace } from '../trace/writer.ts';
import { recordOmissions } from './drive-plans.ts';
import { placeName, type ShownAt } from './shown-at.ts';

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
  /** which operations each credential of the profile is shown to, by its key */
  readonly credentials: readonly { readonly key: string; readonly operations: readonly string[] }[];
  /** what each source of provider states is asked for */
  readonly sources: readonly SourceUse[];
  readonly cases: readonly {
    readonly id: string;
    readonly document: DocumentName;
    readonly requests: number;
    /** the oracle family that it belongs to */
    readonly family?: string;
  }[];
  readonly families: readonly FamilyPlan[];
  readonly omitted: readonly { readonly row: string; readonly document: DocumentName; readonly why: string; readonly key?: string }[];
}

/** Time that one request takes on a near target, where no pace is set. */
const REQUEST_MS = 3;

/** What a run would judge and what not, and why, before anything is sent; `shown` says where a deployment that conforms shows what. */
export function forecast(
  specs: Specs,
  profile: Profile,
  plans: readonly DocumentPlan[],
  selection: Selection,
  shown: ShownAt | undefined,
): Forecast {
  const trace = memoryTrace();
  for (const plan of plans) recordOmissions(trace, plan);
  const lackToShow = showing(profile, plans, shown);
  const clauses = judge(specs, profile, trace.events, selection).clauses.filter(({ clause }) => isJudgeable(clause));
  const requests = plannedRequests(plans);
  const { limits } = profile;
  return {
    clauses: clauses.map((judged) => {
      const why = unmet(profile, judged) ?? lackToShow(judged.clause);
      return { id: judged.clause.id, will: why === undefined, ...defined({ why }) };
    }),
    requests,
    durationMs: Math.round(requests * Math.max(REQUEST_MS, 1000 / limits.perSecond)),
    budget: {
      requests: limits.requests,
      perSecond: Number.isFinite(limits.perSecond) ? limits.perSecond : null,
      concurrency: limits.concurrency,
      durationMs: limits.durationMs,
    },
    credentials: plans.flatMap((plan) => credentialUses(profile, plan)),
    sources: sourceUses(plans, profile),
    cases: plans.flatMap(({ spec, cases, walks }) =>
      [...cases, ...walks.flatMap((walk) => walk.cases)].map(({ id, steps, family }) => ({
        id,
        document: spec.name,
        requests: requestsPlanned(steps),
        ...(family === undefined ? {} : { family: family.name }),
      })),
    ),
    families: familyPlans(plans),
    omitted: plans.flatMap(({ spec, omissions }) =>
      omissions.map((omission) => ({
        row: omission.row,
        document: spec.name,
        why: omission.why,
        ...defined({ key: omission.key }),
      })),
    ),
  };
}

function credentialUses(profile: Profile, { spec, cases }: DocumentPlan): Forecast['credentials'] {
  const shown = new Map<string, Set<string>>((service(profile, spec.name)?.credentials ?? []).map((name) => [name, new Set()]));
  for (const { step } of cases.flatMap(({ steps }) => steps))
    if (step.call !== undefined) shown.get(callerOf(profile, spec, step, step.call)?.credential ?? '')?.add(step.call);
  return [...shown].map(([name, operations]) => ({
    key: `services.${spec.name}.credentials.${name}`,
    operations: [...operations].toSorted(),
  }));
}

/** Why a clause stays open whatever the target answers: its service or feature is not claimed, a key is missing, a row that judges it is left out. */
function unmet(profile: Profile, { clause, verdict, reason, blame, findings }: ClauseVerdict): string | undefined {
  if (service(profile, clause.document) === undefined) return `services.${clause.document} is not in the profile`;
  if (!claims(profile, clause)) return reason;
  if (verdict === 'skipped' && findings.length > 0) return NEEDS_CONTROL;
  return findings.length > 0 || (verdict === 'inconclusive' && blame === 'config') ? reason : undefined;
}

const NEEDS_CONTROL = 'needs control: clock, acts and events';

/** Why a clause shows at no place that will be asked; undefined where it shows. Of documents that no deployment was seen of, a check has to name it. */
function showing(
  profile: Profile,
  plans: readonly DocumentPlan[],
  shown: ShownAt | undefined,
): (clause: IndexedClause) => string | undefined {
  const asked = new Set<string>();
  const unasked = new Map<string, string>();
  const open = new Map<string, string>();
  for (const { spec, cases } of plans)
    for (const { steps } of cases) {
      let lack: string | undefined;
      for (const { step, place } of steps) {
        // What comes before such a step is driven all the same.
        lack ??= step.call === undefined ? undefined : missingCredential(spec, profile, callerOf(profile, spec, step, step.call));
        if (lack === undefined) asked.add(placeName(place));
        else {
          unasked.set(placeName(place), `${lack} is missing`);
          const clauses = (step.expect ?? []).flatMap((one) => one.clauses);
          for (const clause of openWithout(spec, place.row, clauses)) open.set(clause, `${lack} is missing`);
        }
      }
    }
  const checked = new Set(plans.flatMap(({ spec }) => checksOf(spec).flatMap((check) => check.clauses)));
  return (clause) => {
    const places = [...(shown?.get(clause.id) ?? [])];
    const lack = open.get(clause.id);
    if (lack !== undefined) return lack;
    if (shown === undefined ? checked.has(clause.id) : places.some((place) => asked.has(place))) return undefined;
    return places.map((place) => unasked.get(place)).find((why) => why !== undefined) ?? notShown(profile, clause);
  };
}

function notShown(profile: Profile, { status }: IndexedClause): string {
  return status === 'reference-only' && !underControl(profile) ? NEEDS_CONTROL : 'no planned request shows it';
}
