import type { ClauseResult, Report, Requirements, SuiteState } from '../../model/types.ts';
import { isFiltered, selectionText } from '../../model/selection.ts';
import { EXIT_CODES } from '../results.ts';
import type { Rejudged } from '../rejudge.ts';
import type { TraceEvent } from '../../trace/events.ts';

/** Why a run cannot be certified, with the exit code that this reason alone would give. */
export interface Refusal {
  readonly reason: string;
  readonly exitCode: number;
}

/** What keeps a stored run from being certified, as its lock and its trace show; the suite that certifies aside. */
export function refusalsOf({ lock, report, otherwise, truncated }: Rejudged, release: Requirements | undefined): readonly Refusal[] {
  const usage = (reason: string): Refusal => ({ reason, exitCode: EXIT_CODES.usage });
  const { selection, only, shard, walks, depth, faults } = lock;
  const isNarrowed = isFiltered(selection) || isFiltered(report.selection ?? {});
  // Whatever else it may lack.
  if ((report.requests.load ?? 0) > 0) return [usage("it is a load test: only a conformance run ('assay run') can be certified")];
  return [
    ...(otherwise === undefined ? [] : [usage(otherwise)]),
    ...dirt('the suite that ran is not the release', lock.suite),
    ...(isNarrowed ? [usage(`it was narrowed to ${selectionText(report.selection ?? selection)}`)] : []),
    ...(only === undefined ? [] : [usage(`it is a replay of ${only.case}`)]),
    ...(shard === undefined ? [] : [usage(`it is shard ${shard.number} of ${shard.of}: certify the run that 'assay merge' joins them to`)]),
    ...(depth === 'quick' ? [usage('it was made with --depth quick')] : []),
    ...(walks === 0 && depth !== 'quick' ? [usage('it was made with --walks 0')] : []),
    ...(walks > 0 && shard === undefined && !isNarrowed && report.requests.walks === 0
      ? [usage('no random walk was sent: the budget did not suffice')]
      : []),
    ...(faults.length === 0 ? [] : [usage(`faults were switched on: ${faults.join(', ')}`)]),
    ...(truncated ? [{ reason: 'its trace is cut off', exitCode: EXIT_CODES.partial }] : []),
    ...(report.outcome === 'conformant' || report.outcome === 'shard'
      ? []
      : [{ reason: outcomeReason(report), exitCode: EXIT_CODES[report.outcome] }]),
    ...missing(report, release).map(usage),
  ];
}

/** Uncommitted changes of a suite, or specs that are not the release's. */
export function dirt(whose: string, { dirty }: SuiteState): readonly Refusal[] {
  return dirty.map((reason) => ({ reason: `${whose}: ${reason}`, exitCode: EXIT_CODES.usage }));
}

function outcomeReason({ outcome, clauses, flaky, stopped, badWaivers = [] }: Report): string {
  const some = (wanted: ClauseResult['verdict']): string => {
    const ids = clauses.filter(({ verdict, waived }) => verdict === wanted && waived === undefined).map(({ id }) => id);
    return `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`;
  };
  if (outcome === 'violations') return `clauses are violated: ${some('fail')}`;
  if (outcome === 'inconclusive' && flaky.length > 0)
    return `it is inconclusive: ${[...new Set(flaky.map(({ clause }) => clause))].join(', ')} failed now and then`;
  if (outcome === 'inconclusive') return `it is inconclusive: ${some('inconclusive')}`;
  if (outcome === 'partial') return 'it is partial: it was interrupted, or its trace does not reach the end';
  if (outcome === 'usage' && badWaivers.length > 0)
    return `waivers have to be changed: ${badWaivers.map(({ at, message }) => `${at} ${message}`).join('; ')}`;
  if (outcome === 'usage') return `the preflight stopped it: ${stopped?.[0]?.message ?? ''}`;
  return 'Assay itself failed in it';
}

/** Clauses that the release demands and the run says nothing of. */
function missing({ clauses }: Report, release: Requirements | undefined): readonly string[] {
  const told = new Set(clauses.map(({ id }) => id));
  const left = release?.scored.filter((id) => !told.has(id)) ?? [];
  return left.length === 0 ? [] : [`it says nothing of ${left.length} clauses that the release demands: ${left.slice(0, 3).join(', ')}`];
}

/** The exit code of several reasons: 4, 2, 1, 3. */
export function worst(refusals: readonly Refusal[]): number {
  return (
    [EXIT_CODES.error, EXIT_CODES.usage, EXIT_CODES.violations].find((code) => refusals.some(({ exitCode }) => exitCode === code)) ??
    EXIT_CODES.partial
  );
}

/** Random walks that were driven; those that were driven again count once. */
export function drivenWalks(events: readonly TraceEvent[]): number {
  return new Set(
    events.flatMap((event) => (event.type === 'case' && event.walk !== undefined && event.again === undefined ? [event.walk.id] : [])),
  ).size;
}
