import { operationOf } from '../profile/answer.ts';
import { service } from '../profile/profile.ts';
import { parseLinkHeader } from '../model/links.ts';
import type { ExchangeEvent, ResponseMessage } from '../trace/events.ts';
import { exchangesWith } from './evidence.ts';
import type { JudgeInput, Judge, Observation } from './finding.ts';

/**
 * Links and redirects that lead away from the service's own origin: no statement forbids them, but whoever follows one leaves the
 * target. They are observed, and driven only where the profile permits the origin.
 */
export const originJudge: Judge = {
  topic: 'origins',
  checks: () => [],
  judge: (input) => {
    const seen = exchangesWith(input.evidence, input.spec.name).flatMap((exchange) => leavings(input, exchange));
    const distinct = new Map(seen.map((observation) => [JSON.stringify(observation), observation]));
    return { findings: [], observations: [...distinct.values()] };
  },
};

function leavings({ spec, profile }: JudgeInput, { operation, request, response }: ExchangeEvent): readonly Observation[] {
  const row = operationOf(spec, operation);
  const clause = row?.clauses[0];
  const base = service(profile, spec.name)?.baseUrl;
  if (row === undefined || clause === undefined || base === undefined || response === undefined) return [];
  return linksOf(response).flatMap(({ where, href }) => {
    const origin = originOf(href, request.url);
    return origin === undefined || origin === originOf(base, base) ? [] : [{ about: `origin/${row.id}/${where}`, clause, value: origin }];
  });
}

interface ResponseLink {
  readonly where: string;
  readonly href: string;
}

/** Targets of the Link header and of Location (RFC 8288; RFC 9110, section 10.2.2), and every `href` of the body. */
function linksOf({ headers, body }: ResponseMessage): readonly ResponseLink[] {
  const { link, location } = headers;
  const linked = link === undefined ? [] : (parseLinkHeader(link) ?? []);
  return [
    ...linked.map(({ rels, target }) => ({ where: `Link ${rels.join(' ')}`, href: target })),
    ...[location ?? []].flat().map((href) => ({ where: 'Location', href })),
    ...hrefsIn(body, ''),
  ];
}

/** By the names of the members that lead there; positions in lists don't count. */
function hrefsIn(value: unknown, path: string): readonly ResponseLink[] {
  if (Array.isArray(value)) return value.flatMap((entry) => hrefsIn(entry, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === 'href' && typeof entry === 'string' ? [{ where: path, href: entry }] : hrefsIn(entry, `${path}/${key}`),
  );
}

/** The origin of a URL, or of a reference to one from a base; undefined where it is none. */
export function originOf(href: string, base?: string): string | undefined {
  return URL.canParse(href, base) ? new URL(href, base).origin : undefined;
}
