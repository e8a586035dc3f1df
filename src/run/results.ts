import type { TransitionResult } from '../model/types.ts';
import { isReadBack } from '../model/read-back.ts';
import type { Finding } from '../judge/finding.ts';
import type { Transition } from '../plan/transition-system.ts';
import type { IntentEvent, TraceEvent } from '../trace/events.ts';

/** What became of each documented transition. */
export function transitionResults(
  transitions: readonly Transition[],
  events: readonly TraceEvent[],
  findings: readonly Finding[],
): TransitionResult[] {
  const byRow = groupByRow(findings);
  const intents = events.filter((event) => event.type === 'intent');
  const answered = new Set(
    events
      .filter((event) => event.type === 'exchange')
      .filter(({ response }) => response !== undefined)
      .map(({ seq }) => seq),
  );
  const readBacks = events.filter((event) => event.type === 'exchange').filter(({ place }) => isReadBack(place));
  return transitions.map((transition) => {
    const own = intents.filter((intent) => intent.transition === transition.id && answered.has(intent.exchange));
    return {
      id: transition.id,
      document: transition.document,
      machine: transition.machine.id,
      from: transition.from,
      to: transition.target,
      times: own.length,
      readBack: readBacks.filter(({ place }) => place.row === `transition:${transition.id}`).length,
      verdict: verdictOf(transition, own, byRow),
    };
  });
}

function verdictOf(
  transition: Transition,
  intents: readonly IntentEvent[],
  byRow: ReadonlyMap<string, readonly Finding[]>,
): TransitionResult['verdict'] {
  const cases = new Set(intents.map((intent) => intent.case));
  const { id, clauses } = transition.row;
  // What its steps show beside their last answer belongs to it only where it speaks of the same clause.
  const own = [`transition/${id}`, `read-back/${id}`]
    .flatMap((row) => byRow.get(row) ?? [])
    .filter(
      ({ check, verdict, clauses: of }) => check.split('/').length === 2 || (verdict === 'fail' && of.some((one) => clauses.includes(one))),
    )
    .filter((finding) => finding.case !== undefined && cases.has(finding.case));
  if (own.some(({ verdict }) => verdict === 'fail')) return 'fail';
  if (own.some(({ verdict }) => verdict === 'pass')) return 'pass';
  return intents.length > 0 ? 'inconclusive' : 'skipped';
}

/** Findings by the row that their checks are of: 'transition/door.shut' and 'transition/door.shut/trigger/1/0' together. */
function groupByRow(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const row = finding.check.split('/', 2).join('/');
    const group = groups.get(row);
    if (group === undefined) groups.set(row, [finding]);
    else group.push(finding);
  }
  return groups;
}
