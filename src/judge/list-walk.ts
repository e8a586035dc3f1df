import { linkTarget } from '../model/links.ts';
import type { DocumentSpec, PaginationLaw } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesIn, isRecorded, type CaseEvidence } from './evidence.ts';
import { placeKey, stepsOf } from './steps.ts';

/** A list that one case walked page by page to its end, and back. */
export interface Walk {
  /** the first page, and those that the next links led to */
  readonly there: readonly ExchangeEvent[];
  /** those that the prev links led to, as far as none was refused */
  readonly back: readonly ExchangeEvent[];
  /** what `back` should be: the pages before the one on which the way back began, the nearest first */
  readonly before: readonly ExchangeEvent[];
}

/** All answers of a case to calls of the list; one that the rate limit refused and that was sent again counts once. */
export function listCalls({ operation: list }: PaginationLaw, entry: CaseEvidence): readonly ExchangeEvent[] {
  const asked = exchangesIn(entry).filter(({ operation }) => operation === list);
  return asked.filter(({ request, response }, index) => response?.status !== 429 || asked[index + 1]?.request.url !== request.url);
}

export function isPage({ response }: ExchangeEvent): boolean {
  return response !== undefined && response.status < 400;
}

/** The URL that a page's link of this relation holds, as it was or would be requested. */
export function linkedFrom({ request, response }: ExchangeEvent, relation: string): string | undefined {
  const target = linkTarget(response?.headers['link'], relation);
  return target !== undefined && URL.canParse(target, request.url) ? new URL(target, request.url).href : target;
}

/** The walk of a case; undefined where there was none, or a page on the way there was refused. */
export function walkOf(spec: DocumentSpec, law: PaginationLaw, entry: CaseEvidence): Walk | undefined {
  const steps = stepsOf(spec);
  const pages = listCalls(law, entry);
  const along = (relation: string): readonly ExchangeEvent[] =>
    pages.filter((page, index) =>
      isRecorded(page) ? leadsTo(pages[index - 1], relation, page) : steps.get(placeKey(page.place))?.step.walk === relation,
    );
  const [next, prev] = [along('next'), along('prev')];
  const first = next[0] === undefined ? onlyPage(law, pages.slice(0, pages.length - prev.length)) : pages[pages.indexOf(next[0]) - 1];
  const there = first === undefined ? [] : [first, ...next];
  if (there.length === 0 || !there.every(isPage)) return undefined;
  const refused = prev.findIndex((page) => !isPage(page));
  const turn = there.findLastIndex((page) => linkedFrom(page, 'prev') !== undefined);
  return {
    there,
    back: refused < 0 ? prev : prev.slice(0, refused),
    before: there.slice(0, Math.max(0, turn)).toReversed(),
  };
}

/** True where a page that came before has a link of this relation to the other. */
export function leadsTo(before: ExchangeEvent | undefined, relation: string, page: ExchangeEvent): boolean {
  return before !== undefined && linkedFrom(before, relation) === page.request.url;
}

/** One page that has no next link is a whole walk too, but not one from the midst of the list. */
function onlyPage({ position }: PaginationLaw, pages: readonly ExchangeEvent[]): ExchangeEvent | undefined {
  const [only, ...others] = pages;
  if (only === undefined || others.length > 0 || new URL(only.request.url).searchParams.has(position)) return undefined;
  return linkedFrom(only, 'next') === undefined ? only : undefined;
}
