import type { Failure, FlakyFailure } from '../model/types.ts';
import { checkKey, type Flake } from '../judge/flakes.ts';
import type { Finding } from '../judge/finding.ts';
import { clusterFailures } from '../report/cluster.ts';
import { curlScript } from '../report/curl.ts';
import { excerpt } from '../report/excerpt.ts';
import { recurrenceOf } from '../report/recurrence.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { precedingSteps, lengthOf, requestsWith } from '../report/preceding-steps.ts';
import { sequenceTable } from '../report/sequence-table.ts';
import { tokenFor, type TokenContext } from './replay.ts';

export interface FailureContext extends TokenContext {
  /** an answer in a few words */
  readonly answer: (exchange: ExchangeEvent) => string;
  /** the target was the embedded mock, which ends with the run */
  readonly embedded: boolean;
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
      // Long texts that differ at their end alone would make every look-up a comparison of them all.
      expected: excerpt(finding.expected ?? '', TEXT),
      received: excerpt(finding.received ?? '', TEXT),
      ...(finding.pointer === undefined ? {} : { pointer: finding.pointer }),
    })),
  );
  const clusters = clusterFailures(symptoms, context.events);
  const { evidenceOf, textOf } = evidenceStore(context);
  // What room there is belongs to causes first.
  const causes = clusters.map(({ symptoms: [cause] }) => (cause === undefined ? NO_EVIDENCE : evidenceOf(cause.finding)));
  return clusters.flatMap(({ name, symptoms: own }, at) =>
    own.map(({ finding, clause, check, expected, received }, index) => {
      const { sequence, curl } = index === 0 ? (causes[at] ?? NO_EVIDENCE) : evidenceOf(finding);
      return {
        clause,
        check,
        basis: finding.basis,
        expected: textOf(expected),
        received: textOf(received),
        exchanges: finding.exchanges.slice(-EXCHANGES),
        sequence: [...sequence],
        replay: tokenFor(context, finding, clause),
        curl,
        cluster: name,
        recurrence: recurrenceOf(finding.times ?? { failed: 1, runs: 1 }),
      };
    }),
  );
}

/** What a report holds, however much a target has sent: characters of a text, exchanges of a failure, characters of all sequences and scripts. */
export const TEXT = 10_000;
const SHORT = 300;
export const EXCHANGES = 1_000;
const EVIDENCE = 8_000_000;

const ENDED_MOCK =
  "The run's embedded mock has ended. The replay token drives one again; for this script start 'assay mock' with the same faults and choices, set up its provider states, and set the addresses below.";

interface EvidenceText {
  readonly sequence: readonly string[];
  readonly curl: string;
}

const NO_EVIDENCE: EvidenceText = { sequence: ['… the report is full: the exchanges stand in trace.ndjson …'], curl: '' };

interface EvidenceStore {
  /** sequence and script of a finding, made once however many clauses and checks they show; none where the report is full */
  readonly evidenceOf: (finding: Finding) => EvidenceText;
  readonly textOf: (text: string) => string;
}

function evidenceStore({ events, answer, embedded }: FailureContext): EvidenceStore {
  const made = new Map<string, EvidenceText>();
  let room = EVIDENCE;
  return {
    evidenceOf(finding) {
      if (room < 0) return NO_EVIDENCE;
      const key = JSON.stringify([finding.exchanges.at(-1) ?? null, finding.case]);
      const known = made.get(key) ?? {
        sequence: sequenceTable(events, finding, answer),
        curl: curlScript(precedingSteps(events, finding), embedded ? ENDED_MOCK : undefined),
      };
      made.set(key, known);
      room -= known.curl.length + known.sequence.reduce((sum, row) => sum + row.length, 0);
      return known;
    },
    textOf(text) {
      const told = excerpt(text, room < 0 ? SHORT : TEXT);
      room -= told.length;
      return told;
    },
  };
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
    const { length, owner: last } = lengthOf(events, finding);
    const owner = last ?? finding.case;
    const whole = requestsWith(events, owner);
    const known = best.get(checkKey(finding));
    const longer = known === undefined ? 1 : known.length - length || known.whole - whole;
    if (longer > 0 || (longer === 0 && owner !== undefined && shortened.has(owner)))
      best.set(checkKey(finding), { finding, length, whole });
  }
  return [...best.values()].map(({ finding }) => finding);
}

/** What showed once and noise can explain, one entry for each clause: with counts, and with what a person needs to try again. */
export function flakesOf(context: FailureContext, flakes: readonly Flake[]): FlakyFailure[] {
  return flakes.flatMap(({ finding, failed, runs, because }) =>
    finding.clauses.filter(context.counts).map((clause) => ({
      clause,
      check: finding.check,
      failed,
      runs,
      because,
      expected: excerpt(finding.expected ?? '', TEXT),
      received: excerpt(finding.received ?? '', TEXT),
      exchanges: finding.exchanges.slice(-EXCHANGES),
      sequence: sequenceTable(context.events, finding, context.answer),
      replay: tokenFor(context, finding, clause),
    })),
  );
}
