import type { Faults } from '../../kit/faults.ts';
import { Refusal } from '../errors.ts';
import { after, around, before } from '../fault.ts';
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
  'pam-next-skips-one': relinked('next', (link, page) => ({ ...link, position: { from: page.end + 1 } })),
  'pam-some-counts-skip-one': relinked('next', (link, page) =>
    11 <= page.items.length && page.items.length <= 89 ? { ...link, position: { from: page.end + 1 } } : link,
  ),
  'pam-short-rest-lost': endedBefore((remaining, size) => remaining < size),
  'pam-single-rest-lost': endedBefore((remaining) => remaining === 1),
  'pam-full-rest-lost': after('page', (here, list, asked, accepts) => {
    const rest = pageAt(list, { from: here.end }, asked.size, accepts);
    return { ...here, isLast: here.isLast || (asked.size > 1 && rest.isLast && rest.items.length === asked.size) };
  }),
  'pam-next-repeats-one': relinked('next', (link, page) => (page.items.length < 2 ? link : { ...link, position: { from: page.end - 1 } })),
  'pam-group-twice-in-page': after('page', (here) => ({
    ...here,
    items: here.items.map((item, index) => (index === 1 ? (here.items[0] ?? item) : item)),
  })),
  'pam-next-begins-again': after('pageLinks', (result, page, asked) => [
    ...(page.isLast && !page.isFirst ? [{ rel: 'next', position: { from: 0 }, count: asked.count } as const] : []),
    ...result,
  ]),
  'pam-deep-pages-repeat': before('page', (list, asked) => [
    list,
    'from' in asked.position && asked.position.from >= 1000 ? { ...asked, position: { from: asked.position.from % 1000 } } : asked,
  ]),
  'pam-next-is-here': relinked('next', (link, page) => ({ ...link, position: { from: page.start } })),
  'pam-one-cursor-for-each-token': around('page', (page) => {
    const cursors = new Map<string, number>();
    return (list, asked, accepts) => {
      const begins = !('from' in asked.position) || asked.position.from === 0;
      const here = page(list, begins ? asked : { ...asked, position: { from: cursors.get(asked.reader) ?? 0 } }, accepts);
      cursors.set(asked.reader, here.end);
      return here;
    };
  }),
  'pam-next-without-version': { linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/v1/', '/') : url) },
  'pam-prev-without-version': { linkTarget: (link, url) => (link.rel === 'prev' ? url.replace('/v1/', '/') : url) },
  'pam-next-needs-count': after('pageSize', (result, count, earlier) => {
    if (count === undefined && earlier !== undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
    return result;
  }),
  'pam-large-count-leads-nowhere': ({ page, pageSize }) => ({
    largestCount: () => Infinity,
    pageSize: (count, earlier) => Math.min(pageSize(count, earlier), 100),
    page(list, asked, accepts) {
      if (Number(asked.count) >= 100 && 'from' in asked.position && asked.position.from > 0)
        throw new Refusal('invalid_request', 'count must be less than 100.', 'count');
      return page(list, asked, accepts);
    },
  }),
  'pam-next-cannot-be-requested': { linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/groups?', '/groups/page?') : url) },
};

/** Defects of the links to previous pages. */
export const wayBackFaults: Faults<Policy> = {
  'pam-prev-is-first': relinked('prev', (link) => ({ ...link, position: { from: 0 } })),
  'pam-prev-is-here': relinked('prev', (link, page) => ({ ...link, position: { from: page.start } })),
  'pam-prev-overlaps': relinked('prev', (link, page) => ({ ...link, position: { before: page.start + 1 } })),
  'pam-prev-refused': after('page', (result, _list, asked) => {
    if ('before' in asked.position) throw new Refusal('invalid_request', 'offset leads back.', 'offset');
    return result;
  }),
  'pam-prev-of-first-is-here': after('pageLinks', (result, page, asked) => [
    ...result,
    ...(page.isFirst ? [{ rel: 'prev', position: { from: page.start }, count: asked.count } as const] : []),
  ]),
  'pam-prev-of-first-is-last': ({ page, pageLinks }) => {
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
};

const withoutCount = (link: PageLink): PageLink => ({ ...link, count: undefined });

/** Defects of a single page: how large it is, what stands in it, and what its links carry. */
export const pageFaults: Faults<Policy> = {
  'pam-page-of-101': after('pageSize', (result, count, earlier) => (count === undefined && earlier === undefined ? 101 : result)),
  'pam-count-of-any-size': { largestCount: () => 1000 },
  'pam-count-at-most-90': { largestCount: () => 90 },
  'pam-first-call-needs-count': after('pageSize', (result, count, earlier) => {
    if (count === undefined && earlier === undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
    return result;
  }),
  'pam-count-ignored': ({ pageSize }) => ({ pageSize: () => pageSize(undefined, undefined) }),
  'pam-count-one-more': around(
    'pageSize',
    (pageSize) => (count, earlier) => (count === undefined ? pageSize(count, earlier) : pageSize(count, undefined) + 1),
  ),
  'pam-count-ignored-later': before('pageSize', (count, earlier) => (earlier === undefined ? [count] : [undefined, undefined])),
  'pam-count-not-carried': after('pageLinks', (result) => result.map((link) => (link.rel === 'next' ? withoutCount(link) : link))),
  'pam-count-not-carried-back': after('pageLinks', (result) => result.map((link) => (link.rel === 'prev' ? withoutCount(link) : link))),
  'pam-count-carried-once': after('pageLinks', (links, page) => (page.isFirst ? links : links.map(withoutCount))),
  'pam-count-carried-as-another': after('pageLinks', (result) =>
    result.map((link) => (link.count === undefined ? link : { ...link, count: String(Number(link.count) + 1) })),
  ),
  'pam-offset-by-another-name': { offsetName: () => 'after' },
  'pam-list-bare': { listBody: (items) => items },
  'pam-list-by-another-name': { listBody: (items) => ({ list: [], items }) },
  'pam-empty-list-null': after('listBody', (view, items) => (items.length === 0 ? { list: null } : view)),
  'pam-list-as-map': { listBody: (items) => ({ list: Object.fromEntries(items.entries()) }) },
  'pam-links-without-rel': { linkHeader: (links) => (links.length === 0 ? [] : [links.map(({ url }) => `<${url}>`).join(', ')]) },
  'pam-no-links': { linkHeader: () => [] },
};
