import type { OperationRow } from './types.ts';
import { percentDecoded } from './percent-decoded.ts';

/** One link of a Link header field: its target URI reference and relation types in lower case. */
export interface HeaderLink {
  readonly target: string;
  readonly rels: readonly string[];
}

/**
 * Links of one or several Link fields (RFC 8288, section 3; empty list elements allowed by RFC 9110, section 5.6.1).
 * Answers undefined where a field is not well-formed.
 */
export function parseLinkHeader(field: string | readonly string[] | undefined): readonly HeaderLink[] | undefined {
  if (field === undefined) return [];
  const links: HeaderLink[] = [];
  for (const value of typeof field === 'string' ? [field] : field) {
    const found = linksIn(value);
    if (found === undefined) return undefined;
    links.push(...found);
  }
  return links;
}

/** Reads token by token and never goes back, so that a field costs no more than its length, whatever stands in it. */
function linksIn(text: string): readonly HeaderLink[] | undefined {
  const links: HeaderLink[] = [];
  let at = 0;
  const take = (token: RegExp): RegExpExecArray | undefined => {
    token.lastIndex = at;
    const match = token.exec(text) ?? undefined;
    if (match !== undefined) at = token.lastIndex;
    return match;
  };
  take(SEPARATORS);
  while (at < text.length) {
    const target = take(TARGET)?.[1];
    if (target === undefined) return undefined;
    let relations: string | undefined;
    for (let name = take(NAME)?.[1]; name !== undefined; name = take(NAME)?.[1]) {
      const [, quoted, token] = take(VALUE) ?? [];
      // The first `rel` counts; later ones are ignored (RFC 8288, section 3.3).
      if (name.toLowerCase() === 'rel') relations ??= quoted ?? token ?? '';
    }
    if (take(END) === undefined) return undefined;
    links.push({ target, rels: wordsOf(relations ?? '') });
    take(SEPARATORS);
  }
  return links;
}

const SEPARATORS = /[\s,]*/y;
const TARGET = /<([^>]*)>/y;
const NAME = /\s*;\s*([\w!#$%&+.^`|~*'-]+)/y;
const VALUE = /\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))/y;
const END = /\s*(?:,|$)/y;

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The first target of each relation. */
export function linksByRelation(field: string | readonly string[] | undefined): Readonly<Record<string, string>> | undefined {
  if (field === undefined) return undefined;
  const links = parseLinkHeader(field);
  return links && Object.fromEntries(links.flatMap(({ rels, target }) => rels.map((rel) => [rel, target] as const)).toReversed());
}

/** The target of the first link with this relation. */
export function linkTarget(field: string | readonly string[] | undefined, rel: string): string | undefined {
  return parseLinkHeader(field)?.find(({ rels }) => rels.includes(rel))?.target;
}

/** True where a URL, absolute or from the path on, ends in the operation's documented path, whatever the base; a query may follow. */
export function endsInPath(href: string, operation: OperationRow | undefined): boolean {
  return operation?.path !== undefined && lastSegments(href, operation.path) !== undefined;
}

/** The parameters that a URL gives to a path that it ends in, by name. */
export function parametersIn(href: string, template: string): Readonly<Record<string, string>> {
  const found = lastSegments(href, template);
  if (found === undefined) return {};
  return Object.fromEntries(
    segmentsOf(template).flatMap((segment, index) => {
      const name = PARAMETER.exec(segment)?.[1];
      return name === undefined ? [] : [[name, percentDecoded(found[index] ?? '')] as const];
    }),
  );
}

/** A segment that stands for a parameter, or for a field of the object of that name. */
const PARAMETER = /^\{(\w+(?:\.\w+)?)\}$/;

/** The segments at the end of a URL that stand where those of the path do; undefined where it ends otherwise. */
function lastSegments(href: string, path: string): readonly string[] | undefined {
  const wanted = segmentsOf(path);
  const [, fromHost] = /^https?:\/\/([^?#]*)/i.exec(href) ?? [];
  const [, fromRoot] = /^(\/[^?#]*)/.exec(href) ?? [];
  const found = (fromHost ?? fromRoot ?? '').split('/');
  const base = found.length - wanted.length;
  const last = found.slice(Math.max(0, base));
  return base > 0 && wanted.every((segment, index) => isSegment(last[index] ?? '', segment)) ? last : undefined;
}

function segmentsOf(path: string): readonly string[] {
  const [own = ''] = path.split('?');
  return own.split('/').slice(1);
}

/** A parameter stands for a whole segment, which is not empty. */
function isSegment(found: string, documented: string): boolean {
  return PARAMETER.test(documented) ? found !== '' : percentDecoded(found) === documented;
}
