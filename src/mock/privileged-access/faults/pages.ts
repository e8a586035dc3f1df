import type { Faults } from '../../kit/faults.ts';
import { Refusal } from '../errors.ts';
import { after, around, before, concurrency, exchange, response, sequence } from '../fault.ts';
import { type Page, pageAt, type PageLink } from '../pages.ts';
import type { Policy } from '../policy.ts';
import type { Listed } from '../resource-store.ts';

/** Replaces the links of one relation. */
export const relinked = (rel: PageLink['rel'], link: (link: PageLink, page: Page<Listed>) => PageLink) =>
  after('pageLinks', (links, page) => links.map((one) => (one.rel === rel ? link(one, page) : one)));

/** Ends a walk on a page after which so many objects, at most a page, remain. */
const endedBefore = (isLost: (remaining: number, size: number) => boolean) =>
  after('page', (here, list, asked, accepts) => {
    const remaining = pageAt(list, { from: here.end }, asked.size, accepts).items.length;
    return { ...here, isLast: here.isLast || isLost(remaining, asked.size) };
  });

/** Defects of which pages follow one another. */
export const walkFaults: Faults<Policy> = {
  'pam-next-skips-one': sequence(
    'the page behind rel="next" leaves out the first of the remaining groups',
    ['pam.pagination.complete', 'pam.pagination.prev-link'],
    relinked('next', (link, page) => ({ ...link, position: { from: page.end + 1 } })),
  ),
  'pam-some-counts-skip-one': sequence(
    'where the count is from 11 to 89, the page behind rel="next" leaves out the first of the remaining groups',
    ['pam.pagination.complete', 'pam.pagination.prev-link'],
    relinked('next', (link, page) =>
      11 <= page.items.length && page.items.length <= 89 ? { ...link, position: { from: page.end + 1 } } : link,
    ),
  ),
  'pam-short-rest-lost': sequence(
    'a page is the last one where fewer groups remain than a whole page holds',
    'pam.pagination.complete',
    endedBefore((remaining, size) => remaining < size),
  ),
  'pam-single-rest-lost': sequence(
    'a page is the last one where exactly one group remains',
    'pam.pagination.complete',
    endedBefore((remaining) => remaining === 1),
  ),
  'pam-full-rest-lost': sequence(
    'a page of more than one group is the last one where exactly one whole page remains',
    'pam.pagination.complete',
    after('page', (here, list, asked, accepts) => {
      const rest = pageAt(list, { from: here.end }, asked.size, accepts);
      return { ...here, isLast: here.isLast || (asked.size > 1 && rest.isLast && rest.items.length === asked.size) };
    }),
  ),
  'pam-next-repeats-one': sequence(
    'the page behind rel="next" begins with the last group of this page',
    ['pam.pagination.no-duplicates', 'pam.pagination.prev-link'],
    relinked('next', (link, page) => (page.items.length < 2 ? link : { ...link, position: { from: page.end - 1 } })),
  ),
  'pam-group-twice-in-page': response(
    'the second group of a page is the first one again, and the group that should stand there is nowhere',
    ['pam.pagination.no-duplicates', 'pam.pagination.complete'],
    after('page', (here) => ({ ...here, items: here.items.map((item, index) => (index === 1 ? (here.items[0] ?? item) : item)) })),
  ),
  'pam-next-begins-again': sequence(
    'the last of several pages has a rel="next" that leads to the first one, so that the walk never ends',
    ['pam.pagination.ends', 'pam.pagination.no-duplicates'],
    after('pageLinks', (result, page, asked) => [
      ...(page.isLast && !page.isFirst ? [{ rel: 'next', position: { from: 0 }, count: asked.count } as const] : []),
      ...result,
    ]),
  ),
  'pam-deep-pages-repeat': sequence(
    'beyond the first thousand groups the pages begin again',
    ['pam.pagination.ends', 'pam.pagination.complete', 'pam.pagination.no-duplicates'],
    before('page', (list, asked) => [
      list,
      'from' in asked.position && asked.position.from >= 1000 ? { ...asked, position: { from: asked.position.from % 1000 } } : asked,
    ]),
  ),
  'pam-next-is-here': exchange(
    'rel="next" leads to the page on which it stands',
    ['pam.pagination.next-is-another', 'pam.pagination.ends', 'pam.pagination.complete', 'pam.pagination.no-duplicates'],
    relinked('next', (link, page) => ({ ...link, position: { from: page.start } })),
  ),
  'pam-one-cursor-for-each-token': concurrency(
    'the service remembers one place for each token: of two walks at the same time, each goes on where the other has come to',
    ['pam.pagination.complete', 'pam.pagination.no-duplicates', 'pam.pagination.prev-link'],
    around('page', (page) => {
      const cursors = new Map<string, number>();
      return (list, asked, accepts) => {
        const begins = !('from' in asked.position) || asked.position.from === 0;
        const here = page(list, begins ? asked : { ...asked, position: { from: cursors.get(asked.reader) ?? 0 } }, accepts);
        cursors.set(asked.reader, here.end);
        return here;
      };
    }),
  ),
  'pam-next-without-version': exchange(
    'the URL of rel="next" leaves out /v1',
    ['pam.versioning.path-prefix', 'pam.pagination.next-link', 'pam.pagination.complete'],
    { linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/v1/', '/') : url) },
  ),
  'pam-prev-without-version': exchange('the URL of rel="prev" leaves out /v1', ['pam.versioning.path-prefix', 'pam.pagination.prev-link'], {
    linkTarget: (link, url) => (link.rel === 'prev' ? url.replace('/v1/', '/') : url),
  }),
  'pam-next-needs-count': sequence(
    'the URL of rel="next" is refused where the first call gave no count',
    ['pam.pagination.count-optional', 'pam.pagination.next-link', 'pam.pagination.complete'],
    after('pageSize', (result, count, earlier) => {
      if (count === undefined && earlier !== undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
      return result;
    }),
  ),
  'pam-large-count-leads-nowhere': sequence(
    'a count of 100 and more is taken for 100, and the URL of rel="next" is refused for it',
    'pam.pagination.next-link',
    ({ page, pageSize }) => ({
      largestCount: () => Infinity,
      pageSize: (count, earlier) => Math.min(pageSize(count, earlier), 100),
      page(list, asked, accepts) {
        if (Number(asked.count) >= 100 && 'from' in asked.position && asked.position.from > 0)
          throw new Refusal('invalid_request', 'count must be less than 100.', 'count');
        return page(list, asked, accepts);
      },
    }),
  ),
  'pam-next-cannot-be-requested': sequence(
    'the URL of rel="next" names a path where there is nothing',
    ['pam.pagination.next-link', 'pam.pagination.complete'],
    { linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/groups?', '/groups/page?') : url) },
  ),
};

/** Defects of the links to previous pages. */
export const wayBackFaults: Faults<Policy> = {
  'pam-prev-is-first': sequence(
    'rel="prev" leads to the first page from wherever it is',
    'pam.pagination.prev-link',
    relinked('prev', (link) => ({ ...link, position: { from: 0 } })),
  ),
  'pam-prev-is-here': sequence(
    'rel="prev" leads to the page on which it stands',
    'pam.pagination.prev-link',
    relinked('prev', (link, page) => ({ ...link, position: { from: page.start } })),
  ),
  'pam-prev-overlaps': sequence(
    'the page behind rel="prev" is one group too far on',
    'pam.pagination.prev-link',
    relinked('prev', (link, page) => ({ ...link, position: { before: page.start + 1 } })),
  ),
  'pam-prev-refused': sequence(
    'the URL of rel="prev" is refused',
    'pam.pagination.prev-link',
    after('page', (result, _list, asked) => {
      if ('before' in asked.position) throw new Refusal('invalid_request', 'offset leads back.', 'offset');
      return result;
    }),
  ),
  'pam-prev-of-first-is-here': sequence(
    'the first page has a rel="prev" too, which leads to that page',
    'pam.pagination.prev-link',
    after('pageLinks', (result, page, asked) => [
      ...result,
      ...(page.isFirst ? [{ rel: 'prev', position: { from: page.start }, count: asked.count } as const] : []),
    ]),
  ),
  'pam-prev-of-first-is-last': sequence(
    'the first of several pages has a rel="prev" too, which leads to the last page, so that the list is a ring',
    'pam.pagination.prev-link',
    ({ page, pageLinks }) => {
      let end = 0;
      return {
        page(list, asked, accepts) {
          end = list.length;
          return page(list, asked, accepts);
        },
        pageLinks: (here, asked) => [
          ...pageLinks(here, asked),
          ...(here.isFirst && !here.isLast ? [{ rel: 'prev', position: { before: end }, count: asked.count } as const] : []),
        ],
      };
    },
  ),
};

const withoutCount = (link: PageLink): PageLink => ({ ...link, count: undefined });

/** Defects of a single page: how large it is, what stands in it, and what its links carry. */
export const pageFaults: Faults<Policy> = {
  'pam-page-of-101': response(
    'a page without count holds up to 101 groups',
    'pam.limits.page-maximum',
    after('pageSize', (result, count, earlier) => (count === undefined && earlier === undefined ? 101 : result)),
  ),
  'pam-count-of-any-size': exchange(
    'a count of up to 1,000 is followed',
    ['pam.pagination.count-below-100', 'pam.limits.page-maximum', 'pam.pagination.count-not-below-100'],
    { largestCount: () => 1000 },
  ),
  'pam-count-at-most-90': exchange('a count of more than 90 is refused', 'pam.pagination.count-below-100', { largestCount: () => 90 }),
  'pam-first-call-needs-count': response(
    'a list that is called without count is refused',
    ['pam.pagination.first-call', 'pam.pagination.count-optional'],
    after('pageSize', (result, count, earlier) => {
      if (count === undefined && earlier === undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
      return result;
    }),
  ),
  'pam-count-ignored': exchange(
    'count does not change the size of a page',
    ['pam.limits.smaller-pages', 'pam.pagination.count-page-size', 'pam.pagination.count-carried'],
    ({ pageSize }) => ({ pageSize: () => pageSize(undefined, undefined) }),
  ),
  'pam-count-one-more': exchange(
    'a page holds one group more than count says',
    ['pam.pagination.count-page-size', 'pam.pagination.count-carried', 'pam.pagination.count-below-100', 'pam.limits.page-maximum'],
    around('pageSize', (pageSize) => (count, earlier) => (count === undefined ? pageSize(count, earlier) : pageSize(count, undefined) + 1)),
  ),
  'pam-count-ignored-later': sequence(
    'all pages after the first one have the default size, whatever count their URL carries',
    ['pam.pagination.count-carried', 'pam.pagination.count-page-size'],
    before('pageSize', (count, earlier) => (earlier === undefined ? [count] : [undefined, undefined])),
  ),
  'pam-count-not-carried': exchange(
    'the URL of rel="next" does not carry the count of the call',
    'pam.pagination.count-carried',
    after('pageLinks', (result) => result.map((link) => (link.rel === 'next' ? withoutCount(link) : link))),
  ),
  'pam-count-not-carried-back': sequence(
    'the URL of rel="prev" does not carry the count of the call',
    'pam.pagination.count-carried',
    after('pageLinks', (result) => result.map((link) => (link.rel === 'prev' ? withoutCount(link) : link))),
  ),
  'pam-count-carried-once': sequence(
    'only the links of the first page carry the count of the call',
    'pam.pagination.count-carried',
    after('pageLinks', (links, page) => (page.isFirst ? links : links.map(withoutCount))),
  ),
  'pam-count-carried-as-another': exchange(
    'the links carry a count that is greater by one than that of the call',
    ['pam.pagination.count-carried', 'pam.pagination.next-link', 'pam.pagination.prev-link'],
    after('pageLinks', (result) =>
      result.map((link) => (link.count === undefined ? link : { ...link, count: String(Number(link.count) + 1) })),
    ),
  ),
  'pam-offset-by-another-name': exchange(
    'the links hold the place of the page as after, not as offset',
    ['pam.pagination.offset-from-next', 'pam.pagination.made-up-offset'],
    { offsetName: () => 'after' },
  ),
  'pam-list-bare': response(
    'the body of a list is the array itself',
    ['pam.endpoints.list-groups.body', 'pam.resources.list-envelope.list', 'pam.pagination.objects-in-list', 'pam.pagination.complete'],
    { listBody: (items) => items },
  ),
  'pam-list-by-another-name': response(
    'the objects of a page stand in items, and list is empty',
    ['pam.pagination.objects-in-list', 'pam.endpoints.list-groups.body', 'pam.resources.list-envelope.list', 'pam.pagination.complete'],
    { listBody: (items) => ({ list: [], items }) },
  ),
  'pam-empty-list-null': response(
    'where there are no groups, list is null',
    ['pam.resources.list-envelope.list', 'pam.endpoints.list-groups.body'],
    after('listBody', (view, items) => (items.length === 0 ? { list: null } : view)),
  ),
  'pam-list-as-map': response(
    'list is an object with numbered members',
    ['pam.resources.list-envelope.list', 'pam.pagination.objects-in-list', 'pam.pagination.complete'],
    { listBody: (items) => ({ list: Object.fromEntries(items.entries()) }) },
  ),
  'pam-links-without-rel': response(
    'the Link header gives the URLs without saying which is which',
    ['pam.pagination.link-header', 'pam.pagination.complete'],
    { linkHeader: (links) => (links.length === 0 ? [] : [links.map(({ url }) => `<${url}>`).join(', ')]) },
  ),
  'pam-no-links': exchange('there is no Link header, however long the list is', ['pam.pagination.link-header', 'pam.pagination.complete'], {
    linkHeader: () => [],
  }),
};
