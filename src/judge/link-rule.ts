import type { DocumentSpec, LinkRow } from '../model/types.ts';
import { endsInPath } from '../model/links.ts';
import { atPointer } from '../model/pointer.ts';
import { operationOf } from '../profile/answer.ts';
import { PERMITTED, violation, type Outcome } from './outcome.ts';

/** A link relation is there, has the name (any, for true), and leads where the document says. */
export function linkOutcome(spec: DocumentSpec, body: unknown, relation: string, name: string | boolean): Outcome {
  const pointer = relation.startsWith('/') ? relation : `/_links/${relation}`;
  const found = linkObjects(atPointer(body, pointer));
  if (name === false) return found.length === 0 ? PERMITTED : violation(`no link ${relation}`, JSON.stringify(found[0]));
  if (found.length === 0) return violation(`link ${relation}${name === true ? '' : ` to ${name}`}`, 'no such link');
  const wanted = typeof name === 'string' ? name : relation;
  const row = spec.endpoints.links?.find((candidate) => candidate.name === wanted);
  const outcomes = found.map((link) => (row === undefined ? PERMITTED : (otherName(link, wanted) ?? leadsTo(link, row, spec))));
  return outcomes.find((outcome) => 'ok' in outcome && outcome.ok) ?? outcomes[0] ?? PERMITTED;
}

/** A link that has a name has that of what it leads to. */
function otherName(link: unknown, wanted: string): Outcome | undefined {
  const name = atPointer(link, '/name');
  return typeof name !== 'string' || name === wanted ? undefined : violation(`a link named ${wanted}`, `name ${JSON.stringify(name)}`);
}

export function leadsTo(link: unknown, row: LinkRow, spec: DocumentSpec): Outcome {
  const operation = operationOf(spec, row.operation);
  const href = atPointer(link, '/href');
  if (operation?.path === undefined) return PERMITTED;
  if (typeof href !== 'string' || !endsInPath(href, operation)) {
    return violation(`${row.name} leads to a URL that ends in ${operation.path}`, `href ${JSON.stringify(href)}`);
  }
  const allow = atPointer(link, '/hints/allow');
  if (operation.method !== undefined && Array.isArray(allow) && !allow.includes(operation.method)) {
    return violation(`${row.name} allows ${operation.method}`, `hints.allow ${JSON.stringify(allow)}`);
  }
  return PERMITTED;
}

/** A link value may be one object or a list of them. */
export function linkObjects(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
