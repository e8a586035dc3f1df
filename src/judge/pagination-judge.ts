import { referencesIn } from '../model/families/rewrite.ts';
import { identityOf, mostPages, objectsOn, PageWalk } from '../model/page-walk.ts';
import type { PaginationLaw } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, isRecorded, statesIn, viewOf, type CaseEvidence } from './evidence.ts';
import { brief } from './expectation.ts';
import type { JudgeInput, Finding, Judge } from './finding.ts';
import { lawChecks, lawFinding, type Contradiction } from './law.ts';
import { isPage, linkedFrom, listCalls, walkOf, type Walk } from './list-walk.ts';
import { placeKey, stepsOf } from './steps.ts';

type Part = keyof PaginationLaw['clauses'];

/** A list that was walked page by page: nothing is lost, nothing comes twice, the walk ends, and the way back is the way there. */
export const paginationJudge: Judge = {
  topic: 'pagination',
  checks: ({ document: { laws: { pagination } = {} } }) => lawChecks('pagination', pagination?.clauses),
  judge: (input) => {
    const law = input.spec.document.laws?.pagination;
    if (law === undefined) return { findings: [] };
    return {
      findings: casesOf(input.evidence, input.spec.name).flatMap((entry) => {
        const walk = walkOf(input.spec, law, entry);
        const listing = { ...input, law };
        const apart = judgePages(listing, entry, walk?.there ?? []);
        if (walk === undefined) return apart;
        return [
          ...apart,
          ...judgeWalk(listing, entry, walk.there),
          ...judgeWayBack(listing, entry, walk),
          ...judgeFirstPage(listing, entry, walk),
        ];
      }),
    };
  },
};

interface Listing extends JudgeInput {
  readonly law: PaginationLaw;
}

function finding(
  { law }: Listing,
  entry: CaseEvidence,
  part: Part,
  pages: readonly ExchangeEvent[],
  wrong: Contradiction,
): readonly Finding[] {
  const exchanges = pages.slice(-3).map(({ seq }) => seq);
  return lawFinding('pagination', law.clauses, part, { case: entry.case.case, exchanges }, wrong);
}

function judgeWalk(input: Listing, entry: CaseEvidence, pages: readonly ExchangeEvent[]): readonly Finding[] {
  const last = pages.at(-1);
  if (last === undefined) return [];
  const objects = pages.flatMap((page) => objectsOf(input, page));
  const { known, repeated, again } = identitiesOf(input, objects);
  const ended = linkedFrom(last, 'next') === undefined;
  const onAndOn = ended ? undefined : { expected: 'a last page without a next link', received: `still one after ${pages.length} pages` };
  const givenUp = !ended && isGivenUp(input, entry, pages, last);
  const expected = expectedObjects(input, entry, pages);
  return [
    ...finding(input, entry, 'unique', pages, again),
    ...(ended || givenUp ? finding(input, entry, 'ends', pages, onAndOn) : []),
    ...(givenUp ? unfinished(input, entry, pages) : []),
    ...(ended && expected !== undefined
      ? finding(input, entry, 'complete', pages, missing(expected, known, objects.length - repeated.length))
      : []),
  ];
}

/** Whatever else a list was asked for: no object comes twice on one page. */
function judgePages(input: Listing, entry: CaseEvidence, walked: readonly ExchangeEvent[]): readonly Finding[] {
  return listCalls(input.law, entry)
    .filter((page) => isPage(page) && !walked.includes(page))
    .flatMap((page) => {
      const { again } = identitiesOf(input, objectsOf(input, page));
      return again === undefined ? [] : finding(input, entry, 'unique', [page], again);
    });
}

interface Identities {
  readonly known: ReadonlySet<string>;
  readonly repeated: readonly string[];
  readonly again: Contradiction;
}

/** Who the objects say that they are, and those who come again. */
function identitiesOf(input: Listing, objects: readonly unknown[]): Identities {
  const known = new Set<string>();
  const repeated = objects.flatMap((object) => identityOf(input.law, object)).filter((id) => known.size === known.add(id).size);
  const [first] = repeated;
  const again =
    first === undefined
      ? undefined
      : { expected: `each of ${objects.length} objects once`, received: `${repeated.length} came again, the first ${first}` };
  return { known, repeated, again };
}

/** Pages that never end show no whole list. */
function unfinished(input: Listing, entry: CaseEvidence, pages: readonly ExchangeEvent[]): readonly Finding[] {
  const reason = `the pages did not end, ${pages.length} were read`;
  return finding(input, entry, 'complete', pages, undefined).map((one) => ({ ...one, verdict: 'inconclusive', blame: 'target', reason }));
}

/**
 * A walk that did not come to an end was given up where it went in a circle, showed the same objects again and again, had more pages than
 * its list can have, or something else of the case was done after it. Otherwise it was cut off with the run, and says nothing.
 */
