import type { DocumentSpec, OperationRow } from '../model/types.ts';
import { isLookedAt, lacksRights } from '../model/refusal-blame.ts';
import { isStatusOf } from '../model/status-class.ts';
import { operationOf } from '../profile/answer.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { casesOf, exchangesWith, viewOf } from './evidence.ts';
import { declaration } from '../profile/profile.ts';
import { meets } from './expectation.ts';
import type { Finding, JudgeInput } from './finding.ts';
import { type Outcome } from './outcome.ts';
import { nothingReturned, permitsRefusal } from './refusal.ts';
import { contextOf } from './step-context.ts';
import { promisesOf, type Promised } from './step-judge.ts';
import { isUnforeseen, placeKey, stepsOf } from './steps.ts';

/** An operation of which every request of the run was refused in the same way. */
interface RefusedOperation {
  readonly requests: number;
  readonly status: number;
  /** it changes nothing */
  readonly isRead: boolean;
  /** the credential itself was refused, not only what it is good for */
  readonly isOfCredential: boolean;
  /** the document says that it may come to any request, and passes */
  readonly isTemporary: boolean;
  readonly outcome: Refusal;
}

/** What a refusal each time leaves open, and who has to act. */
export type Refusal = Extract<Outcome, { readonly unreadable: string }>;

/** The operation of a document that was refused each time, and most often of those: why a clause about which nothing was found has not shown. */
export function mostRefused(input: JudgeInput, findings: readonly Finding[]): Refusal | undefined {
  const all = [...refusedOperations(input, exchangesWith(input.evidence, input.spec.name), refusedAsDue(input, findings)).values()];
  const [most] = all.toSorted((one, other) => other.requests - one.requests);
  return most?.outcome;
}

/**
 * The same findings, but that none fails on what a refusal did not return. An operation that was refused each time has shown neither
 * content nor state; only the promise that it succeeds, and what is said of every response, can be contradicted by that. What stays open
 * behind a refusal is blamed on whoever can change that.
 */
export function withoutRefusedOperations(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  const exchanges = exchangesWith(input.evidence, input.spec.name);
  const due = refusedAsDue(input, findings);
  const refused = refusedOperations(input, exchanges, due);
  if (refused.size === 0) return findings;
  const promises = promisesOf(input.spec);
  // Beside a refusal too, some things must not stand.
  const forbidding = new Set(
    input.spec.endpoints.operations.flatMap(({ id, improper = [] }) =>
      improper.filter(({ expect }) => expect.status === undefined && !permitsRefusal(expect)).map((row) => `negative/${id}/${row.id}`),
    ),
  );
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const entries = new Map(input.evidence.cases.map((entry) => [entry.case.case, entry]));
  const refusalOf = (exchange: ExchangeEvent | undefined): RefusedOperation | undefined => refused.get(exchange?.operation ?? '');
  const holdsForbidden = (promised: Promised | undefined, deciding: ExchangeEvent | undefined): boolean => {
    const entry = entries.get(deciding?.case ?? '');
    const view = deciding === undefined ? undefined : viewOf(input.spec, input.profile, deciding);
    if (promised === undefined || entry === undefined || deciding === undefined || view === undefined) return false;
    const outcome = meets(promised.forbidden, view, contextOf(input, entry, deciding));
    return 'ok' in outcome && !outcome.ok;
  };
  const steps = stepsOf(input.spec);
  // A read of a probe to which nothing later refers has kept nothing from being there.
  const isUnused = (exchange: ExchangeEvent): boolean => {
    const judged = steps.get(placeKey(exchange.place));
    return judged?.row.startsWith('probe:') === true && judged.step.id === undefined && refusalOf(exchange)?.isRead === true;
  };
  const earlierRefusals = ({ case: owner, exchanges: [first = Infinity] }: Finding): readonly ExchangeEvent[] =>
    exchanges.filter((one) => one.case === owner && one.seq < first && !due.has(one.seq) && refusalOf(one) !== undefined);
  const settled = findings.map((finding) => {
    if (finding.verdict !== 'fail' || OF_EVERY_RESPONSE.test(finding.check) || forbidding.has(finding.check)) return finding;
    const promised = promises.get(finding.check);
    const deciding = bySeq.get(finding.exchanges.at(-1) ?? -1);
    if (holdsForbidden(promised, deciding)) return finding;
    const own = refusalOf(deciding);
    if (own !== undefined && !isContradicted(input, promised, own, finding)) return inconclusive(finding, own);
    // What an earlier request of the case was to bring about is not there.
    const earlier = refusalOf(earlierRefusals(finding).find((one) => !isUnused(one)));
    return earlier === undefined ? finding : inconclusive(finding, earlier);
  });
  const contradicted = new Set(
    settled.flatMap(({ verdict, check, exchanges: seqs }) => (verdict === 'fail' && !OF_EVERY_RESPONSE.test(check) ? seqs : [])),
  );
  return settled.map((finding, index) => {
    if (findings[index]?.verdict !== 'inconclusive' || !mayComeOfRefusal(finding)) return finding;
    const last = finding.exchanges.at(-1);
    const own = last === undefined || contradicted.has(last) ? undefined : refusalOf(bySeq.get(last));
    const earlier = earlierRefusals(finding);
    const cause = refusalOf(earlier.find((one) => !isUnused(one))) ?? own ?? refusalOf(earlier[0]);
    return cause === undefined ? finding : inconclusive(finding, cause);
  });
}

