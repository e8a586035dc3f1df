import { isKill } from './target-qualification.ts';
import type { OfferedRow, TargetQualification, Tally } from './target-qualification.ts';

const MOST_DROPPED = 5;

/** A line for each fault: what killed it and after how many requests; beneath one that was missed, the clauses that it kept from being judged. */
export function targetMatrixText({ matrix }: Pick<TargetQualification, 'matrix'>): string {
  const width = Math.max(0, ...matrix.map(({ fault }) => fault.length));
  return matrix
    .flatMap((row) => [`${row.fault.padEnd(width)}  ${outcomeOf(row)}`, ...(isKill(row) ? [] : below(row))])
    .map((line) => `${line}\n`)
    .join('');
}

function outcomeOf({
  outcome,
  killed: [clause = '', ...more],
  caughtBy: [check = ''],
  requests,
  broke,
  clause: named,
}: OfferedRow): string {
  const sent = `${requests} ${requests === 1 ? 'request' : 'requests'}`;
  if (outcome === 'missed') return `MISSED     ${sent}${named === '' ? '' : `  ${named}`}`;
  if (outcome === 'broken') return `BROKEN OFF ${sent}  ${broke ?? ''}`;
  const where = outcome === 'own' ? 'killed    ' : 'elsewhere ';
  return `${where} after ${sent}  ${clause}${more.length === 0 ? '' : ` and ${more.length} more`}  by ${check}`;
}

function below({ about, unconfirmed, dropped }: OfferedRow): readonly string[] {
  return [
    `  ${about}`,
    ...unconfirmed.map(({ check, because }) => `  not a kill: ${check}, ${because}`),
    ...dropped.slice(0, MOST_DROPPED).map(({ clause, to, reason }) => `  ${to}: ${clause}: ${reason}`),
    ...(dropped.length > MOST_DROPPED
      ? [`  and ${dropped.length - MOST_DROPPED} more clauses that were not judged: --json has them all`]
      : []),
  ];
}

/** The qualification in figures. */
export function targetText(result: TargetQualification): string {
  const { target, offered, tally, labels, falseAlarms, untried, requestsToKill, durationMs, jobs } = result;
  const seconds = durationMs / 1000;
  const named = Object.entries(labels);
  const width = Math.max(0, ...named.map(([label]) => label.length));
  return [
    `without a fault   ${falseAlarms.length === 0 ? 'no clause fails' : `${falseAlarms.length} clauses fail: false alarms, or defects of ${target}`}`,
    ...falseAlarms.map(({ clause, check, reason }) => `  false alarm     ${clause} by ${check}: ${reason}`),
    ...(named.length === 0 ? [] : ['by label']),
    ...named.map(([label, one]) => `  ${label.padEnd(width)}  ${inWords(one)}`),
    `requests to kill  median ${requestsToKill.median}, most ${requestsToKill.max}`,
    `time              ${seconds.toFixed(1)} s, ${(seconds / Math.max(1, tally.total)).toFixed(2)} s a fault, ${jobs} at a time`,
    ...(untried.length === 0 ? [] : [`not tried         ${untried.length} faults: interrupted`]),
    `faults            ${inWords(tally)}${tally.total < offered ? `; ${offered} are offered` : ''}`,
    '',
  ].join('\n');
}

function inWords({ total, own, elsewhere, missed, broken }: Tally): string {
  return `${own + elsewhere} of ${total} killed: ${own} by their own clause, ${elsewhere} elsewhere; ${missed} missed${broken === 0 ? '' : `, ${broken} broken off`}`;
}
