import type { Failure } from '../spec/types.ts';
import { checkKey } from '../judge/flakes.ts';
import type { Finding } from '../judge/finding.ts';
import { clusterFailures } from '../report/cluster.ts';
import { curlScript } from '../report/curl.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { drivenWith, leadingTo } from '../report/leading-to.ts';
import { sequenceTable } from '../report/sequence-table.ts';
import { tokenFor } from './token-for.ts';
import type { TokenContext } from './token-for.ts';

export interface FailureContext extends TokenContext {
  /** an answer in a few words */
  readonly answer: (exchange: ExchangeEvent) => string;
  /** clauses of the run's selection that are claimed */
  readonly counts: (clause: string) => boolean;
}

/** One failure for each clause that a finding turns red, with what a person needs to see it again. */
export function failuresOf(context: FailureContext, findings: readonly Finding[]): Failure[] {
  const seenAt = decidingExchanges(findings);
  const symptoms = shortest(context.events, findings).flatMap((finding) =>
    finding.clauses.filter(context.counts).map((clause) => ({
      finding,
      clause,
      check: finding.check,
      exchanges: finding.exchanges,
      seenAt: seenAt.get(checkKey(finding)) ?? [],
      expected: finding.expected ?? '',
      received: finding.received ?? '',
      ...(finding.pointer === undefined ? {} : { pointer: finding.pointer }),
    })),
  );
  return clusterFailures(symptoms, context.events).flatMap(({ name, symptoms: own }) =>
    own.map(({ finding, clause, check, expected, received }) => {
      const sequence = leadingTo(context.events, finding);
      return {
        clause,
        check,
        basis: finding.basis,
        expected,
        received,
        exchanges: [...finding.exchanges],
        sequence: sequenceTable(context.events, finding, context.answer),
        replay: tokenFor(context, finding, clause),
        curl: curlScript(sequence),
        cluster: name,
      };
    }),
  );
}

/** By check and clause, where its findings were decided. */
function decidingExchanges(findings: readonly Finding[]): ReadonlyMap<string, readonly number[]> {
  const seen = new Map<string, number[]>();
  for (const finding of findings) {
    const known = seen.get(checkKey(finding));
    if (known === undefined) seen.set(checkKey(finding), finding.exchanges.slice(-1));
    else known.push(...finding.exchanges.slice(-1));
  }
  return seen;
}

/**
 * Of each check, the finding that the shortest sequence shows stands for all; of equal ones, that of the case or walk which goes on
 * least after it, and then what was made shorter or simpler last: this is what its token drives again.
 */
function shortest(events: readonly TraceEvent[], findings: readonly Finding[]): readonly Finding[] {
  const shortened = new Set(
    events.filter((event) => event.type === 'case').flatMap((event) => (event.again?.to === 'shorten' ? [event.case] : [])),
  );
  const best = new Map<string, { readonly finding: Finding; readonly length: number; readonly whole: number }>();
  for (const finding of findings) {
    const sequence = leadingTo(events, finding);
    const { length } = sequence;
    const owner = sequence.at(-1)?.case ?? finding.case;
    const whole = requestsWith(events, owner);
    const known = best.get(checkKey(finding));
    const longer = known === undefined ? 1 : known.length - length || known.whole - whole;
    if (longer > 0 || (longer === 0 && owner !== undefined && shortened.has(owner)))
      best.set(checkKey(finding), { finding, length, whole });
  }
  return [...best.values()].map(({ finding }) => finding);
}

/** Requests of a case and of all that was driven with it. */
function requestsWith(events: readonly TraceEvent[], owner: string | undefined): number {
  const together = drivenWith(events, owner);
  return events.filter((event) => event.type === 'exchange' && together.has(event.case)).length;
}
