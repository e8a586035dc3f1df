import type { DocumentSpec, LimiterLaw } from '../../../model/types.ts';
import type { Check, Finding } from '../../../judge/finding.ts';
import type { Sample } from '../sample.ts';

/** What a probe shows on one topic, before it is tied to the clauses of a document. */
export type Ruling = {
  readonly topic: Topic;
  /** the requests that show it, the deciding one last */
  readonly shownBy: readonly Sample[];
} & (
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly expected: string; readonly received: string }
  | { readonly verdict: 'inconclusive'; readonly reason: string; readonly blame: 'config' | 'target' | 'network' }
);

export function passes(topic: Topic, ...shownBy: readonly Sample[]): Ruling {
  return { topic, shownBy, verdict: 'pass' };
}

export function fails(topic: Topic, expected: string, received: string, ...shownBy: readonly Sample[]): Ruling {
  return { topic, shownBy, verdict: 'fail', expected, received };
}

export function isOpen(topic: Topic, reason: string, blame: 'config' | 'target' | 'network', ...shownBy: readonly Sample[]): Ruling {
  return { topic, shownBy, verdict: 'inconclusive', reason, blame };
}

/** What a probe can show of a document's limiter. */
export function limiterChecks(spec: DocumentSpec): readonly Check[] {
  return topicsOf(spec).map((topic) => checkOf(spec, topic));
}

function checkOf(spec: DocumentSpec, topic: Topic): Check {
  return { id: `limiter/${topic}`, clauses: clausesOf(spec, topic) };
}

/** None where the document says nothing on the topic. */
export function findingOf(spec: DocumentSpec, ruling: Ruling): readonly Finding[] {
  const { id, clauses } = checkOf(spec, ruling.topic);
  if (clauses.length === 0) return [];
  const base = { check: id, clauses, basis: 'documented' as const, exchanges: ruling.shownBy.map(({ seq }) => seq) };
  switch (ruling.verdict) {
    case 'pass':
      return [{ ...base, verdict: 'pass' }];
    case 'fail':
      return [{ ...base, verdict: 'fail', blame: 'target', expected: ruling.expected, received: ruling.received }];
    case 'inconclusive':
      return [{ ...base, verdict: 'inconclusive', blame: ruling.blame, reason: ruling.reason, probed: true }];
  }
}

/** One of many that pass is enough to show. */
export function eachPassOnce(rulings: readonly Ruling[]): readonly Ruling[] {
  const seen = new Set<string>();
  return rulings.filter(({ topic, verdict }) => {
    if (verdict !== 'pass') return true;
    const isNew = !seen.has(topic);
    seen.add(topic);
    return isNew;
  });
}

/** What a document says of the behaviour of a limit, beyond the form of its headers. */
type Topic = keyof LimiterLaw['clauses'];

/** The clauses that say it. */
function clausesOf({ document: { laws } }: DocumentSpec, topic: Topic): readonly string[] {
  return laws?.limiter?.clauses[topic] ?? [];
}

/** Every topic on which the document says something. */
function topicsOf(spec: DocumentSpec): readonly Topic[] {
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
