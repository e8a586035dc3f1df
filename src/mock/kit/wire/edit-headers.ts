import { parseLinkHeader } from '../../../model/link-header.ts';
import type { WireResponse } from '../service.ts';
import type { PlacedEdit } from './edit-json.ts';

type Headers = WireResponse['headers'];

/** The headers with one of them edited, however its name is written. */
export function editHeader(headers: Headers, name: string, edit: PlacedEdit, ordinal = 0): Headers {
  const [own, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  const others = Object.fromEntries(Object.entries(headers).filter(([one]) => one !== own));
  switch (edit.do) {
    case 'remove':
      return others;
    case 'repeat':
      return own === undefined || value === undefined ? headers : { ...others, [own]: [value, value].flat() };
    case 'set':
      return own === undefined ? headers : { ...others, [own]: String(edit.value) };
    case 'renew':
      return own === undefined ? headers : { ...others, [own]: `another-${ordinal}` };
    case 'add':
    case 'resize':
    case 'rename':
      return headers;
  }
}

/** The headers with the target of one relation of the Link header (RFC 8288) edited. */
export function editLink(headers: Headers, relation: string, edit: PlacedEdit): Headers {
  const [own, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === 'link') ?? [];
  const links = parseLinkHeader(value) ?? [];
  if (own === undefined) return headers;
  const kept = links.flatMap(({ target, rels }) => {
    if (!rels.includes(relation)) return [{ target, rels }];
    return edit.do === 'remove' ? [] : [{ target: edit.do === 'set' ? String(edit.value) : target, rels }];
  });
  const { [own]: _replaced, ...others } = headers;
  return kept.length === 0
    ? others
    : { ...others, [own]: kept.map(({ target, rels }) => `<${target}>; rel="${rels.join(' ')}"`).join(', ') };
}
