import type { Choices } from '../choices.ts';
import { pageAt, type Page, type Position } from '../pages.ts';
import type { Listed } from '../resource-store.ts';

/** What a page's Link header says: where a neighbouring page stands, and the `count` that its URL carries. */
export interface PageLink {
  readonly rel: 'next' | 'prev';
  readonly position: Position;
  readonly count: string | undefined;
}

/** What a list was asked for. */
export interface ListRequest {
  readonly position: Position;
  readonly size: number;
  /** the `count` of this call, as it was written */
  readonly count: string | undefined;
  /** the credential that asks */
  readonly reader: string;
}

/** Pages of lists, and the links between them (Pagination protocol). */
export interface PagePolicy {
  readonly largestCount: () => number;
  /** name of the query parameter that holds the place of a page */
  readonly offsetName: () => string;
  /** from the `count` of this call, and the page size of the call whose link led here */
  readonly pageSize: (count: number | undefined, earlier: number | undefined) => number;
  readonly page: <Item extends Listed>(list: readonly Item[], request: ListRequest, accepts: (item: Item) => boolean) => Page<Item>;
  readonly pageLinks: (page: Page<Listed>, request: ListRequest) => readonly PageLink[];
  readonly linkTarget: (link: PageLink, url: string) => string;
  readonly linkHeader: (links: readonly { readonly rel: string; readonly url: string }[]) => readonly string[];
  readonly listBody: (items: readonly unknown[]) => unknown;
}

const maxPageSize = 100;

export function pagePolicy(choices: Choices): PagePolicy {
  return {
    largestCount: () => (choices.impossibleCount === 'refuse' ? maxPageSize - 1 : maxPageSize),
    offsetName: () => 'offset',
    pageSize: (count, earlier) => (choices.laterCount === 'follow' ? (count ?? earlier) : (earlier ?? count)) ?? maxPageSize,
    page: (list, { position, size }, accepts) => pageAt(list, position, size, accepts),
    pageLinks: ({ isFirst, isLast, start, end }, { count }) => [
      ...(isLast ? [] : [{ rel: 'next', position: { from: end }, count } as const]),
      ...(isFirst || (isLast && choices.lastPage === 'no-link') ? [] : [{ rel: 'prev', position: { before: start }, count } as const]),
    ],
    linkTarget: (_link, url) => url,
    linkHeader(links) {
      const values = links.map(({ rel, url }) => `<${url}>; rel="${rel}"`);
      return choices.linkLines === 'one' && values.length > 0 ? [values.join(', ')] : values;
    },
    listBody: (items) => ({ list: items }),
  };
}
