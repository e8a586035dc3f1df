import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';
import { paginationJudge } from './pagination-judge.ts';

const spec = sampleSpec({
  name: 'privileged-access',
  operations: [{ id: 'listGroups', clauses: [], method: 'GET', path: '/groups', responses: [] }],
  probes: [
    { id: 'walk', about: 'walks', steps: [{ call: 'listGroups', with: { team: '$team.team_name' } }, { walk: 'next' }, { walk: 'prev' }] },
  ],
});

const URL = 'https://pam.example.test/groups';

/** Where a page stands; the first is asked for without saying where. */
const at = (number: number): string => (number === 0 ? URL : `${URL}?offset=${number}`);

type Linked = Readonly<Partial<Record<'next' | 'prev', string>>>;

function header(links: Linked): { readonly link?: string } {
  const named = Object.entries(links).map(([rel, target]) => `<${target}>; rel="${rel}"`);
  return named.length === 0 ? {} : { link: named.join(', ') };
}

/** A page of a walk: the first by call, the others by their links; all but the last lead on, all but the first lead back. */
function page(ids: readonly string[], number: number, more: boolean, status = 200, links: Linked = {}): TraceEvent {
  const prev = number === 0 ? {} : { prev: `${URL}?offset=before-${number}` };
  return sampleExchange({
    row: 'probe:walk',
    at: number === 0 ? 'steps/0' : 'steps/1',
    document: 'privileged-access',
    operation: 'listGroups',
    request: { url: at(number) },
    response: {
      status,
      headers: header({ ...(more ? { next: at(number + 1) } : {}), ...prev, ...links }),
      ...(status === 200 ? { body: { list: ids.map((id) => ({ id })) } } : {}),
    },
  });
}

const holds = (count: number, ids?: readonly string[]): TraceEvent => ({
  type: 'state',
  case: '',
  state: 'a team with groups',
  alias: 'team',
  params: {},
  provided: true,
  data: { count, ...(ids === undefined ? {} : { group_ids: [...ids] }) },
});
const judged = (...events: readonly TraceEvent[]): Judged =>
  paginationJudge.judge(benchOf(spec, sampleCase({ document: 'privileged-access' }, ...events)));
const verdicts = (found: Judged): unknown =>
  Object.fromEntries(verdictsOf(found).map(([check, verdict]) => [check.replace('law/pagination.', ''), verdict]));

/** A list cut into pages of one size. */
const walk = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 7 })).map(([count, size]) => {
  const ids = Array.from({ length: count }, (_, index) => `g${index}`);
  const pages = Array.from({ length: Math.max(1, Math.ceil(count / size)) }, (_, index) => ids.slice(index * size, (index + 1) * size));
  return { ids, pages };
});
const asPages = (pages: readonly (readonly string[])[]): readonly TraceEvent[] =>
  pages.map((ids, number) => page(ids, number, number < pages.length - 1));

test('a walk over pages of any size keeps all laws', () => {
  fc.assert(
    fc.property(walk, ({ ids, pages }) => {
      expect(verdicts(judged(holds(ids.length, ids), ...asPages(pages)))).toEqual({ unique: 'pass', ends: 'pass', complete: 'pass' });
    }),
  );
});

test('whatever is lost, comes twice, or is not of the list is found, and only its law is broken', () => {
  fc.assert(
    fc.property(walk, fc.nat(), ({ ids, pages }, somewhere) => {
      fc.pre(ids.length > 0);
      const victim = ids[somewhere % ids.length] ?? '';
      const lost = pages.map((own) => own.filter((id) => id !== victim));
      const twice = [...pages.slice(0, -1), [...(pages.at(-1) ?? []), victim]];
      expect([lost, twice].map((changed) => verdicts(judged(holds(ids.length, ids), ...asPages(changed))))).toEqual([
        { unique: 'pass', ends: 'pass', complete: 'fail' },
        { unique: 'fail', ends: 'pass', complete: 'pass' },
      ]);
    }),
  );
});

test('a walk that was given up did not end; one that was cut off with the run says nothing of it', () => {
  const pages = [page(['a', 'b'], 0, true), page(['c', 'd'], 1, true)];
  const elsewhere = sampleExchange({ row: 'probe:walk', at: 'steps/2', document: 'privileged-access', operation: 'getGroup' });
  const endless = Array.from({ length: 20 }, (_, number) => page([], number, true));
  const again = Array.from({ length: 12 }, (_, number) => page(['a'], number, true));
  expect([
    verdicts(judged(holds(4), ...pages)),
    verdicts(judged(holds(4), ...pages, elsewhere)),
    verdicts(judged(holds(4), page(['a', 'b'], 0, true), page(['c', 'd'], 1, true, 200, { next: at(1) }))),
    verdicts(judged(holds(4), ...endless.slice(0, 18))),
    verdicts(judged(holds(4), ...endless.slice(0, 19))),
    verdicts(judged(holds(4), ...again.slice(0, 11))),
    verdicts(judged(holds(4), ...again)),
  ]).toEqual([
    { unique: 'pass' },
    { unique: 'pass', ends: 'fail', complete: 'inconclusive' },
    { unique: 'pass', ends: 'fail', complete: 'inconclusive' },
    { unique: 'pass' },
    { unique: 'pass', ends: 'fail', complete: 'inconclusive' },
    { unique: 'fail' },
    { unique: 'fail', ends: 'fail', complete: 'inconclusive' },
  ]);
});

