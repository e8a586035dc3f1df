import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, viewOf, type CaseEvidence } from './evidence.ts';
import type { JudgeInput, Finding, Judge } from './finding.ts';
import { lawChecks, lawFinding, type Contradiction } from './law.ts';
import { isPage, linkedFrom, listCalls } from './list-walk.ts';
import { atPointer } from '../model/pointer.ts';
import type { PageSizeLaw, PaginationLaw } from '../model/types.ts';

type Part = keyof PageSizeLaw['clauses'];

interface Listing extends JudgeInput {
  readonly law: PageSizeLaw;
  readonly pagination: PaginationLaw;
}

/**
 * Laws of the count that a list was first called with: no page holds more objects than that, the links carry it, and the pages behind
 * them keep to it. On a later call that gives another count, the document leaves open which of the two it is.
 */
export const pageSizeJudge: Judge = {
  topic: 'page-size',
  checks: ({ document: { laws: { pageSize } = {} } }) => lawChecks('pagination', pageSize?.clauses),
  judge: (input) => {
    const { pageSize: law, pagination } = input.spec.document.laws ?? {};
    if (law === undefined || pagination === undefined) return { findings: [] };
    const listing = { ...input, law, pagination };
    return {
      findings: casesOf(input.evidence, input.spec.name).flatMap((entry) =>
        listings(listing, entry).flatMap((pages) => judgeListing(listing, entry, pages)),
      ),
    };
  },
};

/** The calls of each listing: the first one says no offset, the others are what links of earlier ones lead to, count aside. */
function listings({ law, pagination }: Listing, entry: CaseEvidence): readonly (readonly ExchangeEvent[])[] {
  const found: ExchangeEvent[][] = [];
  const led = new Set<string>();
  for (const call of listCalls(pagination, entry)) {
    const url = withoutCount(law, call.request.url);
    if (led.has(url)) found.at(-1)?.push(call);
    else if (new URL(url).searchParams.has(pagination.position)) continue;
    else {
      led.clear();
      found.push([call]);
    }
    for (const relation of RELATIONS) led.add(withoutCount(law, linkedFrom(call, relation) ?? ''));
  }
  return found;
}

const RELATIONS = ['next', 'prev'] as const;

function withoutCount({ parameter }: PageSizeLaw, text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.searchParams.delete(parameter);
  return url.href;
}

/** The count that a URL gives: a whole number from 1 to the most, `none`, or what the document does not permit. */
function countIn({ parameter, most }: PageSizeLaw, url: string): number | 'none' | 'improper' {
  const given = URL.canParse(url) ? new URL(url).searchParams.getAll(parameter) : [];
  const [text = ''] = given;
  if (given.length === 0) return 'none';
  return given.length === 1 && /^[1-9][0-9]{0,8}$/.test(text) && Number(text) <= most ? Number(text) : 'improper';
}

function judgeListing(input: Listing, entry: CaseEvidence, [first, ...later]: readonly ExchangeEvent[]): readonly Finding[] {
  const count = first === undefined ? 'none' : countIn(input.law, first.request.url);
  if (first === undefined || typeof count !== 'number' || !isPage(first)) return [];
  const findingsOf = (part: Part, page: ExchangeEvent, wrong: Contradiction): readonly Finding[] =>
    finding(input, entry, part, first, page, wrong);
  return [
    ...findingsOf('page-size', first, tooMany(input, first, count)),
    ...linksOf(input, first, count).flatMap((wrong) => findingsOf('links-carry-count', first, wrong)),
    ...later.filter(isPage).flatMap((page) => {
      const own = countIn(input.law, page.request.url);
      if (own === 'improper') return [];
      if (own !== 'none' && own !== count) return findingsOf('page-size', page, tooMany(input, page, Math.max(own, count)));
      const size = findingsOf('count-works-in-links', page, tooMany(input, page, count));
      return [...size, ...linksOf(input, page, count).flatMap((wrong) => findingsOf('links-carry-count', page, wrong))];
    }),
  ];
}

function tooMany({ spec, profile, pagination }: Listing, page: ExchangeEvent, count: number): Contradiction {
  const list = atPointer(viewOf(spec, profile, page)?.body, pagination.list);
  const size = Array.isArray(list) ? list.length : 0;
  return size <= count ? undefined : { expected: `at most ${count} objects on the page`, received: `${size}` };
}

/** What is wrong with each link that a page has. */
function linksOf({ law }: Listing, page: ExchangeEvent, count: number): readonly Contradiction[] {
  return RELATIONS.flatMap((relation) => {
    const target = linkedFrom(page, relation);
    if (target === undefined) return [];
    return [
      countIn(law, target) === count ? undefined : { expected: `${law.parameter}=${count} in the URL of ${relation}`, received: target },
    ];
  });
}

function finding(
  { law }: Listing,
  entry: CaseEvidence,
  part: Part,
  first: ExchangeEvent,
  page: ExchangeEvent,
  wrong: Contradiction,
): readonly Finding[] {
  const exchanges = page === first ? [first.seq] : [first.seq, page.seq];
  return lawFinding('pagination', law.clauses, part, { case: entry.case.case, exchanges }, wrong);
}
