import type { Change, Faults } from '../../kit/faults.ts';
import { after, concurrency, exchange, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { Refusal } from '../errors.ts';
import { pageAt } from '../pages.ts';
import { relinked } from './relinked.ts';

/** Ends a walk on a page after which so many objects, at most a page, remain. */
const endedBefore =
  (isLost: (remaining: number, size: number) => boolean): Change<Policy> =>
  ({ page }) => ({
    page(list, asked, accepts) {
      const here = page(list, asked, accepts);
      const remaining = pageAt(list, { from: here.end }, asked.size, accepts).items.length;
      return { ...here, isLast: here.isLast || isLost(remaining, asked.size) };
    },
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
    ({ page }) => ({
      page: (list, asked, accepts) =>
        page(
          list,
          'from' in asked.position && asked.position.from >= 1000 ? { ...asked, position: { from: asked.position.from % 1000 } } : asked,
          accepts,
        ),
    }),
  ),
  'pam-next-is-here': exchange(
    'rel="next" leads to the page on which it stands',
    ['pam.pagination.next-is-another', 'pam.pagination.ends', 'pam.pagination.complete', 'pam.pagination.no-duplicates'],
    relinked('next', (link, page) => ({ ...link, position: { from: page.start } })),
  ),
  'pam-one-cursor-for-each-token': concurrency(
    'the service remembers one place for each token: of two walks at the same time, each goes on where the other has come to',
    ['pam.pagination.complete', 'pam.pagination.no-duplicates', 'pam.pagination.prev-link'],
    ({ page }) => {
      const cursors = new Map<string, number>();
      return {
        page(list, asked, accepts) {
          const begins = !('from' in asked.position) || asked.position.from === 0;
          const here = page(list, begins ? asked : { ...asked, position: { from: cursors.get(asked.reader) ?? 0 } }, accepts);
          cursors.set(asked.reader, here.end);
          return here;
        },
      };
    },
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
