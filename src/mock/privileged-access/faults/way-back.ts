import type { Fault } from '../../kit/service.ts';
import { Refusal } from '../errors.ts';
import type { Rules } from '../rules.ts';
import { relinked } from './relinked.ts';

/** Defects of the links to previous pages. */
export const wayBackFaults: readonly Fault<Rules>[] = [
  {
    id: 'pam-prev-is-first',
    clause: 'pam.pagination.prev-link',
    difficulty: 'sequence',
    about: 'rel="prev" leads to the first page from wherever it is',
    ...relinked('prev', (link) => ({ ...link, position: { from: 0 } })),
  },
  {
    id: 'pam-prev-is-here',
    clause: 'pam.pagination.prev-link',
    difficulty: 'sequence',
    about: 'rel="prev" leads to the page on which it stands',
    ...relinked('prev', (link, page) => ({ ...link, position: { from: page.start } })),
  },
  {
    id: 'pam-prev-overlaps',
    clause: 'pam.pagination.prev-link',
    difficulty: 'sequence',
    about: 'the page behind rel="prev" is one group too far on',
    ...relinked('prev', (link, page) => ({ ...link, position: { before: page.start + 1 } })),
  },
  {
    id: 'pam-prev-refused',
    clause: 'pam.pagination.prev-link',
    difficulty: 'sequence',
    about: 'the URL of rel="prev" is refused',
    change: ({ page }) => ({
      page(list, asked, accepts) {
        if ('before' in asked.position) throw new Refusal('invalid_request', 'offset leads back.', 'offset');
        return page(list, asked, accepts);
      },
    }),
  },
  {
    id: 'pam-prev-of-first-is-here',
    clause: 'pam.pagination.prev-link',
    difficulty: 'sequence',
    about: 'the first page has a rel="prev" too, which leads to that page',
    change: ({ pageLinks }) => ({
      pageLinks: (page, asked) => [
        ...pageLinks(page, asked),
        ...(page.isFirst ? [{ rel: 'prev', position: { from: page.start }, count: asked.count } as const] : []),
      ],
    }),
  },
  {
    id: 'pam-prev-of-first-is-last',
    clause: 'pam.pagination.prev-link',
    difficulty: 'sequence',
    about: 'the first of several pages has a rel="prev" too, which leads to the last page, so that the list is a ring',
    change({ page, pageLinks }) {
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
  },
];
