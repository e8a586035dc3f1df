import type { Faults } from '../../kit/faults.ts';
import { after, exchange, response, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { Refusal } from '../errors.ts';
import type { PageLink } from '../pages.ts';

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
    ({ pageSize }) => ({
      pageSize: (count, earlier) => (count === undefined ? pageSize(count, earlier) : pageSize(count, undefined) + 1),
    }),
  ),
  'pam-count-ignored-later': sequence(
    'all pages after the first one have the default size, whatever count their URL carries',
    ['pam.pagination.count-carried', 'pam.pagination.count-page-size'],
    ({ pageSize }) => ({
      pageSize: (count, earlier) => (earlier === undefined ? pageSize(count, earlier) : pageSize(undefined, undefined)),
    }),
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
    ({ pageLinks }) => ({
      pageLinks: (page, asked) => (page.isFirst ? pageLinks(page, asked) : pageLinks(page, asked).map(withoutCount)),
    }),
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
