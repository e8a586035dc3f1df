import { after } from '../fault.ts';
import type { Page } from '../pages.ts';
import type { PageLink } from '../pages.ts';
import type { Listed } from '../resource-store.ts';

/** Replaces the links of one relation. */
export const relinked = (rel: PageLink['rel'], link: (link: PageLink, page: Page<Listed>) => PageLink) =>
  after('pageLinks', (links, page) => links.map((one) => (one.rel === rel ? link(one, page) : one)));
