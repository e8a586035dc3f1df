import type { MatrixRow, Qualification } from './qualification.ts';

/** A line for each fault: whether it was caught, its clause, the first check that failed, and after how many requests. */
export function matrixText({ matrix }: Qualification): string {
  const width = Math.max(0, ...matrix.map(({ fault }) => fault.length));
  return matrix.map((row) => `${row.fault.padEnd(width)}  ${outcome(row)}\n`).join('');
}

function outcome({ caughtBy: [first, ...more], clause, requests }: MatrixRow): string {
  if (first === undefined) return `SURVIVED ${requests} requests  ${clause}`;
  const by = more.length === 0 ? first : `${first} and ${more.length} more`;
  return `caught after ${requests} ${requests === 1 ? 'request' : 'requests'}  ${clause}  by ${by}`;
}

/** The matrix in figures, and whatever is left to wish for by name. */
export function qualificationText({
  faults,
  checks,
  clauses,
  controls,
  unwilling,
  requestsToKill,
  durationMs,
  matrix,
}: Qualification): string {
  const collateral = matrix.filter((row) => row.collateral.length > 0);
  return [
    `wire faults       ${faults.wire.caught} of ${faults.wire.total} caught`,
    `behavioural       ${faults.behavioural.caught} of ${faults.behavioural.total} caught: ${byDifficulty(matrix).join(', ')}`,
    ...faults.survived.map(({ fault }) => `  survived        ${fault}`),
    ...(checks.total === 0
      ? []
      : [`checks            ${checks.total - checks.neverFailed.length} of ${checks.total} have failed for a fault`]),
    ...checks.neverFailed.map((check) => `  never failed    ${check}`),
    ...(clauses.judged === 0
      ? []
      : [`clauses           ${clauses.judged - clauses.withoutKillingFault.length} of ${clauses.judged} have a fault that they catch`]),
    ...clauses.withoutKillingFault.map((clause) => `  without a fault ${clause}`),
    `collateral        ${collateral.length} faults were seen to turn a clause red that they do not name`,
    `controls          must die: ${controls.mustDie ? 'died' : 'LIVED'}, must live: ${controls.mustLive ? 'lived' : 'DIED'}`,
    ...(unwilling === undefined
      ? []
      : [
          `unwilling target  ${unwilling.runs} runs that refuse an operation: ${unwilling.contradicted} clauses failed with a ground in the document, ${unwilling.groundless.length} verdicts without one`,
          ...unwilling.groundless.map(
            ({ operation, refusal, clause = '', because }) => `  without ground  ${operation}, ${refusal}: ${clause} ${because}`,
          ),
        ]),
    `requests to kill  median ${requestsToKill.median}, most ${requestsToKill.max}`,
    `time              ${(durationMs / 1000).toFixed(1)} s`,
    '',
  ].join('\n');
}

const DIFFICULTIES = ['response', 'exchange', 'sequence', 'concurrency', 'time'];

/** Caught of tried, by difficulty: behavioural faults only. */
export function byDifficulty(matrix: readonly MatrixRow[]): readonly string[] {
  const behavioural = matrix.filter(({ fault }) => !fault.startsWith('wire-'));
  return DIFFICULTIES.flatMap((difficulty) => {
    const rows = behavioural.filter((row) => row.difficulty === difficulty);
    return rows.length === 0 ? [] : [`${difficulty} ${rows.filter(({ caughtBy }) => caughtBy.length > 0).length}/${rows.length}`];
  });
}