test('findings say how many and which', () => {
  const { findings } = judged(holds(3, ['a', 'b', 'c']), page(['a', 'b'], 0, true), page(['b'], 1, false));
  expect(findings.filter(({ verdict }) => verdict === 'fail')).toMatchObject([
    {
      clauses: ['pam.pagination.no-duplicates'],
      expected: 'each of 3 objects once',
      received: '1 came again, the first b',
      exchanges: [1, 2],
    },
    { clauses: ['pam.pagination.complete'], expected: 'all 3 objects', received: '1 are missing, the first c' },
  ]);
  expect(judged(holds(3), page(['a'], 0, false)).findings.find(({ verdict }) => verdict === 'fail')).toMatchObject({
    expected: '3 objects',
    received: '1',
  });
});

test('without a provider state that counts, completeness is not judged', () => {
  expect(verdicts(judged(page(['a'], 0, true), page(['b'], 1, false)))).toEqual({ unique: 'pass', ends: 'pass' });
});

/** A page on the way back, and what its prev link leads to. */
function backTo(
  ids: readonly string[],
  status = 200,
  prev?: string,
  next: Linked = { next: `${URL}?offset=after-${ids.join()}` },
): TraceEvent {
  return sampleExchange({
    row: 'probe:walk',
    at: 'steps/2',
    document: 'privileged-access',
    operation: 'listGroups',
    request: { url: `${URL}?offset=before-${ids.join()}` },
    response: {
      status,
      headers: header({ ...next, ...(prev !== undefined && { prev }) }),
      ...(status === 200 ? { body: { list: ids.map((id) => ({ id })) } } : {}),
    },
  });
}

/** What the laws of the way back say: page by page, and of the first page. */
const wayBack = (...events: readonly TraceEvent[]): readonly string[] =>
  verdictsOf(judged(...events)).flatMap(([check, verdict]) =>
    /(back|first)$/.test(check) ? [`${check.replace(/.*[.]/, '')} ${verdict}`] : [],
  );

test('the way back is the way there, however far it goes', () => {
  fc.assert(
    fc.property(walk, fc.nat(), ({ ids, pages }, somewhere) => {
      const back = pages
        .slice(0, -1)
        .toReversed()
        .slice(0, somewhere % pages.length);
      const arrived = back.length > 0 && back.length === pages.length - 1;
      expect(wayBack(holds(ids.length, ids), ...asPages(pages), ...back.map((own) => backTo(own)))).toEqual([
        ...back.map(() => 'back pass'),
        ...(arrived ? ['first pass'] : []),
      ]);
    }),
  );
});

const THREE = asPages([['a', 'b'], ['c', 'd'], ['e']]);

test.each<[string, readonly TraceEvent[], readonly string[]]>([
  ['leads to the first page at once', [backTo(['a', 'b'])], ['back fail']],
  ['stays where it is', [backTo(['e']), backTo(['a', 'b'])], ['back fail', 'back pass']],
  ['overlaps', [backTo(['d', 'e'])], ['back fail']],
  ['has no next link', [backTo(['c', 'd'], 200, undefined, {})], ['back fail']],
  [
    'has no next link on its first page',
    [backTo(['c', 'd']), backTo(['a', 'b'], 200, undefined, {})],
    ['back pass', 'back fail', 'first pass'],
  ],
  ['overlaps to the end', [backTo(['d', 'e']), backTo(['b', 'c']), backTo(['a'])], ['back fail', 'back fail']],
  ['shows a page in another order', [backTo(['d', 'c'])], ['back pass']],
  [
    'goes on to nothing before the first page',
    [backTo(['c', 'd']), backTo(['a', 'b']), backTo([])],
    ['back pass', 'back pass', 'first pass'],
  ],
  [
    'goes on to the first page again',
    [backTo(['c', 'd']), backTo(['a', 'b']), backTo(['a', 'b'])],
    ['back pass', 'back pass', 'first fail'],
  ],
  ['goes on to the last page', [backTo(['c', 'd']), backTo(['a', 'b']), backTo(['e'])], ['back pass', 'back pass', 'first fail']],
  [
    'goes on to what the list does not hold',
    [backTo(['c', 'd']), backTo(['a', 'b']), backTo(['x'])],
    ['back pass', 'back pass', 'first fail'],
  ],
  ['goes on past nothing', [backTo(['c', 'd']), backTo(['a', 'b']), backTo([]), backTo(['e'])], ['back pass', 'back pass', 'first fail']],
  ['is refused', [backTo([], 400)], []],
  ['is refused before the first page', [backTo(['c', 'd']), backTo(['a', 'b'], 200, 'x'), backTo([], 404)], ['back pass', 'back pass']],
  ['goes on where it has been', [backTo(['c', 'd']), backTo(['a', 'b'], 200, URL)], ['back pass', 'back pass', 'first fail']],
  ['could go on', [backTo(['c', 'd']), backTo(['a', 'b'], 200, `${URL}?offset=new`)], ['back pass', 'back pass']],
])('a way back that %s', (_what, back, wanted) => {
  expect(wayBack(holds(5), ...THREE, ...back)).toEqual(wanted);
});

