import type { Faults } from '../../kit/faults.ts';
import { after, sequence } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { Refusal } from '../errors.ts';
import { relinked } from './relinked.ts';

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
