import type { Failure, Selection } from '../spec/types.ts';
import type { Finding } from '../judge/finding.ts';
import { clusterFailures } from '../report/cluster.ts';
import { curlScript } from '../report/curl.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { replayToken, SPECS_DIGITS } from './replay-token.ts';

export interface FailureContext {
  readonly events: readonly TraceEvent[];
  readonly seed: number;
  readonly specsDigest: string;
  readonly selection: Selection;
  /** clauses of the run's selection that are claimed */
  readonly counts: (clause: string) => boolean;
}

/** One failure for each clause that a finding turns red, with what a person needs to see it again. */
export function failuresOf(context: FailureContext, findings: readonly Finding[]): Failure[] {
  const symptoms = distinct(findings).flatMap((finding) =>
    finding.clauses.filter(context.counts).map((clause) => ({
      finding,
      clause,
      check: finding.check,
      exchanges: finding.exchanges,
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
        sequence: describe(context.events, finding, sequence),
        replay: replayToken({
          seed: context.seed,
          case: finding.case ?? sequence.at(-1)?.case ?? '',
          clause,
          check,
          specs: context.specsDigest.slice(0, SPECS_DIGITS),
          selection: context.selection,
        }),
        curl: curlScript(sequence),
        cluster: name,
      };
    }),
  );
}

/** The first finding of each check and clause stands for all. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.check} ${finding.clauses.join(' ')}`;
    if (!first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}

/** All exchanges of the finding's case up to the one that shows it. */
function leadingTo(events: readonly TraceEvent[], finding: Finding): readonly ExchangeEvent[] {
  const all = events.filter((event) => event.type === 'exchange');
  const shown = all.find(({ seq }) => seq === finding.exchanges.at(-1));
  // What an act failed to bring about shows in no exchange: all of its case led there.
  if (shown === undefined) return all.filter((exchange) => exchange.case === finding.case);
  return all.filter((exchange) => exchange.case === shown.case && exchange.seq <= shown.seq);
}

/** What was done, in words: provider states, acts, clock, requests, in order. */
function describe(events: readonly TraceEvent[], { exchanges, case: own }: Finding, sequence: readonly ExchangeEvent[]): string[] {
  const last = exchanges.at(-1) ?? 0;
  const owner = sequence.at(-1)?.case ?? own;
  const lines: string[] = [];
  for (const event of events) {
    if (!('case' in event) || event.case !== owner) continue;
    if (event.type === 'state') lines.push(`given ${event.state}`);
    if (event.type === 'act') lines.push(`act: ${event.act}`);
    if (event.type === 'clock') lines.push(`the clock goes on by ${event.advance}`);
    if (event.type === 'exchange')
      lines.push(`${event.request.method} ${event.request.url} → ${event.response?.status ?? event.failure?.kind ?? 'no answer'}`);
    if (event.type === 'exchange' && event.seq === last) break;
  }
  return lines;
}