/** True of what was not there to be judged; an event, too, can only be recognised by what a response has named. */
function mayComeOfRefusal({ blame, exchanges }: Finding): boolean {
  return blame === 'target' || (blame === 'provider-state' && exchanges.length === 0);
}

/** Checks of what the documents say of each response, whatever its status, and of the errors themselves. */
const OF_EVERY_RESPONSE = /^(?:(?:shape|link|header|error)\/|law\/served\.)/;

/** True where the refusal itself contradicts what is asked, whatever it hides. */
function isContradicted(
  input: JudgeInput,
  promised: Promised | undefined,
  { status, isRead, isOfCredential, isTemporary }: RefusedOperation,
  { check }: Finding,
): boolean {
  if (status === 429 || isTemporary) return false;
  if (isStatusOf(promised?.excludes ?? [], status)) return !lacksRights(status) || isOfCredential;
  if (lacksRights(status)) return promised?.isSuccess === true && promised.hasOwnRights;
  // What a provider has named may not be there to be read.
  if (promised?.isSuccess === true) return promised.hasOwnRights || !isRead || status !== 404;
  // The profile has declared what comes of the request itself.
  if (check.startsWith('declared/')) return !isRead && (isLookedAt(status) || !declaresRefusal(input, check));
  // Only a request that was looked at is refused for what it holds.
  return isLookedAt(status) && (promised?.isRefusal === true || check.startsWith('negative/'));
}

function declaresRefusal({ profile, spec }: JudgeInput, check: string): boolean {
  const { refused, status } = declaration(profile, spec.name, check.replace('declared/', '')) ?? {};
  return refused !== undefined || (status !== undefined && [status].flat().every((one) => one >= 400));
}

/** Exchanges whose refusal was asked for: they have kept nothing from being there. */
function refusedAsDue({ spec }: JudgeInput, findings: readonly Finding[]): ReadonlySet<number> {
  const promises = promisesOf(spec);
  return new Set(
    findings.flatMap(({ verdict, check, exchanges }) => (verdict === 'pass' && promises.get(check)?.isRefusal === true ? exchanges : [])),
  );
}

