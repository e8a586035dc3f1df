import type { DocumentSpec, LimiterLaw } from '../../../model/types.ts';

/** What a document says of the behaviour of a limit, beyond the form of its headers. */
export type Topic = keyof LimiterLaw['clauses'];

/** The clauses that say it. */
export function clausesOf({ document: { laws } }: DocumentSpec, topic: Topic): readonly string[] {
  return laws?.limiter?.clauses[topic] ?? [];
}

/** Every topic on which the document says something. */
export function topicsOf(spec: DocumentSpec): readonly Topic[] {
  return TOPICS.filter((topic) => clausesOf(spec, topic).length > 0);
}

const TOPICS: readonly Topic[] = [
  'permitted',
  'refused-beyond',
  'counts-each',
  'limit-stays',
  'reset',
  'retry-at',
  'until-replenished',
  'each-period',
  'named',
];
