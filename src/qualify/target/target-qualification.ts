import { defined } from '../../model/defined.ts';
import type { OfferedFault } from '../../model/types.ts';
import { median, type MatrixRow, type Qualification } from '../qualification.ts';
import type { Dropped, OfferedTrial, Unconfirmed } from './try-offered.ts';
import type { FalseAlarm } from './unfaulted.ts';

/** How often each outcome came. */
interface Tally {
  readonly total: number;
  readonly own: number;
  readonly elsewhere: number;
  readonly missed: number;
  readonly broken: number;
}

interface OfferedRow extends MatrixRow {
  readonly about: string;
  readonly labels: readonly string[];
  readonly outcome: OfferedTrial['outcome'];
  /** the clauses that it was killed by */
  readonly killed: readonly string[];
  readonly unconfirmed: readonly Unconfirmed[];
  readonly dropped: readonly Dropped[];
  readonly durationMs: number;
}

/** What `assay qualify --target FILE --json` prints: the fields of `assay qualify --json`, and what only offered faults have. */
export interface TargetQualification extends Qualification {
  readonly target: string;
  readonly seed: number;
  readonly walks: number;
  readonly jobs: number;
  /** faults that the target offers; `tally.total` of them were tried */
  readonly offered: number;
  readonly tally: Tally;
  /** the same of the faults with each label */
  readonly labels: Readonly<Record<string, Tally>>;
  readonly falseAlarms: readonly FalseAlarm[];
  /** faults that were to be tried when it was interrupted */
  readonly untried: readonly string[];
  readonly matrix: readonly OfferedRow[];
}

export interface TriedOffered {
  readonly target: string;
  readonly plan: Pick<TargetQualification, 'seed' | 'walks' | 'jobs'>;
  readonly offered: number;
  readonly faults: readonly OfferedFault[];
  readonly trials: readonly OfferedTrial[];
  /** of all deployments */
  readonly falseAlarms: readonly FalseAlarm[];
  readonly durationMs: number;
}

const DIFFICULTIES = ['response', 'exchange', 'sequence', 'concurrency', 'time'];

export function targetQualification({ target, plan, offered, faults, trials, falseAlarms, durationMs }: TriedOffered): TargetQualification {
  const matrix = faults.flatMap((fault) => trials.filter((trial) => trial.fault === fault.id).map((trial) => rowOf(fault, trial)));
  const kills = matrix.filter(isKill);
  const labels = [...new Set(matrix.flatMap((row) => row.labels))].toSorted();
  const caught = (rows: readonly OfferedRow[]): { readonly total: number; readonly caught: number } => ({
    total: rows.length,
    caught: rows.filter(isKill).length,
  });
  return {
    target,
    ...plan,
    offered,
    tally: tallyOf(matrix),
    labels: Object.fromEntries(labels.map((label) => [label, tallyOf(matrix.filter((row) => row.labels.includes(label)))])),
    falseAlarms: falseAlarms.filter(({ clause }, index) => falseAlarms.findIndex((other) => other.clause === clause) === index),
    untried: faults.filter(({ id }) => !matrix.some((row) => row.fault === id)).map(({ id }) => id),
    faults: {
      wire: caught(matrix.filter(isWire)),
      behavioural: caught(matrix.filter((row) => !isWire(row))),
      survived: matrix.filter((row) => !isKill(row)).map(({ fault }) => ({ fault, reason: '' })),
    },
    // The faults of others account neither for all checks nor for all clauses.
    checks: { total: 0, neverFailed: [] },
    clauses: { judged: 0, withoutKillingFault: [] },
    controls: { mustDie: kills.length > 0, mustLive: falseAlarms.length === 0 },
    requestsToKill: { median: median(kills.map(({ requests }) => requests)), max: Math.max(0, ...kills.map(({ requests }) => requests)) },
    durationMs,
    matrix,
  };
}

/** 0 where every fault was killed and nothing failed without one; 3 where it was interrupted before anything was missed. */
export function targetExitCode({ tally, falseAlarms, untried }: Pick<TargetQualification, 'tally' | 'falseAlarms' | 'untried'>): number {
  if (tally.missed + tally.broken > 0 || falseAlarms.length > 0) return 1;
  return untried.length > 0 ? 3 : 0;
}

function isKill({ outcome }: Pick<OfferedRow, 'outcome'>): boolean {
  return outcome === 'own' || outcome === 'elsewhere';
}

/** The mock's own, offered over HTTP. */
function isWire({ labels }: OfferedRow): boolean {
  return labels.includes('kind: wire');
}

function tallyOf(rows: readonly OfferedRow[]): Tally {
  const count = (outcome: OfferedRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  return { total: rows.length, own: count('own'), elsewhere: count('elsewhere'), missed: count('missed'), broken: count('broken') };
}

function rowOf({ id, about, clause = '', labels: given = [] }: OfferedFault, { fault: _fault, broke, ...trial }: OfferedTrial): OfferedRow {
  const labels = Array.isArray(given) ? given : Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  return {
    fault: id,
    about,
    clause,
    difficulty: DIFFICULTIES.find((name) => labels.some((label) => label === name || label === `difficulty: ${name}`)) ?? '',
    labels,
    ...trial,
    ...defined({ broke }),
  };
}

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
    `without a fault   ${falseAlarms.length === 0 ? 'no clause failed' : `${falseAlarms.length} clauses failed: false alarms, or defects of ${target}`}`,
    ...falseAlarms.map(({ clause, check, reason }) => `  false alarm     ${clause} by ${check}: ${reason}`),
    ...(named.length === 0 ? [] : ['by label']),
    ...named.map(([label, one]) => `  ${label.padEnd(width)}  ${inWords(one)}`),
    `requests to kill  median ${requestsToKill.median}, most ${requestsToKill.max}`,
    `time              ${seconds.toFixed(1)} s, ${tally.total === 0 ? '' : `${(seconds / tally.total).toFixed(2)} s a fault, `}${jobs} at a time`,
    ...(untried.length === 0 ? [] : [`not tried         ${untried.length} faults: interrupted`]),
    `faults            ${inWords(tally)}${tally.total < offered ? `; ${offered} are offered` : ''}`,
    '',
  ].join('\n');
}

function inWords({ total, own, elsewhere, missed, broken }: Tally): string {
  return `${own + elsewhere} of ${total} killed: ${own} by their own clause, ${elsewhere} elsewhere; ${missed} missed${broken === 0 ? '' : `, ${broken} broken off`}`;
}