test.each<[string, readonly string[], readonly TraceEvent[], readonly string[]]>([
  ['leads to itself', ['a'], [backTo(['a'])], ['first fail']],
  ['leads to nothing', ['a'], [backTo([])], ['first pass']],
  ['leads from nothing to nothing', [], [backTo([])], ['first pass']],
])('a prev link on the only page that %s', (_what, ids, back, wanted) => {
  expect(wayBack(page(ids, 0, false, 200, { prev: `${URL}?offset=before-0` }), ...back)).toEqual(wanted);
});

/** The same page without its prev link. */
function withoutPrev(event: TraceEvent): TraceEvent {
  if (event.type !== 'exchange' || event.response === undefined) return event;
  const { next } = Object.fromEntries(
    String(event.response.headers['link'] ?? '')
      .split(', ')
      .map((link) => [/rel="(.*)"/.exec(link)?.[1], /<(.*)>/.exec(link)?.[1]]),
  );
  return { ...event, response: { ...event.response, headers: typeof next === 'string' ? header({ next }) : {} } };
}

const complete = { unique: 'pass', ends: 'pass', complete: 'pass' };

test('a last page may link back, or have no link: the way back then begins on the page before it', () => {
  const [one, two, three] = THREE;
  if (one === undefined || two === undefined || three === undefined) throw new Error('three pages');
  const there = [holds(5), one, two];
  expect([
    verdicts(judged(...there, three, backTo(['c', 'd']), backTo(['a', 'b']))),
    verdicts(judged(...there, withoutPrev(three), backTo(['a', 'b']))),
    wayBack(...there, withoutPrev(three), backTo(['c', 'd'])),
  ]).toEqual([{ ...complete, back: 'pass', first: 'pass' }, { ...complete, back: 'pass', first: 'pass' }, ['back fail']]);
});

test('of pages without a prev link nothing is said about the way back', () => {
  fc.assert(
    fc.property(walk, ({ ids, pages }) => {
      expect(verdicts(judged(holds(ids.length, ids), ...asPages(pages).map(withoutPrev)))).toEqual(complete);
    }),
  );
});

test('a way back that is refused leaves the way there judged', () => {
  expect(verdicts(judged(holds(5), ...THREE, backTo([], 500)))).toEqual({ unique: 'pass', ends: 'pass', complete: 'pass' });
});

test('a page that was refused by the rate limit and asked for again counts once', () => {
  const limited = page([], 1, false, 429);
  expect(verdicts(judged(holds(2, ['a', 'b']), page(['a'], 0, true), limited, page(['b'], 1, false)))).toEqual({
    unique: 'pass',
    ends: 'pass',
    complete: 'pass',
  });
});

test.each([503, 429])('a walk that ended in a refusal (%d) is not judged', (status) => {
  expect(judged(holds(2), page(['a'], 0, true), page([], 1, false, status)).findings).toEqual([]);
});

test('a list of another operation is no walk', () => {
  expect(judged(holds(2), sampleExchange({ document: 'privileged-access', operation: 'other' })).findings).toEqual([]);
});

test('elements without an id are no duplicates', () => {
  const nameless = sampleExchange({
    row: 'probe:walk',
    document: 'privileged-access',
    operation: 'listGroups',
    request: { url: URL },
    response: { body: { list: [{}, {}] } },
  });
  expect(verdicts(judged(nameless))).toEqual({ unique: 'pass', ends: 'pass' });
});

test('a list that is asked for beside a walk: no object comes twice on one page', () => {
  const listOf = (...ids: readonly string[]): TraceEvent =>
    sampleExchange({
      row: 'probe:other',
      document: 'privileged-access',
      operation: 'listGroups',
      request: { url: URL },
      response: { body: { list: ids.map((id) => ({ id })) } },
    });
  expect(verdictsOf(judged(listOf('a', 'b'), listOf('b', 'a', 'b')))).toEqual([['law/pagination.unique', 'fail']]);
  expect(verdictsOf(judged(listOf('a', 'b'), listOf('b', 'a')))).toEqual([]);
});

test('of two teams with groups, the one that the request names says what its list holds', () => {
  const team = (alias: string, ids: readonly string[]): TraceEvent => {
    const state = holds(ids.length, ids);
    return state.type === 'state' ? { ...state, alias } : state;
  };
  const listed = page(['a', 'b'], 0, false);
  expect(verdicts(judged(team('team', ['a', 'b']), team('other', ['c']), listed))).toMatchObject({ complete: 'pass' });
  expect(verdicts(judged(team('team', ['a', 'c']), team('other', ['b']), listed))).toMatchObject({ complete: 'fail' });
});
