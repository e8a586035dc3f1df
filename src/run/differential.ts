import type {
  ClauseDifference,
  ComparedDeployment,
  Differential,
  ObservedDifference,
  Report,
  Specs,
  AnswerDifference,
  DocumentName,
} from '../model/types.ts';
import { staysOpen } from '../report/outcome.ts';
import { driftBetween } from '../report/diff/drift.ts';
import { isJudged, standings } from '../report/diff/clauses.ts';
import { documentOf } from '../model/document-of.ts';
import { viewOf } from '../judge/evidence.ts';
import { rowClauses } from '../plan/row-clauses.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import type { AnswerView } from '../profile/answer.ts';

/** One of the two runs of a differential. */
export interface Side extends Answered {
  readonly report: Report;
  /** the folder of its run */
  readonly run: string;
}

/** Where two deployments differ that were asked the same; `observed` differences make it fail where the user wants them to. */
export function differential(specs: Specs, target: Side, against: Side, failOnObserved: boolean): Differential {
  const clauses = clauseDifferences(target.report, against.report);
  const differing = clauses.filter((one) => isJudged(one.target) && isJudged(one.against));
  const notCompared = clauses.filter((one) => isJudged(one.target) !== isJudged(one.against));
  const told = new Set(differing.map(({ clause }) => clause));
  const observations = driftBetween(target.report, against.report, true).map(({ before, after, ...rest }): ObservedDifference => ({
    ...rest,
    target: before,
    against: after,
  }));
  // What a verdict tells already is not told again.
  const answers = answerDifferences(specs, target, against).filter(({ clause }) => clause === undefined || !told.has(clause));
  return {
    schemaVersion: 1,
    seed: target.report.seed,
    target: deployment(target),
    against: deployment(against),
    clauses: differing,
    observations,
    answers,
    notCompared,
    exitCode: exitCode(
      [target.report, against.report],
      differing.length > 0 || (failOnObserved && observations.length + answers.length > 0),
    ),
  };
}

function deployment({ report, run }: Side): ComparedDeployment {
  return { name: report.target.name, run, outcome: report.outcome };
}

function clauseDifferences(target: Report, against: Report): readonly ClauseDifference[] {
  const others = new Map(against.clauses.map((clause) => [clause.id, clause]));
  const [own, other] = [standings(target), standings(against)];
  return target.clauses.flatMap(({ id, says, reason }) => {
    const [here, there] = [own.get(id) ?? 'absent', other.get(id) ?? 'absent'];
    if (here === there) return [];
    const otherReason = others.get(id)?.reason;
    return [
      {
        clause: id,
        ...(says === undefined ? {} : { says }),
        target: here,
        against: there,
        ...(here === 'pass' || reason === undefined ? {} : { targetReason: reason }),
        ...(there === 'pass' || otherReason === undefined ? {} : { againstReason: otherReason }),
      },
    ];
  });
}

/** 4 and 2 as for a run; 1 where they differ; 3 where they do not, but not all could be compared; what both violate is no difference. */
function exitCode(reports: readonly Report[], differ: boolean): number {
  for (const [outcome, code] of [
    ['error', 4],
    ['usage', 2],
  ] as const)
    if (reports.some((report) => report.outcome === outcome)) return code;
  if (differ) return 1;
  return reports.some(staysOpen) ? 3 : 0;
}

/** A run as far as answers are compared. */
interface Answered {
  readonly events: readonly TraceEvent[];
  readonly profile: PublicProfile;
}

/** Steps that both runs send whatever comes back. Walks go where the target lets them, and clean-up takes away what it finds. */
const COMPARED: ReadonlySet<string> = new Set(['tour', 'read-back', 'probe', 'pagination']);

const ABSENT = 'absent';

/** How two deployments have answered the same steps, each difference told once for each document. */
function answerDifferences(specs: Specs, target: Answered, against: Answered): AnswerDifference[] {
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

/** Headers whose presence says something of the service and not of the way to it. */
const TELLING = /^(content-type|link|location|www-authenticate|retry-after|deprecation|sunset|x-rate-?limit-.*)$/;

/** Words of an enumeration, as against free text. */
const WORD = /^[A-Z][A-Z0-9_]{2,}$/;

/** What of an answer can be compared with another deployment's: never values, which are each one's own. */
export function traitsOf({ status, headers, body, error }: AnswerView): ReadonlyMap<string, string> {
  const members = new Map<string, Set<string>>();
  collect(body, '', members);
  return new Map([
    ['status', String(status)],
    ...(error === undefined ? [] : [['error', error] as const]),
    ...Object.entries(headers)
      .filter(([name]) => TELLING.test(name))
      .map(([name, value]) => [`header ${name}`, name === 'content-type' ? mediaType(value) : 'present'] as const),
    ...[...members].map(([pointer, kinds]) => [`member ${pointer}`, [...kinds].toSorted().join(' or ')] as const),
  ]);
}

function mediaType(value: string | readonly string[]): string {
  const text = typeof value === 'string' ? value : value.join(', ');
  return text.split(';')[0]?.trim().toLowerCase() ?? '';
}

function collect(value: unknown, pointer: string, members: Map<string, Set<string>>): void {
  if (pointer !== '') members.set(pointer, (members.get(pointer) ?? new Set()).add(kindOf(value)));
  if (Array.isArray(value)) for (const element of value) collect(element, `${pointer}/[]`, members);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(inner, `${pointer}/${name}`, members);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' && WORD.test(value) ? value : typeof value;
}
