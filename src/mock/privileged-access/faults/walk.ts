import type { Fault } from '../../kit/service.ts';
import { Refusal } from '../errors.ts';
import { pageAt } from '../pages.ts';
import type { Rules } from '../rules.ts';
import { relinked } from './relinked.ts';

/** Ends a walk on a page after which so many objects, at most a page, remain. */
const endedBefore = (isLost: (remaining: number, size: number) => boolean) => ({
  change: ({ page }: Rules): Partial<Rules> => ({
    page(list, asked, accepts) {
      const here = page(list, asked, accepts);
      const remaining = pageAt(list, { from: here.end }, asked.size, accepts).items.length;
      return { ...here, isLast: here.isLast || isLost(remaining, asked.size) };
    },
  }),
});

/** Defects of which pages follow one another. */
export const walkFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-next-skips-one',
    clause: 'pam.pagination.complete',
    alsoBreaks: ['pam.pagination.prev-link'],
    difficulty: 'sequence',
    about: 'the page behind rel="next" leaves out the first of the remaining groups',
    ...relinked('next', (link, page) => ({ ...link, position: { from: page.end + 1 } })),
  },
  {
    id: 'pam-some-counts-skip-one',
    clause: 'pam.pagination.complete',
    alsoBreaks: ['pam.pagination.prev-link'],
    difficulty: 'sequence',
    about: 'where the count is from 11 to 89, the page behind rel="next" leaves out the first of the remaining groups',
    ...relinked('next', (link, page) =>
      11 <= page.items.length && page.items.length <= 89 ? { ...link, position: { from: page.end + 1 } } : link,
    ),
  },
  {
    id: 'pam-short-rest-lost',
    clause: 'pam.pagination.complete',
    difficulty: 'sequence',
    about: 'a page is the last one where fewer groups remain than a whole page holds',
    ...endedBefore((remaining, size) => remaining < size),
  },
  {
    id: 'pam-single-rest-lost',
    clause: 'pam.pagination.complete',
    difficulty: 'sequence',
    about: 'a page is the last one where exactly one group remains',
    ...endedBefore((remaining) => remaining === 1),
  },
  {
    id: 'pam-full-rest-lost',
    clause: 'pam.pagination.complete',
    difficulty: 'sequence',
    about: 'a page of more than one group is the last one where exactly one whole page remains',
    change: ({ page }) => ({
      page(list, asked, accepts) {
        const here = page(list, asked, accepts);
        const rest = pageAt(list, { from: here.end }, asked.size, accepts);
        return { ...here, isLast: here.isLast || (asked.size > 1 && rest.isLast && rest.items.length === asked.size) };
      },
    }),
  },
  {
    id: 'pam-next-repeats-one',
    clause: 'pam.pagination.no-duplicates',
    alsoBreaks: ['pam.pagination.prev-link'],
    difficulty: 'sequence',
    about: 'the page behind rel="next" begins with the last group of this page',
    ...relinked('next', (link, page) => (page.items.length < 2 ? link : { ...link, position: { from: page.end - 1 } })),
  },
  {
    id: 'pam-group-twice-in-page',
    clause: 'pam.pagination.no-duplicates',
    alsoBreaks: ['pam.pagination.complete'],
    difficulty: 'response',
    about: 'the second group of a page is the first one again, and the group that should stand there is nowhere',
    change: ({ page }) => ({
      page(list, asked, accepts) {
        const here = page(list, asked, accepts);
        return { ...here, items: here.items.map((item, index) => (index === 1 ? (here.items[0] ?? item) : item)) };
      },
    }),
  },
  {
    id: 'pam-next-begins-again',
    clause: 'pam.pagination.ends',
    alsoBreaks: ['pam.pagination.no-duplicates'],
    difficulty: 'sequence',
    about: 'the last of several pages has a rel="next" that leads to the first one, so that the walk never ends',
    change: ({ pageLinks }) => ({
      pageLinks: (page, asked) => [
        ...(page.isLast && !page.isFirst ? [{ rel: 'next', position: { from: 0 }, count: asked.count } as const] : []),
        ...pageLinks(page, asked),
      ],
    }),
  },
  {
    id: 'pam-deep-pages-repeat',
    clause: 'pam.pagination.ends',
    alsoBreaks: ['pam.pagination.complete', 'pam.pagination.no-duplicates'],
    difficulty: 'sequence',
    about: 'beyond the first thousand groups the pages begin again',
    change: ({ page }) => ({
      page: (list, asked, accepts) =>
        page(
          list,
          'from' in asked.position && asked.position.from >= 1000 ? { ...asked, position: { from: asked.position.from % 1000 } } : asked,
          accepts,
        ),
    }),
  },
  {
    id: 'pam-next-is-here',
    clause: 'pam.pagination.next-is-another',
    alsoBreaks: ['pam.pagination.ends', 'pam.pagination.complete', 'pam.pagination.no-duplicates'],
    difficulty: 'exchange',
    about: 'rel="next" leads to the page on which it stands',
    ...relinked('next', (link, page) => ({ ...link, position: { from: page.start } })),
  },
  {
    id: 'pam-one-cursor-for-each-token',
    clause: 'pam.pagination.complete',
    alsoBreaks: ['pam.pagination.no-duplicates', 'pam.pagination.prev-link'],
    difficulty: 'concurrency',
    about: 'the service remembers one place for each token: of two walks at the same time, each goes on where the other has come to',
    change({ page }) {
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
  },
  {
    id: 'pam-next-without-version',
    clause: 'pam.versioning.path-prefix',
    alsoBreaks: ['pam.pagination.next-link', 'pam.pagination.complete'],
    difficulty: 'exchange',
    about: 'the URL of rel="next" leaves out /v1',
    change: () => ({ linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/v1/', '/') : url) }),
  },
  {
    id: 'pam-prev-without-version',
    clause: 'pam.versioning.path-prefix',
    alsoBreaks: ['pam.pagination.prev-link'],
    difficulty: 'exchange',
    about: 'the URL of rel="prev" leaves out /v1',
    change: () => ({ linkTarget: (link, url) => (link.rel === 'prev' ? url.replace('/v1/', '/') : url) }),
  },
  {
    id: 'pam-next-needs-count',
    clause: 'pam.pagination.count-optional',
    alsoBreaks: ['pam.pagination.next-link', 'pam.pagination.complete'],
    difficulty: 'sequence',
    about: 'the URL of rel="next" is refused where the first call gave no count',
    change: ({ pageSize }) => ({
      pageSize(count, earlier) {
        if (count === undefined && earlier !== undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
        return pageSize(count, earlier);
      },
    }),
  },
  {
    id: 'pam-large-count-leads-nowhere',
    clause: 'pam.pagination.next-link',
    difficulty: 'sequence',
    about: 'a count of 100 and more is taken for 100, and the URL of rel="next" is refused for it',
    change: ({ page, pageSize }) => ({
      largestCount: () => Infinity,
      pageSize: (count, earlier) => Math.min(pageSize(count, earlier), 100),
      page(list, asked, accepts) {
        if (Number(asked.count) >= 100 && 'from' in asked.position && asked.position.from > 0)
          throw new Refusal('invalid_request', 'count must be less than 100.', 'count');
        return page(list, asked, accepts);
      },
    }),
  },
  {
    id: 'pam-next-cannot-be-requested',
    clause: 'pam.pagination.next-link',
    alsoBreaks: ['pam.pagination.complete'],
    difficulty: 'sequence',
    about: 'the URL of rel="next" names a path where there is nothing',
    change: () => ({ linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/groups?', '/groups/page?') : url) }),
  },
];
