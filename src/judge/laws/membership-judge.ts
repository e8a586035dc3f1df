import { valuesAt } from '../../model/field-path.ts';
import { grouped } from '../../model/grouped.ts';
import { linkTarget } from '../../model/links.ts';
import { referencesBy, referencesByText } from '../../model/placed-by.ts';
import type { Binding, DocumentSpec, MembershipLaw } from '../../model/types.ts';
import { operationBinding } from '../../profile/profile.ts';
import { argumentReader } from '../../profile/read-argument.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import { casesOf, exchangesWith, isRecorded, viewOf } from '../evidence.ts';
import { brief } from '../expectation.ts';
import type { Finding, Judge, JudgeInput } from '../finding.ts';
import { lawChecks, lawFinding } from '../law.ts';
import { linkedFrom, walkOf } from '../list-walk.ts';
import { placeKey, stepsOf } from '../steps.ts';

/** A list shows what was put in, and no more of what was taken out. */
export const membershipJudge: Judge = {
  topic: 'membership',
  checks: (spec) => lawsOf(spec).flatMap((law) => lawChecks(nameOf(law), law.clauses)),
  judge: (input) => ({ findings: lawsOf(input.spec).flatMap((law) => [...judgeLists(input, law)]) }),
};

function lawsOf({ document }: DocumentSpec): readonly MembershipLaw[] {
  return document.laws?.membership ?? [];
}

function nameOf({ kind }: MembershipLaw): string {
  return `membership.${kind.replaceAll(' ', '-')}`;
}

/** What the last request about an element was to do with it, and whether that has happened: undefined where it cannot be told. */
interface Move {
  readonly part: keyof MembershipLaw['clauses'];
  readonly isDone: boolean | undefined;
  readonly key: string;
  readonly exchange: ExchangeEvent;
}

function* judgeLists(input: JudgeInput, law: MembershipLaw): Generator<Finding> {
  const { spec, profile, evidence } = input;
  const isOver = orderOf(spec);
  /** names of elements, by field and value of the responses that put them in */
  const names = new Map<string, string>();
  const read = readerOf(input, law, names);
  const walks = wholeWalks(input, law);
  /** by list, then by element */
  const moves = new Map<string, Map<string, Move>>();
  for (const exchange of exchangesWith(evidence, spec.name)) {
    if (exchange.purpose === 'clean-up') forget(moves, exchange);
    const within = read(exchange, law.within);
    const list = within.every((value) => value !== undefined) ? JSON.stringify(within) : undefined;
    if (list === undefined || exchange.place.row.startsWith('negative:')) continue;
    const elements = moves.get(list) ?? new Map<string, Move>();
    moves.set(list, elements);
    if (exchange.operation === law.enters.call)
      noteFields(names, read(exchange, [law.enters.names])[0], viewOf(spec, profile, exchange)?.body);
    const move = moveOf(law, exchange, read, elements, isOver);
    if (move !== undefined) elements.set(move.key, move);
    if (exchange.operation !== law.operation) continue;
    const view = viewOf(spec, profile, exchange);
    if (view === undefined || view.status >= 300) continue;
    // A list that is not where it is looked for is none: what is bound wrongly tells nothing.
    if (!valuesAt(view.body, law.at.replace(/\[\]$/, '').split('.')).some(Array.isArray)) continue;
    const walked = walks.get(exchange);
    const pages = walked ?? [exchange];
    // In recorded traffic, a request may narrow the list by what no document shows.
    const isWalked = walked !== undefined && (walked.length > 1 || !isRecorded(exchange));
    const isAll = isWalked || isWhole(exchange);
    const shown = grouped(
      pages.flatMap((page) => valuesAt(viewOf(spec, profile, page)?.body, law.at.split('.'))),
      (one) => valuesAt(one, [law.key])[0],
    );
    for (const known of elements.values())
      if (known.isDone === true && pages.every((page) => isOver(known.exchange, page)))
        yield* judgeElement(law, known, { pages, isAll, named: shown.get(known.key) ?? [] });
  }
}

/** The pages of lists that were walked from the first to the last one, by the last. */
function wholeWalks({ spec, evidence }: JudgeInput, { operation }: MembershipLaw): ReadonlyMap<ExchangeEvent, readonly ExchangeEvent[]> {
  const pagination = spec.document.laws?.pagination;
  if (pagination?.operation !== operation) return new Map();
  return new Map(
    casesOf(evidence, spec.name).flatMap((entry) => {
      const { there = [] } = walkOf(spec, pagination, entry) ?? {};
      const [first, last] = [there[0], there.at(-1)];
      if (first === undefined || last === undefined || linkedFrom(last, 'next') !== undefined) return [];
      return new URL(first.request.url).searchParams.has(pagination.position) ? [] : [[last, there] as const];
    }),
  );
}

/** A request may call an element by another field than its name. */
function noteFields(names: Map<string, string>, name: string | undefined, element: unknown): void {
  if (name === undefined || typeof element !== 'object' || element === null) return;
  for (const [field, value] of Object.entries(element)) names.set(JSON.stringify([field, value]), name);
}

