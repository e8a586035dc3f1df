import type { Answer, Call } from './call.ts';
import { Refusal } from './errors.ts';
import type { Offset } from './offsets.ts';
import type { ListRequest, PageLink } from './policy/pages.ts';
import type { Listed } from './resource-store.ts';

/**
 * One page of a list with its Link header (Pagination protocol). All query parameters of the call, `count` among them, are
 * carried into the links. Throws Refusal `invalid_request` for an `offset` of no such list, and for an impossible `count`.
 */
export function listPage<Item extends Listed>(
  call: Call,
  list: string,
  items: readonly Item[],
  accepts: (item: Item) => boolean,
  view: (item: Item) => unknown,
): Answer {
  const { policy, query, request } = call;
  const scope = `${call.team.name}/${list}`;
  const count = query.get('count') ?? undefined;
  const offset = readOffset(call, scope);
  const asked: ListRequest = {
    position: offset?.position ?? { from: 0 },
    size: policy.pageSize(count === undefined ? undefined : readCount(call, count), offset?.size),
    count,
    reader: request.headers['authorization'] ?? '',
  };
  const page = policy.page(items, asked, accepts);
  const links = policy
    .pageLinks(page, asked)
    .map((link) => ({ rel: link.rel, url: policy.linkTarget(link, urlOf(call, scope, link, asked.size)) }));
  const header = policy.linkHeader(links);
  return {
    status: 200,
    body: policy.listBody(page.items.map(view)),
    headers: header.length === 0 ? {} : { link: header.length === 1 ? (header[0] ?? '') : header },
  };
}

function readOffset({ query, offsets, policy, choices }: Call, scope: string): Offset | undefined {
  const text = query.get(policy.offsetName());
  if (text === null) return undefined;
  const offset = offsets.read(scope, text);
  if (offset === undefined && choices.madeUpOffset === 'refuse')
    throw new Refusal('invalid_request', 'offset must come from a Link header of this list.', 'offset');
  return offset;
}

function readCount({ policy, choices }: Call, text: string): number {
  const largest = policy.largestCount();
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= largest) return value;
  if (Number.isNaN(value) || choices.impossibleCount === 'refuse')
    throw new Refusal('invalid_request', `count must be a whole number from 1 to ${largest}.`, 'count');
  return Math.min(Math.max(value, 1), largest);
}

function urlOf({ request, path, query, offsets, policy }: Call, scope: string, { position, count }: PageLink, size: number): string {
  const carried = new URLSearchParams(query);
  carried.delete('count');
  if (count !== undefined) carried.set('count', count);
  carried.set(policy.offsetName(), offsets.write(scope, { position, size }));
  return `${request.origin}${path}?${carried.toString()}`;
}