function refusedOperations(
  input: JudgeInput,
  exchanges: readonly ExchangeEvent[],
  due: ReadonlySet<number>,
): ReadonlyMap<string, RefusedOperation> {
  const byOperation = new Map<string, ExchangeEvent[]>();
  const served = new Set(casesOf(input.evidence, input.spec.name).flatMap((entry) => entry.case.served ?? []));
  for (const exchange of exchanges) {
    const { operation, response, place } = exchange;
    if (operation === undefined || response === undefined) continue;
    if (response.status < 400) served.add(operation);
    if (served.has(operation) || due.has(exchange.seq) || isUnforeseen(place)) continue;
    const known = byOperation.get(operation);
    if (known === undefined) byOperation.set(operation, [exchange]);
    else known.push(exchange);
  }
  return new Map(
    [...byOperation].flatMap(([id, own]) => {
      const refusal = served.has(id) ? undefined : refusalOf(input, operationOf(input.spec, id), own);
      return refusal === undefined ? [] : [[id, refusal] as const];
    }),
  );
}

/**
 * Operations that refuse each request of some cases, but serve others: the events of those cases alone do not tell that a refusal is about
 * what they ask for.
 */
export function servedElsewhere(events: readonly TraceEvent[], own: readonly TraceEvent[]): string[] {
  const exchanges = own.filter((event) => event.type === 'exchange');
  const served = new Set(exchanges.filter(isServed).map(({ operation }) => operation));
  const refused = new Set(exchanges.flatMap(({ operation = '' }) => (served.has(operation) ? [] : operation)));
  return refused.size === 0 ? [] : [...servedIn(events)].filter((operation) => refused.has(operation));
}

interface Served {
  /** so many events have been looked at */
  readonly upTo: number;
  readonly operations: Set<string>;
}

const SERVED = new WeakMap<readonly TraceEvent[], Served>();

/** Operations that have served a request, each event looked at once: a trace may grow, and have many failures. */
function servedIn(events: readonly TraceEvent[]): ReadonlySet<string> {
  const { upTo, operations } = SERVED.get(events) ?? { upTo: 0, operations: new Set() };
  for (const event of events.slice(upTo)) if (event.type === 'exchange' && isServed(event)) operations.add(event.operation ?? '');
  SERVED.set(events, { upTo: events.length, operations });
  return operations;
}

function isServed({ response }: ExchangeEvent): boolean {
  return response !== undefined && response.status < 400;
}

function refusalOf(
  { spec, profile }: JudgeInput,
  operation: OperationRow | undefined,
  own: readonly ExchangeEvent[],
): RefusedOperation | undefined {
  const [first, ...others] = own.flatMap((exchange) => viewOf(spec, profile, exchange) ?? []);
  if (operation === undefined || first === undefined) return undefined;
  const isSame = others.every(({ status, error }) => status === first.status && (tellsNothing(status) || error === first.error));
  if (!isSame || isDocumented(spec, operation, first.status)) return undefined;
  const times = own.length === 1 ? 'the one request' : `each of ${own.length} requests`;
  const rows = spec.errors.errors.filter((row) => row.status === first.status);
  return {
    requests: own.length,
    status: first.status,
    isRead: operation.safe === true,
    isOfCredential: rows.some(({ name, credential }) => credential === true && name === first.error),
    isTemporary: rows.some(({ temporary }) => temporary === true),
    outcome: nothingReturned(`${times} of ${operation.id}`, first, operation),
  };
}

/** Refusals that come before the target has looked at what is asked for. */
function tellsNothing(status: number): boolean {
  return lacksRights(status) || !isLookedAt(status);
}

/** True where the document shows nothing but refusals of the operation, and this among them. */
function isDocumented({ errors }: DocumentSpec, { responses }: OperationRow, status: number): boolean {
  return (
    responses.every(({ error }) => error !== undefined) &&
    responses.some(({ error }) => errors.errors.some((row) => row.name === error && row.status === status))
  );
}

function inconclusive({ expected: _expected, received: _received, ...finding }: Finding, { outcome }: RefusedOperation): Finding {
  return { ...finding, verdict: 'inconclusive', reason: outcome.unreadable, blame: outcome.blame };
}