function isGivenUp(input: Listing, entry: CaseEvidence, pages: readonly ExchangeEvent[], last: ExchangeEvent): boolean {
  const next = linkedFrom(last, 'next');
  const objects = expectedObjects(input, entry, pages)?.count;
  return (
    pages.some(({ request }) => request.url === next) ||
    pages.reduce((walk, page) => walk.add(bodyOf(input, page)), new PageWalk(input.law)).goesRound ||
    (!isRecorded(last) && isLeft(entry, last)) ||
    (objects !== undefined && pages.length > mostPages(objects))
  );
}

function isLeft(entry: CaseEvidence, last: ExchangeEvent): boolean {
  return exchangesIn(entry).some(({ seq, place }) => seq > last.seq && place.row === last.place.row && place.at !== last.place.at);
}

/** Page by page the objects that were there on the way to the end, and the rest of the list behind them. */
function judgeWayBack(input: Listing, entry: CaseEvidence, { before, back }: Walk): readonly Finding[] {
  return before.flatMap((earlier, index) =>
    back.slice(index, index + 1).flatMap((again) => {
      return finding(input, entry, 'back', [earlier, again], anotherPage(input, earlier, again));
    }),
  );
}

/** A page without a next link is the last one, by which a client ends its walk. */
function anotherPage(input: Listing, earlier: ExchangeEvent, again: ExchangeEvent): Contradiction {
  const [was, is] = [identitiesOn(input, earlier), identitiesOn(input, again)];
  if (!sameObjects(was, is)) return { expected: `the page before, ${brief(was)}`, received: brief(is) };
  const isCutOff = linkedFrom(earlier, 'next') !== undefined && linkedFrom(again, 'next') === undefined;
  return isCutOff ? { expected: 'the page before, with a next link', received: 'the same objects, and no next link' } : undefined;
}

/** The document does not say in which order a page shows its objects. */
function sameObjects(one: readonly unknown[], other: readonly unknown[]): boolean {
  const [was, is] = [one, other].map((page) => page.map((object) => JSON.stringify(object)).toSorted());
  return JSON.stringify(was) === JSON.stringify(is);
}

/**
 * No page precedes the first one. By one reading it has no prev link, by another there is nothing behind it; a page that holds objects,
 * is by none the previous one. Nothing is said where no way back led so far.
 */
function judgeFirstPage(input: Listing, entry: CaseEvidence, { there, before, back }: Walk): readonly Finding[] {
  const first = before.length === 0 ? there[0] : back[before.length - 1];
  const isBack = before.every((earlier, index) => {
    const again = back[index];
    return again !== undefined && sameObjects(identitiesOn(input, earlier), identitiesOn(input, again));
  });
  if (first === undefined || back.length === 0 || !isBack) return [];
  const target = linkedFrom(first, 'prev');
  // A link to where the walk has been is not followed again.
  const known = target === undefined ? [] : [...there, ...back].filter(({ request }) => request.url === target).slice(0, 1);
  const beyond = [...back.slice(before.length), ...known];
  if (target !== undefined && beyond.length === 0) return [];
  const held = beyond.find((page) => objectsOf(input, page).length > 0);
  const wrong =
    held === undefined
      ? undefined
      : {
          expected: 'no page before the first one: no prev link on it, or no objects behind it',
          received: `a prev link that leads to ${brief(identitiesOn(input, held))}`,
        };
  return finding(input, entry, 'first', held === undefined ? [first] : [first, held], wrong);
}

function identitiesOn(input: Listing, page: ExchangeEvent): readonly unknown[] {
  return objectsOf(input, page).map((object) => identityOf(input.law, object)[0] ?? object);
}

interface Expected {
  readonly count: number;
  readonly ids: readonly string[];
}

function missing(expected: Expected, ids: ReadonlySet<string>, found: number): Contradiction {
  const lost = expected.ids.filter((id) => !ids.has(id));
  if (lost.length > 0) return { expected: `all ${expected.count} objects`, received: `${lost.length} are missing, the first ${lost[0]}` };
  return found === expected.count ? undefined : { expected: `${expected.count} objects`, received: `${found}` };
}

function objectsOf(input: Listing, page: ExchangeEvent): readonly unknown[] {
  return objectsOn(input.law, bodyOf(input, page));
}

function bodyOf({ spec, profile }: Listing, page: ExchangeEvent): unknown {
  return viewOf(spec, profile, page)?.body;
}

/** What the provider state says that the list holds; of several, such as two teams, the one that the request for the first page names. */
function expectedObjects({ spec, law }: Listing, entry: CaseEvidence, [first]: readonly ExchangeEvent[]): Expected | undefined {
  const telling = statesIn(entry).filter(({ data }) => typeof data?.['count'] === 'number');
  const asked = first === undefined ? undefined : stepsOf(spec).get(placeKey(first.place))?.step.with;
  const named = new Set(referencesIn(asked).map((reference) => reference.slice(1).split('.')[0]));
  const data = (telling.length > 1 ? telling.findLast(({ alias }) => named.has(alias)) : telling[0])?.data;
  const count = data?.['count'];
  const ids = law.ids === undefined ? undefined : data?.[law.ids];
  return typeof count === 'number' ? { count, ids: Array.isArray(ids) ? ids.map(String) : [] } : undefined;
}
