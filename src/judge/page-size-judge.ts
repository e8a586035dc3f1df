import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, viewOf } from './evidence.ts';
import type { CaseEvidence } from './evidence.ts';
import type { JudgeInput, Check, Finding, Judge } from './finding.ts';
import { isPage, linkedFrom, listCalls } from './list-walk.ts';
import { atPointer } from '../model/pointer.ts';

/**
 * Laws of the count that a list was first called with: no page holds more objects than that, the links carry it, and the pages behind
 * them keep to it. On a later call that gives another count, the document leaves open which of the two it is.
 */
const LAWS = {
  'page-size': 'pam.pagination.count-page-size',
  'links-carry-count': 'pam.pagination.count-carried',
  'count-works-in-links': 'pam.pagination.count-carried',
} as const;

export const pageSizeJudge: Judge = {
  topic: 'page-size',
  checks: ({ name }) =>
    name === 'privileged-access'
      ? Object.entries(LAWS).map(([law, clause]): Check => ({ id: `law/pagination.${law}`, clauses: [clause] }))
      : [],
  judge: (input) => ({
    findings:
      input.spec.name === 'privileged-access'
        ? casesOf(input.evidence, input.spec.name).flatMap((entry) => listings(entry).flatMap((pages) => judgeListing(input, entry, pages)))
        : [],
  }),
};

/** The calls of each listing: the first one says no offset, the others are what links of earlier ones lead to, count aside. */
function listings(entry: CaseEvidence): readonly (readonly ExchangeEvent[])[] {
  const found: ExchangeEvent[][] = [];
  const led = new Set<string>();
  for (const call of listCalls(entry)) {
    const url = withoutCount(call.request.url);
    if (led.has(url)) found.at(-1)?.push(call);
    else if (new URL(url).searchParams.has('offset')) continue;
    else {
      led.clear();
      found.push([call]);
    }
    for (const relation of RELATIONS) led.add(withoutCount(linkedFrom(call, relation) ?? ''));
  }
  return found;
}

const RELATIONS = ['next', 'prev'] as const;

function withoutCount(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.searchParams.delete('count');
  return url.href;
}

/** The count that a URL gives: a whole number from 1 to 99, `none`, or what the document does not permit. */
function countIn(url: string): number | 'none' | 'improper' {
  const given = URL.canParse(url) ? new URL(url).searchParams.getAll('count') : [];
  const [text = ''] = given;
  if (given.length === 0) return 'none';
  return given.length === 1 && /^[1-9][0-9]?$/.test(text) ? Number(text) : 'improper';
}

function judgeListing(input: JudgeInput, entry: CaseEvidence, [first, ...later]: readonly ExchangeEvent[]): readonly Finding[] {
  const count = first === undefined ? 'none' : countIn(first.request.url);
  if (first === undefined || typeof count !== 'number' || !isPage(first)) return [];
  const told = (law: keyof typeof LAWS, page: ExchangeEvent, wrong: Contradiction): Finding => finding(entry, law, first, page, wrong);
  return [
    told('page-size', first, tooMany(input, first, count)),
    ...linksOf(first, count).map((wrong) => told('links-carry-count', first, wrong)),
    ...later.filter(isPage).flatMap((page) => {
      const own = countIn(page.request.url);
      if (own === 'improper') return [];
      if (own !== 'none' && own !== count) return [told('page-size', page, tooMany(input, page, Math.max(own, count)))];
      const size = told('count-works-in-links', page, tooMany(input, page, count));
      return [size, ...linksOf(page, count).map((wrong) => told('links-carry-count', page, wrong))];
    }),
  ];
}

type Contradiction = { readonly expected: string; readonly received: string } | undefined;

function tooMany({ spec, profile }: JudgeInput, page: ExchangeEvent, count: number): Contradiction {
  const list = atPointer(viewOf(spec, profile, page)?.body, '/list');
  const size = Array.isArray(list) ? list.length : 0;
  return size <= count ? undefined : { expected: `at most ${count} objects on the page`, received: `${size}` };
}

/** What is wrong with each link that a page has. */
function linksOf(page: ExchangeEvent, count: number): readonly Contradiction[] {
  return RELATIONS.flatMap((relation) => {
    const target = linkedFrom(page, relation);
    if (target === undefined) return [];
    return [countIn(target) === count ? undefined : { expected: `count=${count} in the URL of ${relation}`, received: target }];
  });
}

function finding(entry: CaseEvidence, law: keyof typeof LAWS, first: ExchangeEvent, page: ExchangeEvent, wrong: Contradiction): Finding {
  const exchanges = page === first ? [first.seq] : [first.seq, page.seq];
  const base = { check: `law/pagination.${law}`, clauses: [LAWS[law]], case: entry.case.case, exchanges, basis: 'documented' as const };
  return wrong === undefined ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong };
}
