import { mostPages } from '../model/most-pages.ts';
import { atPointer } from '../model/pointer.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, statesIn, viewOf } from './evidence.ts';
import type { CaseEvidence } from './evidence.ts';
import { brief } from './expectation.ts';
import type { JudgeInput, Check, Finding, Judge } from './finding.ts';
import { linkedFrom, walkOf } from './list-walk.ts';
import type { Walk } from './list-walk.ts';

/** Laws of a list that was walked page by page: nothing is lost, nothing comes twice, the walk ends, and the way back is the way there. */
const LAWS = {
  complete: 'pam.pagination.complete',
  unique: 'pam.pagination.no-duplicates',
  ends: 'pam.pagination.ends',
  back: 'pam.pagination.prev-link',
  first: 'pam.pagination.prev-link',
} as const;

export const paginationJudge: Judge = {
  topic: 'pagination',
  checks: ({ name }) =>
    name === 'privileged-access'
      ? Object.entries(LAWS).map(([law, clause]): Check => ({ id: `law/pagination.${law}`, clauses: [clause] }))
      : [],
  judge: (input) => ({
    findings:
      input.spec.name === 'privileged-access'
        ? casesOf(input.evidence, input.spec.name).flatMap((entry) => {
            const walk = walkOf(input.spec, entry);
            if (walk === undefined) return [];
            return [...judgeWalk(input, entry, walk.there), ...judgeWayBack(input, entry, walk), ...judgeFirstPage(input, entry, walk)];
          })
        : [],
  }),
};

type Contradiction = { readonly expected: string; readonly received: string } | undefined;

function finding(entry: CaseEvidence, law: keyof typeof LAWS, pages: readonly ExchangeEvent[], wrong: Contradiction): Finding {
  const exchanges = pages.slice(-3).map(({ seq }) => seq);
  const base = { check: `law/pagination.${law}`, clauses: [LAWS[law]], case: entry.case.case, exchanges, basis: 'documented' as const };
  return wrong === undefined ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong };
}

function judgeWalk(input: JudgeInput, entry: CaseEvidence, pages: readonly ExchangeEvent[]): readonly Finding[] {
  const last = pages.at(-1);
  if (last === undefined) return [];
  const objects = pages.flatMap((page) => objectsOf(input, page));
  const ids = objects.flatMap(identifierOf);
  const known = new Set<string>();
  const repeated = ids.filter((id) => known.size === known.add(id).size);
  const again =
    repeated[0] === undefined
      ? undefined
      : { expected: `each of ${objects.length} objects once`, received: `${repeated.length} came again, the first ${repeated[0]}` };
  const ended = linkedFrom(last, 'next') === undefined;
  const onAndOn = ended ? undefined : { expected: 'a last page without a next link', received: `still one after ${pages.length} pages` };
  const givenUp = !ended && isGivenUp(entry, pages, last);
  const expected = expectedObjects(entry);
  return [
    finding(entry, 'unique', pages, again),
    ...(ended || givenUp ? [finding(entry, 'ends', pages, onAndOn)] : []),
    ...(givenUp ? [unfinished(entry, pages)] : []),
    ...(ended && expected !== undefined
      ? [finding(entry, 'complete', pages, missing(expected, known, objects.length - repeated.length))]
      : []),
  ];
}

/** Pages that never end show no whole list. */
function unfinished(entry: CaseEvidence, pages: readonly ExchangeEvent[]): Finding {
  return {
    ...finding(entry, 'complete', pages, undefined),
    verdict: 'inconclusive',
    blame: 'target',
    reason: `the pages did not end, ${pages.length} were read`,
  };
}

/**
 * A walk that did not come to an end was given up where it went in a circle, had more pages than its list can have, or something else of
 * the case was done after it. Otherwise it was cut off with the run, and says nothing.
 */
function isGivenUp(entry: CaseEvidence, pages: readonly ExchangeEvent[], last: ExchangeEvent): boolean {
  const next = linkedFrom(last, 'next');
  const objects = expectedObjects(entry)?.count;
  return (
    pages.some(({ request }) => request.url === next) ||
    (objects !== undefined && pages.length > mostPages(objects)) ||
    exchangesIn(entry).some(({ seq, place }) => seq > last.seq && place.row === last.place.row && place.at !== last.place.at)
  );
}

/** Page by page the objects that were there on the way to the end. */
function judgeWayBack(input: JudgeInput, entry: CaseEvidence, { before, back }: Walk): readonly Finding[] {
  return before.flatMap((earlier, index) =>
    back.slice(index, index + 1).map((again) => {
      const [was, is] = [identitiesOn(input, earlier), identitiesOn(input, again)];
      return finding(
        entry,
        'back',
        [earlier, again],
        sameObjects(was, is) ? undefined : { expected: `the page before, ${brief(was)}`, received: brief(is) },
      );
    }),
  );
}

function sameObjects(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * No page precedes the first one. By one reading it has no prev link, by another there is nothing behind it; a page that holds objects,
 * is by none the previous one. Nothing is said where no way back led so far.
 */
function judgeFirstPage(input: JudgeInput, entry: CaseEvidence, { there, before, back }: Walk): readonly Finding[] {
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
  return [finding(entry, 'first', held === undefined ? [first] : [first, held], wrong)];
}

function identitiesOn(input: JudgeInput, page: ExchangeEvent): readonly unknown[] {
  return objectsOf(input, page).map((object) => identifierOf(object)[0] ?? object);
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

function objectsOf({ spec, profile }: JudgeInput, page: ExchangeEvent): readonly unknown[] {
  const list = atPointer(viewOf(spec, profile, page)?.body, '/list');
  return Array.isArray(list) ? list : [];
}

/** None for an object that does not say who it is: it is neither known nor another one's double. */
function identifierOf(object: unknown): readonly string[] {
  const id = typeof object === 'object' && object !== null ? atPointer(object, '/id') : object;
  return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
}

/** What the provider state says that the list holds. */
function expectedObjects(entry: CaseEvidence): Expected | undefined {
  const data = statesIn(entry).findLast((state) => typeof state.data?.['count'] === 'number')?.data;
  const count = data?.['count'];
  const ids = data?.['group_ids'];
  return typeof count === 'number' ? { count, ids: Array.isArray(ids) ? ids.map(String) : [] } : undefined;
}
