import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';
import { pageSizeJudge } from './page-size-judge.ts';

const spec = sampleSpec({
  name: 'privileged-access',
  operations: [{ id: 'listGroups', clauses: [], method: 'GET', path: '/groups', responses: [] }],
});

const URL = 'https://pam.example.test/groups';

/** A page of so many objects, asked for by this query, whose links have these. */
function page(query: string, objects: number, links: Readonly<Record<string, string>> = {}, status = 200): TraceEvent {
  const link = Object.entries(links).map(([rel, target]) => `<${target.startsWith('?') ? URL : ''}${target}>; rel="${rel}"`);
  return sampleExchange({
    document: 'privileged-access',
    operation: 'listGroups',
    request: { url: `${URL}${query}` },
    response: { status, headers: link.length === 0 ? {} : { link }, body: { list: Array.from({ length: objects }, (_, id) => ({ id })) } },
  });
}

const judged = (...events: readonly TraceEvent[]): Judged =>
  pageSizeJudge.judge(benchOf(spec, sampleCase({ document: 'privileged-access' }, ...events)));
const verdicts = (...events: readonly TraceEvent[]): readonly string[] =>
  verdictsOf(judged(...events)).map(([check, verdict]) => `${check.replace('law/pagination.', '')} ${verdict}`);

test('pages of any size up to the count, whose links carry it, keep all laws', () => {
  const sizes = fc.integer({ min: 1, max: 99 }).chain((count) => fc.tuple(fc.constant(count), fc.array(fc.nat(count), { minLength: 1 })));
  fc.assert(
    fc.property(sizes, ([count, pages]) => {
      const at = (number: number): string => `?count=${count}${number === 0 ? '' : `&offset=o${number}`}`;
      const walk = pages.map((size, number) =>
        page(at(number), size, { next: at(number + 1), ...(number > 0 ? { prev: at(number - 1) } : {}) }),
      );
      expect(judged(...walk).findings.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
      expect(judged(...walk).findings).toHaveLength(pages.length + 2 * pages.length - 1);
    }),
  );
});

test('a page of more objects than the count is found, on the first call and behind a link', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(200), (count, more) => {
      const large = count + 1 + more;
      expect([
        verdicts(page(`?count=${count}`, large)),
        verdicts(page(`?count=${count}`, count, { next: `?offset=o&count=${count}` }), page(`?offset=o&count=${count}`, large)),
      ]).toEqual([['page-size fail'], ['page-size pass', 'links-carry-count pass', 'count-works-in-links fail']]);
    }),
  );
});

test.each<[string, string, string]>([
  ['carries none', '?offset=o', 'fail'],
  ['carries another', '?offset=o&count=3', 'fail'],
  ['carries it twice', '?offset=o&count=2&count=2', 'fail'],
  ['carries it in words', '?offset=o&count=two', 'fail'],
  ['carries it in front', '?count=2&offset=o', 'pass'],
  ['carries it from the path on', '/v1/other?offset=o&count=2', 'pass'],
])('a link that %s', (_what, target, verdict) => {
  expect(verdicts(page('?count=2', 2, { prev: target }))).toEqual(['page-size pass', `links-carry-count ${verdict}`]);
});

test('a link that lost the count must still lead to a page of that size', () => {
  expect(verdicts(page('?count=2', 2, { next: '?offset=o' }), page('?offset=o', 3))).toEqual([
    'page-size pass',
    'links-carry-count fail',
    'count-works-in-links fail',
  ]);
});

test.each([
  ['smaller', 1, 2, 'pass'],
  ['smaller', 1, 3, 'fail'],
  ['larger', 5, 2, 'pass'],
  ['larger', 5, 5, 'pass'],
  ['larger', 5, 6, 'fail'],
])('a later call with a %s count, %d instead of 2, that answers %d objects', (_what, later, objects, verdict) => {
  const first = page('?count=2', 2, { next: '?offset=o&count=2' });
  expect(verdicts(first, page(`?offset=o&count=${later}`, objects, { next: '?offset=p&count=7' })).slice(2)).toEqual([
    `page-size ${verdict}`,
  ]);
});

test.each<[string, readonly TraceEvent[]]>([
  ['a call without count', [page('', 100, { next: '?offset=o' }), page('?offset=o', 50)]],
  [
    'a count that the document does not permit',
    [page('?count=100', 101), page('?count=0', 5), page('?count=1.5', 5), page('?count=2&count=3', 5)],
  ],
  ['a refusal', [page('?count=2', 5, {}, 400)]],
  ['an offset that no link gave', [page('?offset=made-up', 100)]],
])('of %s nothing is said', (_what, events) => {
  expect(judged(...events).findings).toEqual([]);
});

test('an offset that no link gave does not go on from the call before it, nor does a link of an earlier listing', () => {
  const listing = page('?count=2', 2, { next: '?offset=o&count=2' });
  expect(verdicts(listing, page('?offset=made-up', 100), page('', 100), page('?offset=o&count=2', 100))).toEqual([
    'page-size pass',
    'links-carry-count pass',
  ]);
});

test('findings say what was expected of which exchanges', () => {
  const { findings } = judged(page('?count=2', 3, { next: '?offset=o' }), page('?offset=o', 4));
  expect(findings.map(({ clauses, expected, received, exchanges }) => [clauses, expected, received, exchanges])).toEqual([
    [['pam.pagination.count-page-size'], 'at most 2 objects on the page', '3', [1]],
    [['pam.pagination.count-carried'], 'count=2 in the URL of next', `${URL}?offset=o`, [1]],
    [['pam.pagination.count-carried'], 'at most 2 objects on the page', '4', [1, 2]],
  ]);
});
