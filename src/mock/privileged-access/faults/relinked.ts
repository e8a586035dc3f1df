import type { Page } from '../pages.ts';
import type { PageLink } from '../rules/pages.ts';
import type { Rules } from '../rules.ts';
import type { Listed } from '../resource-store.ts';

/** Replaces the links of one relation. */
export const relinked = (rel: PageLink['rel'], link: (link: PageLink, page: Page<Listed>) => PageLink) => ({
  change: ({ pageLinks }: Rules): Partial<Rules> => ({
    pageLinks: (page, asked) => pageLinks(page, asked).map((one) => (one.rel === rel ? link(one, page) : one)),
  }),
});
