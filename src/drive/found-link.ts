import type { DocumentSpec } from '../model/types.ts';
import { linkTarget, endsInPath } from '../model/links.ts';
import { atPointer } from '../model/pointer.ts';
import { operationOf } from '../profile/answer.ts';
import type { Remembered } from './case-scope.ts';

/** A link of an answer, as it stands there. */
export interface FoundLink {
  readonly href: string;
  readonly name: string | undefined;
  /** methods that the link allows, in its order */
  readonly methods: readonly string[];
}

/** The link of an answer: an object of its body, or a relation of its Link header. */
export function findLink(last: Remembered | undefined, link: string): FoundLink | undefined {
  return bodyLink(last?.body, link) ?? headerLink(last, link);
}

/** A link object of the body: a relation under _links, or a JSON pointer to it. */
function bodyLink(body: unknown, link: string): FoundLink | undefined {
  const pointer = link.startsWith('/') ? link : `/_links/${link}`;
  const value = atPointer(body, pointer);
  const object: unknown = Array.isArray(value) ? value[0] : value;
  const href = atPointer(object, '/href');
  if (typeof href !== 'string') return undefined;
  const name = atPointer(object, '/name');
  const allow = atPointer(object, '/hints/allow');
  const methods = Array.isArray(allow) ? allow.filter((method) => typeof method === 'string') : [];
  return { href, name: typeof name === 'string' ? name : undefined, methods };
}

function headerLink(last: Remembered | undefined, rel: string): FoundLink | undefined {
  const target = linkTarget(last?.headers['link'], rel);
  if (last === undefined || target === undefined) return undefined;
  return { href: URL.canParse(target, last.url) ? new URL(target, last.url).href : target, name: undefined, methods: ['GET'] };
}

/** By the link's name, else its relation, else the documented path that its address ends in: a name is optional. */
export function operationLedTo(spec: DocumentSpec, link: string, { name, href }: FoundLink): ReturnType<typeof operationOf> {
  const relation = link.split('/').at(-1);
  const rows = spec.endpoints.links ?? [];
  const row =
    rows.find((candidate) => candidate.name === name) ??
    rows.find((candidate) => candidate.name === relation) ??
    rows.find((candidate) => endsInPath(href, operationOf(spec, candidate.operation)));
  return operationOf(spec, row?.operation);
}
