/** One link of a Link header field: its target URI reference and relation types in lower case. */
export interface HeaderLink {
  readonly target: string;
  readonly rels: readonly string[];
}

const LINK = /\s*<([^>]*)>((?:\s*;\s*[\w!#$%&+.^`|~*'-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))?)*)\s*(?:,|$)/gy;
const PARAMETER = /;\s*([\w!#$%&+.^`|~*'-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*)))?/g;

/**
 * Links of one or several Link fields (RFC 8288, section 3; empty list elements allowed by RFC 9110, section 5.6.1).
 * Answers undefined where a field is not well-formed.
 */
export function parseLinkHeader(field: string | readonly string[] | undefined): readonly HeaderLink[] | undefined {
  if (field === undefined) return [];
  const links: HeaderLink[] = [];
  for (const value of typeof field === 'string' ? [field] : field) {
    const text = value.replace(/^[\s,]+/, '');
    let end = 0;
    LINK.lastIndex = 0;
    for (let match = LINK.exec(text); match !== null; match = end < text.length ? LINK.exec(text) : null) {
      links.push({ target: match[1] ?? '', rels: relationsOf(match[2] ?? '') });
      end = LINK.lastIndex;
      while (/[\s,]/.test(text[end] ?? '')) end++;
      LINK.lastIndex = end;
    }
    if (end < text.length) return undefined;
  }
  return links;
}

/** The first `rel` counts; later ones are ignored (RFC 8288, section 3.3). */
function relationsOf(parameters: string): readonly string[] {
  for (const [, name, quoted, token] of parameters.matchAll(PARAMETER)) {
    if (name?.toLowerCase() !== 'rel') continue;
    return (quoted ?? token ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((rel) => rel !== '');
  }
  return [];
}

/** The target of the first link with this relation. */
export function linkTarget(field: string | readonly string[] | undefined, rel: string): string | undefined {
  return parseLinkHeader(field)?.find(({ rels }) => rels.includes(rel))?.target;
}
