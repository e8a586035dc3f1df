import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import type { TeamContext } from './context.ts';
import { Refusal } from './errors.ts';
import type { Offset } from './offsets.ts';
import type { ListRequest, PageLink } from './pages.ts';
import type { Listed } from './resource-store.ts';

/**
 * One page of a list with its Link header (Pagination protocol). All query parameters of the context, `count` among them, are
 * carried into the links. Throws Refusal `invalid_request` for an `offset` of no such list, and for an impossible `count`.
 */
export function listPage<Item extends Listed>(
  context: TeamContext,
  list: string,
  items: readonly Item[],
  accepts: (item: Item) => boolean,
  view: (item: Item) => unknown,
): WireResponse {
  const { policy, query, request } = context;
  const scope = `${context.team.name}/${list}`;
  const count = query.get('count') ?? undefined;
  const offset = readOffset(context, scope);
  const asked: ListRequest = {
    position: offset?.position ?? { from: 0 },
    size: policy.pageSize(count === undefined ? undefined : readCount(context, count), offset?.size),
    count,
    reader: request.headers['authorization'] ?? '',
  };
  const page = policy.page(items, asked, accepts);
  const links = policy
    .pageLinks(page, asked)
    .map((link) => ({ rel: link.rel, url: policy.linkTarget(link, urlOf(context, scope, link, asked.size)) }));
  const header = policy.linkHeader(links);
  const [first = '', ...more] = header;
  const link = more.length === 0 ? first : header;
  return json(200, policy.listBody(page.items.map(view)), header.length === 0 ? {} : { link });
}

function readOffset({ query, store: { offsets }, policy, choices }: TeamContext, scope: string): Offset | undefined {
  const text = query.get(policy.offsetName());
  if (text === null) return undefined;
  const offset = offsets.read(scope, text, choices.offsetForm);
  if (offset === undefined && choices.madeUpOffset === 'refuse')
    throw new Refusal('invalid_request', 'offset must come from a Link header of this list.', 'offset');
  return offset;
}

function readCount({ policy, choices }: TeamContext, text: string): number {
  const largest = policy.largestCount();
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= largest) return value;
  if (Number.isNaN(value) || choices.impossibleCount === 'refuse')
    throw new Refusal('invalid_request', `count must be a whole number from 1 to ${largest}.`, 'count');
  return Math.min(Math.max(value, 1), largest);
}

function urlOf(
  { request, path, query, store: { offsets }, policy, choices }: TeamContext,
  scope: string,
  { position, count }: PageLink,
  size: number,
): string {
  const carried = new URLSearchParams(query);
  carried.delete('count');
  if (count !== undefined) carried.set('count', count);
  carried.set(policy.offsetName(), offsets.write(scope, { position, size }, choices.offsetForm));
  return `${request.origin}${path}?${carried.toString()}`;
}