/** What a case has left is taken away behind it. */
function forget(moves: ReadonlyMap<string, Map<string, Move>>, { case: owner }: ExchangeEvent): void {
  for (const elements of moves.values()) for (const [key, move] of elements) if (move.exchange.case === owner) elements.delete(key);
}

/** The texts of parameters that a request was sent with; undefined for one that it does not have. */
type Reader = (exchange: ExchangeEvent, names: readonly string[]) => readonly (string | undefined)[];

function readerOf(
  { spec, profile }: JudgeInput,
  { operation, enters, leaves, reads }: MembershipLaw,
  called: ReadonlyMap<string, string>,
): Reader {
  const calls = [operation, enters.call, leaves.call, reads?.call];
  const involved = new Map(spec.endpoints.operations.filter(({ id }) => calls.includes(id)).map((row) => [row.id, row]));
  return (exchange, names) => {
    const row = involved.get(exchange.operation ?? '');
    if (row === undefined) return names.map(() => undefined);
    const binding = operationBinding(profile, spec.name, row.id);
    return names.map((name) => {
      const field = fieldOf(binding, name);
      const value = argumentReader(row, binding, field === undefined ? name : `${name}.${field}`)(exchange.request);
      if (field !== undefined) return called.get(JSON.stringify([field, value])) ?? (typeof value === 'string' ? value : undefined);
      return typeof value === 'string' ? value : undefined;
    });
  };
}

/** The field by which a binding calls an element, in the place of its name. */
function fieldOf({ path = '', query = {}, body }: Binding = {}, name: string): string | undefined {
  const references = [...[path, ...Object.values(query)].flatMap(referencesByText), ...referencesBy(body)];
  return references.find((reference) => reference.startsWith(`${name}.`))?.slice(name.length + 1);
}

/** Whether one exchange was over when the other was sent. */
type Order = (one: ExchangeEvent, other: ExchangeEvent) => boolean;

/** Clocks count milliseconds; within a case that was driven, a step waits for those before it, unless it is sent meanwhile. */
function orderOf(spec: DocumentSpec): Order {
  const steps = stepsOf(spec);
  return (one, other) =>
    one.sentAt + one.durationMs <= other.sentAt ||
    (one.case === other.case && !isRecorded(other) && steps.get(placeKey(other.place))?.step.meanwhile !== true && one.seq < other.seq);
}

/** What is refused or breaks down may have happened or not, and so may what is taken up for later, until the element is read. */
function moveOf(
  law: MembershipLaw,
  exchange: ExchangeEvent,
  read: Reader,
  elements: ReadonlyMap<string, Move>,
  isOver: Order,
): Move | undefined {
  const { enters, leaves, reads } = law;
  const move = [enters, leaves, reads].find((one) => one?.call === exchange.operation);
  const [key] = move === undefined ? [] : read(exchange, [move.names]);
  const status = exchange.response?.status ?? 500;
  if (key === undefined) return undefined;
  const before = elements.get(key);
  if (move === reads) {
    const isDone = before?.isDone !== undefined && status === (before.part === 'entered' ? 200 : 404);
    return before !== undefined && isDone && isOver(before.exchange, exchange) ? { ...before, isDone } : undefined;
  }
  // Of two that were under way at once, either may have come last.
  const isAlone = before === undefined || isOver(before.exchange, exchange);
  const isDone = isAlone && status < 300 ? status !== 202 : undefined;
  return { part: move === enters ? 'entered' : 'left', isDone, key, exchange };
}

/** What the pages of a list show of an element. */
interface ShownElement {
  readonly pages: readonly ExchangeEvent[];
  /** what is on none of them is not in the list */
  readonly isAll: boolean;
  readonly named: readonly unknown[];
}

function judgeElement(law: MembershipLaw, { part, key, exchange: move }: Move, { pages, isAll, named }: ShownElement): readonly Finding[] {
  const list = pages.at(-1) ?? move;
  const isThere = named.some((one) => law.deleted === undefined || !valuesAt(one, [law.deleted]).some(tellsOfEnd));
  // Another page may hold what this one does not.
  if (part === 'entered' && named.length === 0 && !isAll) return [];
  const told = `the ${law.kind} ${brief(key)}`;
  const evidence = { case: list.case, exchanges: [move.seq, list.seq] };
  const wrong =
    part === 'entered'
      ? {
          expected: `${told} in the list, as ${move.operation ?? ''} has put it there`,
          received: named.length === 0 ? 'a list without it' : 'it is shown as deleted',
        }
      : { expected: `${told} in the list no more, after ${move.operation ?? ''}`, received: 'it is listed still' };
  return lawFinding(nameOf(law), law.clauses, part, evidence, isThere === (part === 'entered') ? undefined : wrong);
}

/** However a moment is written, null is none; some write the year one for that. */
function tellsOfEnd(value: unknown): boolean {
  return value !== null && !(typeof value === 'string' && Date.parse(value) <= 0);
}

/** Nothing in the request narrows it, and no link leads on. */
function isWhole({ request, response }: ExchangeEvent): boolean {
  return new URL(request.url).search === '' && linkTarget(response?.headers['link'], 'next') === undefined;
}
