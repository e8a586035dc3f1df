import type { Fault } from '../../kit/service.ts';
import { Refusal } from '../errors.ts';
import type { PageLink } from '../rules/pages.ts';
import type { Rules } from '../rules.ts';

const withoutCount = (link: PageLink): PageLink => ({ ...link, count: undefined });

/** Defects of a single page: how large it is, what stands in it, and what its links carry. */
export const pageFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-page-of-101',
    clause: 'pam.limits.page-maximum',
    difficulty: 'response',
    about: 'a page without count holds up to 101 groups',
    change: ({ pageSize }) => ({
      pageSize: (count, earlier) => (count === undefined && earlier === undefined ? 101 : pageSize(count, earlier)),
    }),
  },
  {
    id: 'pam-count-of-any-size',
    clause: 'pam.pagination.count-below-100',
    alsoBreaks: ['pam.limits.page-maximum', 'pam.pagination.count-not-below-100'],
    difficulty: 'exchange',
    about: 'a count of up to 1,000 is followed',
    change: () => ({ largestCount: () => 1000 }),
  },
  {
    id: 'pam-count-at-most-90',
    clause: 'pam.pagination.count-below-100',
    difficulty: 'exchange',
    about: 'a count of more than 90 is refused',
    change: () => ({ largestCount: () => 90 }),
  },
  {
    id: 'pam-first-call-needs-count',
    clause: 'pam.pagination.first-call',
    alsoBreaks: ['pam.pagination.count-optional'],
    difficulty: 'response',
    about: 'a list that is called without count is refused',
    change: ({ pageSize }) => ({
      pageSize(count, earlier) {
        if (count === undefined && earlier === undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
        return pageSize(count, earlier);
      },
    }),
  },
  {
    id: 'pam-count-ignored',
    clause: 'pam.limits.smaller-pages',
    alsoBreaks: ['pam.pagination.count-page-size', 'pam.pagination.count-carried'],
    difficulty: 'exchange',
    about: 'count does not change the size of a page',
    change: ({ pageSize }) => ({ pageSize: () => pageSize(undefined, undefined) }),
  },
  {
    id: 'pam-count-one-more',
    clause: 'pam.pagination.count-page-size',
    alsoBreaks: ['pam.pagination.count-carried', 'pam.pagination.count-below-100', 'pam.limits.page-maximum'],
    difficulty: 'exchange',
    about: 'a page holds one group more than count says',
    change: ({ pageSize }) => ({
      pageSize: (count, earlier) => (count === undefined ? pageSize(count, earlier) : pageSize(count, undefined) + 1),
    }),
  },
  {
    id: 'pam-count-ignored-later',
    clause: 'pam.pagination.count-carried',
    alsoBreaks: ['pam.pagination.count-page-size'],
    difficulty: 'sequence',
    about: 'all pages after the first one have the default size, whatever count their URL carries',
    change: ({ pageSize }) => ({
      pageSize: (count, earlier) => (earlier === undefined ? pageSize(count, earlier) : pageSize(undefined, undefined)),
    }),
  },
  {
    id: 'pam-count-not-carried',
    clause: 'pam.pagination.count-carried',
    difficulty: 'exchange',
    about: 'the URL of rel="next" does not carry the count of the call',
    change: ({ pageLinks }) => ({
      pageLinks: (page, asked) => pageLinks(page, asked).map((link) => (link.rel === 'next' ? withoutCount(link) : link)),
    }),
  },
  {
    id: 'pam-count-not-carried-back',
    clause: 'pam.pagination.count-carried',
    difficulty: 'sequence',
    about: 'the URL of rel="prev" does not carry the count of the call',
    change: ({ pageLinks }) => ({
      pageLinks: (page, asked) => pageLinks(page, asked).map((link) => (link.rel === 'prev' ? withoutCount(link) : link)),
    }),
  },
  {
    id: 'pam-count-carried-once',
    clause: 'pam.pagination.count-carried',
    difficulty: 'sequence',
    about: 'only the links of the first page carry the count of the call',
    change: ({ pageLinks }) => ({
      pageLinks: (page, asked) => (page.isFirst ? pageLinks(page, asked) : pageLinks(page, asked).map(withoutCount)),
    }),
  },
  {
    id: 'pam-count-carried-as-another',
    clause: 'pam.pagination.count-carried',
    alsoBreaks: ['pam.pagination.next-link', 'pam.pagination.prev-link'],
    difficulty: 'exchange',
    about: 'the links carry a count that is greater by one than that of the call',
    change: ({ pageLinks }) => ({
      pageLinks: (page, asked) =>
        pageLinks(page, asked).map((link) => (link.count === undefined ? link : { ...link, count: String(Number(link.count) + 1) })),
    }),
  },
  {
    id: 'pam-offset-by-another-name',
    clause: 'pam.pagination.offset-from-next',
    alsoBreaks: ['pam.pagination.made-up-offset'],
    difficulty: 'exchange',
    about: 'the links hold the place of the page as after, not as offset',
    change: () => ({ offsetName: () => 'after' }),
  },
  {
    id: 'pam-list-bare',
    clause: 'pam.endpoints.list-groups.body',
    alsoBreaks: ['pam.resources.list-envelope.list', 'pam.pagination.objects-in-list', 'pam.pagination.complete'],
    difficulty: 'response',
    about: 'the body of a list is the array itself',
    change: () => ({ listBody: (items) => items }),
  },
  {
    id: 'pam-list-by-another-name',
    clause: 'pam.pagination.objects-in-list',
    alsoBreaks: ['pam.endpoints.list-groups.body', 'pam.resources.list-envelope.list', 'pam.pagination.complete'],
    difficulty: 'response',
    about: 'the objects of a page stand in items, and list is empty',
    change: () => ({ listBody: (items) => ({ list: [], items }) }),
  },
  {
    id: 'pam-empty-list-null',
    clause: 'pam.resources.list-envelope.list',
    alsoBreaks: ['pam.endpoints.list-groups.body'],
    difficulty: 'response',
    about: 'where there are no groups, list is null',
    change: ({ listBody }) => ({ listBody: (items) => (items.length === 0 ? { list: null } : listBody(items)) }),
  },
  {
    id: 'pam-list-as-map',
    clause: 'pam.resources.list-envelope.list',
    alsoBreaks: ['pam.pagination.objects-in-list', 'pam.pagination.complete'],
    difficulty: 'response',
    about: 'list is an object with numbered members',
    change: () => ({ listBody: (items) => ({ list: Object.fromEntries(items.entries()) }) }),
  },
  {
    id: 'pam-links-without-rel',
    clause: 'pam.pagination.link-header',
    alsoBreaks: ['pam.pagination.complete'],
    difficulty: 'response',
    about: 'the Link header gives the URLs without saying which is which',
    change: () => ({ linkHeader: (links) => (links.length === 0 ? [] : [links.map(({ url }) => `<${url}>`).join(', ')]) }),
  },
  {
    id: 'pam-no-links',
    clause: 'pam.pagination.link-header',
    alsoBreaks: ['pam.pagination.complete'],
    difficulty: 'exchange',
    about: 'there is no Link header, however long the list is',
    change: () => ({ linkHeader: () => [] }),
  },
];
