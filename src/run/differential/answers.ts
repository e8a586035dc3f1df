import { documentOf } from '../../model/document-of.ts';
import type { AnswerDifference, DocumentName, Specs } from '../../model/types.ts';
import { viewOf } from '../../judge/evidence.ts';
import { rowClauses } from '../../plan/row-clauses.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import type { ExchangeEvent, TraceEvent } from '../../trace/events.ts';
import { traitsOf } from './traits.ts';

/** A run as far as answers are compared. */
export interface Answered {
  readonly events: readonly TraceEvent[];
  readonly profile: PublicProfile;
}

/** Steps that both runs send whatever comes back. Walks go where the target lets them, and clean-up takes away what it finds. */
const COMPARED: ReadonlySet<string> = new Set(['tour', 'read-back', 'probe', 'pagination']);

const ABSENT = 'absent';

/** How two deployments have answered the same steps, each difference told once for each document. */
export function answerDifferences(specs: Specs, target: Answered, against: Answered): AnswerDifference[] {
  const others = byStep(against.events);
  const found = new Map<string, AnswerDifference>();
  for (const [step, own] of byStep(target.events)) {
    const other = others.get(step);
    if (other === undefined) continue;
    const [clause] = rowClauses(documentOf(specs, own.document), own.place.row);
    const { document, operation = own.place.row } = own;
    for (const { about, values } of differing(traits(specs, target.profile, own), traits(specs, against.profile, other))) {
      const key = JSON.stringify([document, about, values]);
      const known = found.get(key);
      const [one, two] = values;
      const first = { document, operations: [], about, target: one, against: two, times: 0, exchanges: [own.seq, other.seq] };
      const { operations, times, ...rest } = known ?? { ...(clause === undefined ? {} : { clause }), ...first };
      found.set(key, { ...rest, operations: [...new Set([...operations, operation])], times: times + 1 });
    }
  }
  return [...found.values()];
}

/** Steps that were answered, by case and place and how often they were sent there. */
function byStep(events: readonly TraceEvent[]): ReadonlyMap<string, ExchangeEvent> {
  const again = new Set(events.flatMap((event) => (event.type === 'case' && event.again !== undefined ? [event.case] : [])));
  const steps = new Map<string, ExchangeEvent>();
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.type !== 'exchange' || !COMPARED.has(event.purpose) || again.has(event.case)) continue;
    const step = JSON.stringify([event.case, event.place.row, event.place.at]);
    const count = (counts.get(step) ?? 0) + 1;
    counts.set(step, count);
    if (event.response !== undefined) steps.set(`${step} ${count}`, event);
  }
  return steps;
}

function traits({ documents }: Specs, profile: PublicProfile, exchange: ExchangeEvent): ReadonlyMap<string, string> {
  const document: DocumentName = exchange.document;
  const view = viewOf(documentOf({ documents }, document), profile, exchange);
  return view === undefined ? new Map() : traitsOf(view);
}

interface Differing {
  readonly about: string;
  readonly values: readonly [string, string];
}

/** Another status or error means another body: that says it all. */
function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly Differing[] {
  const abouts = [...new Set([...one.keys(), ...other.keys()])];
  const all = abouts
    .map((about): Differing => ({ about, values: [one.get(about) ?? ABSENT, other.get(about) ?? ABSENT] }))
    .filter(({ values: [own, others] }) => own !== others);
  const first = all.find(({ about }) => about === 'status') ?? all.find(({ about }) => about === 'error');
  if (first !== undefined) return [first];
  // What is below a member that one of them does not have goes with it.
  return all.filter(({ about }) => !all.some((above) => about.startsWith(`${above.about}/`)));
}
