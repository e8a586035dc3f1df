import type { PaginationLaw, Specs } from '../model/types.ts';
import { atPointer } from '../model/pointer.ts';
import { RECORDED_ROW } from '../judge/evidence.ts';
import { leadsTo } from '../judge/list-walk.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { CaseEvent, ExchangeEvent, TraceEvent } from '../trace/events.ts';

/** The case of what belongs to nothing else. */
export function caseOf(document: string): string {
  return `${RECORDED_ROW}/${document}`;
}

/**
 * Recorded exchanges as the trace of a run, in the order in which they were sent: those of one transaction are a case of their own.
 *
 * @param undisturbed nobody else changed anything meanwhile: the pages of one walk through a list are a case too
 */
export function recordedTrace(
  { documents }: Specs,
  { services }: PublicProfile,
  recorded: readonly ExchangeEvent[],
  undisturbed: boolean,
): readonly TraceEvent[] {
  const inOrder = recorded.toSorted((one, other) => one.sentAt - other.sentAt || one.seq - other.seq);
  return Object.keys(services).flatMap((document): readonly TraceEvent[] => {
    const { transactionExpiry, pagination } = documents[document]?.document.laws ?? {};
    const transactions = transactionExpiry === undefined ? undefined : transactionCases(document, transactionExpiry.token);
    const walks = pagination === undefined ? undefined : walkCases(document, pagination, undisturbed);
    const own = inOrder.filter((exchange) => exchange.document === document);
    const placed = own.map((exchange) => ({ ...exchange, case: transactions?.(exchange) ?? walks?.(exchange) ?? caseOf(document) }));
    const cases = [...new Set([caseOf(document), ...placed.map((exchange) => exchange.case)])];
    return [...cases.map((id): CaseEvent => ({ type: 'case', case: id, document, kind: 'load', title: 'recorded traffic' })), ...placed];
  });
}

/** Where an exchange belongs; undefined for what the rule does not speak of. */
type Placing = (exchange: ExchangeEvent) => string | undefined;

/** Recorders tell the time in milliseconds. */
const GRAIN_MS = 1;

/** By the token of a transaction, as far as one exchange was over when the next was sent: of two at once, either may have come first. */
function transactionCases(document: string, pointer: string): Placing {
  const open = new Map<string, { readonly id: string; readonly over: number }>();
  let count = 0;
  return ({ request, response, sentAt, durationMs }) => {
    const shown = atPointer(response?.body, pointer);
    const asked = JSON.stringify([request.url, request.body ?? request.text ?? '']);
    const token = [...open.keys()].find((one) => asked.includes(one)) ?? (typeof shown === 'string' ? shown : undefined);
    if (token === undefined) return undefined;
    const known = open.get(token);
    const goesOn = known !== undefined && known.over < sentAt + GRAIN_MS;
    if (!goesOn) count += 1;
    const id = goesOn ? known.id : `${caseOf(document)}/transaction-${count}`;
    open.set(token, { id, over: Math.max(known?.over ?? 0, sentAt + durationMs) });
    return id;
  };
}

/** By the links of pages, until something is changed; each page by itself where others may have changed something. */
function walkCases(document: string, { operation, position }: PaginationLaw, undisturbed: boolean): Placing {
  let count = 0;
  let last: ExchangeEvent | undefined;
  let isBack = false;
  return (exchange) => {
    if (exchange.operation !== operation) {
      if (exchange.request.method !== 'GET') last = undefined;
      return undefined;
    }
    const isPrevious = leadsTo(last, 'prev', exchange);
    const goesOn = undisturbed && (isPrevious || (!isBack && leadsTo(last, 'next', exchange)));
    const { url } = exchange.request;
    const isFirst = URL.canParse(url) && !new URL(url).searchParams.has(position);
    isBack = goesOn && isPrevious;
    last = goesOn || isFirst ? exchange : undefined;
    if (!goesOn) count += 1;
    return `${caseOf(document)}/pages-${count}`;
  };
}
