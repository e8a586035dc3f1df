import type { DocumentSpec, LinkRow } from '../model/types.ts';
import { endsInPath } from '../model/links.ts';
import { atPointer } from '../model/pointer.ts';
import { isUnlistedState } from '../model/shown-state.ts';
import { operationOf } from '../profile/answer.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import type { JudgeInput, Check, Finding, Judge } from './finding.ts';
import { leadsTo, linkObjects } from './link-rule.ts';

/** Every link in every body that the document shows, and that bears a documented name or relation leads to the documented method and path. */
export const linkJudge: Judge = {
  topic: 'links',
  checks: (spec) =>
    (spec.endpoints.links ?? [])
      .filter(({ clauses }) => clauses.length > 0)
      .map((row): Check => ({ id: `link/${row.name}`, clauses: row.clauses })),
  judge: (input) => ({
    findings: exchangesWith(input.evidence, input.spec.name).flatMap((exchange) =>
      shownLinks(input, exchange).flatMap((link) => judgeLink(input, exchange.seq, link)),
    ),
  }),
};

export interface BodyLink {
  /** the object whose `_links` it is in */
  readonly holder: unknown;
  readonly relation: string;
  readonly link: unknown;
}

/** True where every link of a body leads where the document says. */
export function linksLeadRight(spec: DocumentSpec, body: unknown): boolean {
  return linksIn(body).every(({ relation, link }) => {
    const row = rowOf(spec, relation, link);
    if (row === undefined || row.clauses.length === 0) return true;
    const outcome = leadsTo(link, row, spec);
    return !('ok' in outcome) || outcome.ok;
  });
}

/** All link objects under any `_links`, at any depth. */
export function linksIn(value: unknown): readonly BodyLink[] {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    if (key !== '_links' || typeof entry !== 'object' || entry === null) return linksIn(entry);
    return Object.entries(entry).flatMap(([relation, links]) => linkObjects(links).map((link) => ({ holder: value, relation, link })));
  });
}

/** The links of a response, unless it is in a state that the document does not list. */
export function shownLinks({ spec, profile }: JudgeInput, exchange: ExchangeEvent): readonly BodyLink[] {
  const links = linksIn(exchange.response?.body);
  if (links.length === 0) return links;
  const state = viewOf(spec, profile, exchange)?.state;
  return isUnlistedState(spec, operationOf(spec, exchange.operation), state) ? [] : links;
}

function judgeLink({ spec }: JudgeInput, seq: number, { relation, link }: BodyLink): readonly Finding[] {
  const row = rowOf(spec, relation, link);
  if (row === undefined || row.clauses.length === 0) return [];
  const outcome = leadsTo(link, row, spec);
  const base = { check: `link/${row.name}`, clauses: row.clauses, exchanges: [seq], basis: 'documented' as const };
  if (!('ok' in outcome) || outcome.ok) return [{ ...base, verdict: 'pass' }];
  return [{ ...base, verdict: 'fail', expected: outcome.expected, received: outcome.received, blame: 'target' }];
}

export function rowOf(spec: DocumentSpec, relation: string, link: unknown): LinkRow | undefined {
  const name = atPointer(link, '/name');
  return rowFor(spec, relation, typeof name === 'string' ? name : undefined, atPointer(link, '/href'));
}

/** `next` is told apart by its name, or where it has none by the path that it leads to; other relations speak for themselves. */
function rowFor(spec: DocumentSpec, relation: string, name: string | undefined, href: unknown): LinkRow | undefined {
  const rows = spec.endpoints.links ?? [];
  if (relation !== 'next') return rows.find((row) => row.name === relation);
  if (name !== undefined) return rows.find((row) => row.name === name);
  return rows.find((row) => typeof href === 'string' && endsInPath(href, operationOf(spec, row.operation)));
}
