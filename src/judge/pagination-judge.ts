import type { DocumentSpec } from '../spec/types.ts';
import { atPointer } from '../spec/pointer.ts';
import { linkTarget } from '../spec/link-header.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, statesIn, viewOf } from './evidence.ts';
import type { CaseEvidence } from './evidence.ts';
import { brief } from './expectation.ts';
import type { Bench, Check, Finding, Judge } from './finding.ts';
import { stepsOf, placeKey } from './steps.ts';

/** Laws of a list that was walked page by page: nothing is lost, nothing comes twice, the walk ends, and the way back is the way there. */
const LAWS = {
  complete: 'pam.pagination.complete',
  unique: 'pam.pagination.no-duplicates',
  ends: 'pam.pagination.ends',
  back: 'pam.pagination.prev-link',
} as const;

export const paginationJudge: Judge = {
  topic: 'pagination',
  checks: ({ name }) =>
    name === 'privileged-access'
      ? Object.entries(LAWS).map(([law, clause]): Check => ({ id: `law/pagination.${law}`, clauses: [clause] }))
      : [],
  judge: (bench) => ({
    findings:
      bench.spec.name === 'privileged-access'
        ? casesOf(bench.evidence, bench.spec.name).flatMap((entry) => {
            const walk = walkOf(bench.spec, entry);
            return [...judgeWalk(bench, entry, walk.there), ...judgeWayBack(bench, entry, walk)];
          })
        : [],
  }),
};

interface Walk {
  /** the first page, and those that its next links led to */
  readonly there: readonly ExchangeEvent[];
  /** those that the prev links of the last of them led to */
  readonly back: readonly ExchangeEvent[];
}

/** The walk of a case, each way as far as none of its pages was refused. */
function walkOf(spec: DocumentSpec, entry: CaseEvidence): Walk {
  const steps = stepsOf(spec);
  const asked = exchangesIn(entry).filter(({ operation }) => operation === 'listGroups');
  // A page that was refused by the rate limit and asked for again counts once.
  const pages = asked.filter(({ request, response }, index) => response?.status !== 429 || asked[index + 1]?.request.url !== request.url);
  const along = (relation: string): readonly ExchangeEvent[] =>
    pages.filter(({ place }) => steps.get(placeKey(place))?.step.walk === relation);
  const [next, prev] = [along('next'), along('prev')];
  const first = next[0] === undefined ? onlyPage(pages.slice(0, pages.length - prev.length)) : pages[pages.indexOf(next[0]) - 1];
  const there = first === undefined ? [] : [first, ...next];
  if (!there.every(isPage)) return { there: [], back: [] };
  return { there, back: prev.every(isPage) ? prev : [] };
}

/** One page that has no next link is a whole walk too, but not one from the midst of the list. */
function onlyPage(pages: readonly ExchangeEvent[]): ExchangeEvent | undefined {
  const [only, ...others] = pages;
  if (only === undefined || others.length > 0 || new URL(only.request.url).searchParams.has('offset')) return undefined;
  return linkTarget(only.response?.headers['link'], 'next') === undefined ? only : undefined;
}

function isPage({ response }: ExchangeEvent): boolean {
  return response !== undefined && response.status < 400;
}

type Contradiction = { readonly expected: string; readonly received: string } | undefined;

function finding(entry: CaseEvidence, law: keyof typeof LAWS, pages: readonly ExchangeEvent[], wrong: Contradiction): Finding {
  const exchanges = pages.slice(-3).map(({ seq }) => seq);
  const base = { check: `law/pagination.${law}`, clauses: [LAWS[law]], case: entry.case.case, exchanges, basis: 'documented' as const };
  return wrong === undefined ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong };
}

function judgeWalk(bench: Bench, entry: CaseEvidence, pages: readonly ExchangeEvent[]): readonly Finding[] {
  const last = pages.at(-1);
  if (last === undefined) return [];
  const objects = pages.flatMap((page) => objectsOf(bench, page));
  const ids = objects.flatMap(identifierOf);
  const known = new Set<string>();
  const repeated = ids.filter((id) => known.size === known.add(id).size);
  const again =
    repeated[0] === undefined
      ? undefined
      : { expected: `each of ${objects.length} objects once`, received: `${repeated.length} came again, the first ${repeated[0]}` };
  const ended = linkTarget(last.response?.headers['link'], 'next') === undefined;
  const onAndOn = ended ? undefined : { expected: 'a last page without a next link', received: `still one after ${pages.length} pages` };
  const expected = expectedObjects(entry);
  return [
    finding(entry, 'unique', pages, again),
    finding(entry, 'ends', pages, onAndOn),
    ...(ended && expected !== undefined
      ? [finding(entry, 'complete', pages, missing(expected, known, objects.length - repeated.length))]
      : []),
  ];
}

/** Page by page the objects that were there on the way to the end. Pages before the first one have nothing to be held against. */
function judgeWayBack(bench: Bench, entry: CaseEvidence, { there, back }: Walk): readonly Finding[] {
  const before = there.slice(0, -1).toReversed();
  return before.flatMap((earlier, index) =>
    back.slice(index, index + 1).map((again) => {
      const [was, is] = [identitiesOn(bench, earlier), identitiesOn(bench, again)];
      const same = JSON.stringify(was) === JSON.stringify(is);
      return finding(
        entry,
        'back',
        [earlier, again],
        same ? undefined : { expected: `the page before, ${brief(was)}`, received: brief(is) },
      );
    }),
  );
}

function identitiesOn(bench: Bench, page: ExchangeEvent): readonly unknown[] {
  return objectsOf(bench, page).map((object) => identifierOf(object)[0] ?? object);
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

function objectsOf({ spec, profile }: Bench, page: ExchangeEvent): readonly unknown[] {
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
