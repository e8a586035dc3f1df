import type { FlakyFailure } from '../model/types.ts';
import type { Flake } from '../judge/flakes.ts';
import { excerpt } from '../report/excerpt.ts';
import { EXCHANGES, TEXT } from './failures.ts';
import type { FailureContext } from './failures.ts';
import { sequenceTable } from '../report/sequence-table.ts';
import { tokenFor } from './token-for.ts';

/** What failed at times only, one entry for each clause: with counts, and with what a person needs to try again. */
export function flakesOf(context: FailureContext, flakes: readonly Flake[]): FlakyFailure[] {
  return flakes.flatMap(({ finding, failed, runs }) =>
    finding.clauses.filter(context.counts).map((clause) => ({
      clause,
      check: finding.check,
      failed,
      runs,
      expected: excerpt(finding.expected ?? '', TEXT),
      received: excerpt(finding.received ?? '', TEXT),
      exchanges: finding.exchanges.slice(-EXCHANGES),
      sequence: sequenceTable(context.events, finding, context.answer),
      replay: tokenFor(context, finding, clause),
    })),
  );
}
