import type { DocumentSpec, OperationRow } from '../model/types.ts';
import { operationOf } from '../profile/answer.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import type { Finding, JudgeInput } from './finding.ts';
import { statusFits } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { isLookedAt, lacksRights, nothingReturned, permitsRefusal } from './refusal.ts';
import { promisesOf } from './step-judge.ts';
import type { Promised } from './step-judge.ts';

/** An operation of which every request of the run was refused in the same way. */
interface RefusedOperation {
  readonly status: number;
  /** it changes nothing */
  readonly isRead: boolean;
  readonly outcome: Extract<Outcome, { readonly unreadable: string }>;
}

/**
 * The same findings, but that none fails on what a refusal did not return. An operation that was refused each time has shown neither
 * content nor state; only the promise that it succeeds, and what is said of every response, can be contradicted by that.
 */
export function withoutRefusedOperations(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  const exchanges = exchangesWith(input.evidence, input.spec.name);
  const refused = refusedOperations(input, exchanges);
  if (refused.size === 0 || findings.every(({ verdict }) => verdict !== 'fail')) return findings;
  const promises = promisesOf(input.spec);
  // Beside a refusal too, some things must not stand.
  const forbidding = new Set(
    input.spec.endpoints.operations.flatMap(({ id, improper = [] }) =>
      improper.filter(({ expect }) => expect.status === undefined && !permitsRefusal(expect)).map((row) => `negative/${id}/${row.id}`),
    ),
  );
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const refusalOf = (exchange: ExchangeEvent | undefined): RefusedOperation | undefined => refused.get(exchange?.operation ?? '');
  return findings.map((finding) => {
    if (finding.verdict !== 'fail' || OF_EVERY_RESPONSE.test(finding.check)) return finding;
    if (forbidding.has(finding.check) || promises.get(finding.check)?.forbids === true) return finding;
    const last = finding.exchanges.at(-1);
    const deciding = bySeq.get(last ?? -1);
    const own = refusalOf(deciding);
    if (own !== undefined) return isContradicted(promises.get(finding.check), own, finding) ? finding : inconclusive(finding, own);
    // What an earlier request of the case was to bring about is not there.
    const earlier = exchanges.find((one) => one.case === finding.case && one.seq < (last ?? Infinity) && refusalOf(one) !== undefined);
    const cause = refusalOf(earlier);
    return cause === undefined ? finding : inconclusive(finding, cause);
  });
}

/** Checks of what the documents say of each response, whatever its status. */
const OF_EVERY_RESPONSE = /^(shape|link|header|error)\//;

/** True where the refusal itself contradicts what is asked, whatever it hides. */
function isContradicted(promised: Promised | undefined, { status, isRead }: RefusedOperation, { check }: Finding): boolean {
  if (statusFits(status, promised?.excludes ?? [])) return true;
  if (lacksRights(status)) return promised?.isSuccess === true && promised.hasOwnRights;
  // What a provider has named may not be there to be read.
  if (promised?.isSuccess === true) return promised.hasOwnRights || !isRead || status !== 404;
  // The profile has declared what comes of the request itself.
  if (check.startsWith('declared/')) return !isRead;
  // Only a request that was looked at is refused for what it holds.
  return isLookedAt(status) && (promised?.isRefusal === true || check.startsWith('negative/'));
}

function refusedOperations(input: JudgeInput, exchanges: readonly ExchangeEvent[]): ReadonlyMap<string, RefusedOperation> {
  const byOperation = new Map<string, ExchangeEvent[]>();
  const served = new Set<string>();
  for (const exchange of exchanges) {
    const { operation, response, place } = exchange;
    if (operation === undefined || response === undefined) continue;
    if (response.status < 400) served.add(operation);
    // Values that the operation does not foresee prove nothing.
    if (served.has(operation) || (place.row.startsWith('negative:') && !place.at.startsWith('prepare/'))) continue;
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
  return {
    status: first.status,
    isRead: operation.safe === true,
    outcome: nothingReturned(`${times} of ${operation.id}`, first, 'provider-state'),
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
