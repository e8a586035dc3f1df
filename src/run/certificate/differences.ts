import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ClauseResult, Report, TestResult } from '../../model/types.ts';
import { entryAt, type StoredFile } from '../../model/stored-file.ts';
import { readStoredJson } from '../../model/stored-json.ts';
import { RunError } from '../run-error.ts';

export const REPORT_FILE = 'report.json';

/** The report in a run's folder. Throws RunError where there is none, SpecError where it is of another version, cut off, or none of ours. */
export function readStoredReport(folder: string): Report {
  const file = join(folder, REPORT_FILE);
  if (entryAt(file) === undefined)
    throw new RunError('run-missing', `${folder}: expected a run with its report, found no ${REPORT_FILE} in it`);
  return readReportFile(file, 'found');
}

/** A report under any name. Throws SpecError. */
export function readReportFile(file: string, origin: StoredFile['origin'] = 'named'): Report {
  return readStoredJson<Report>(file, 'report', { origin, asWritten: false });
}

/** Where a stored report says something else than the trace shows: a line for each clause, and for whatever else differs. */
export function differences(stored: Report, judged: Report): readonly string[] {
  const now = new Map(judged.clauses.map((clause) => [clause.id, clause]));
  const then = new Set(stored.clauses.map(({ id }) => id));
  const clauses = stored.clauses.flatMap((clause) => {
    const other = now.get(clause.id);
    return isDeepStrictEqual(clause, plain(other))
      ? []
      : [`${clause.id}: ${REPORT_FILE} says ${describeResult(clause)}, the trace shows ${describeResult(other)}`];
  });
  const untold = judged.clauses.filter(({ id }) => !then.has(id)).map(({ id }) => `${id}: ${REPORT_FILE} leaves it out`);
  const rest = REST.filter((key) => !isDeepStrictEqual(stored[key], plain(judged[key]))).map(
    (key) => `'${key}' of ${REPORT_FILE} is not what the trace shows`,
  );
  return [...clauses, ...untold, ...rest];
}

/** All that follows from the trace; how long the reports took does not. */
const REST = [
  'tool',
  'specs',
  'target',
  'selection',
  'stopped',
  'partial',
  'seed',
  'startedAt',
  'requests',
  'outcome',
  'exitCode',
  'summary',
  'transitions',
  'failures',
  'waived',
  'flaky',
  'observations',
  'latency',
] as const;

function describeResult(clause: ClauseResult | undefined): string {
  if (clause === undefined) return 'nothing';
  return clause.reason === undefined ? String(clause.verdict) : `${String(clause.verdict)} (${clause.reason})`;
}

/** As JSON leaves it. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Differences that are told of one certificate. */
const RESTATED = 10;

/** Where a certificate states something else than trace and lock show: a line for each place, by its path in the predicate. */
export function misstatements(stated: TestResult, shown: TestResult): readonly string[] {
  const { configuration: statedParts, ...statedRest } = stated;
  const { configuration: shownParts, ...shownRest } = shown;
  const names = (parts: TestResult['configuration']): readonly string[] => parts.map(({ name }) => name);
  // By name, so that a message names what it speaks of; names and their order are compared as they are.
  return [
    ...between(names(statedParts), names(shownParts), 'configuration'),
    ...shownParts.flatMap((part) => {
      const found = statedParts.find(({ name }) => name === part.name);
      return found === undefined ? [] : between(found, part, `configuration.${part.name}`);
    }),
    ...between(statedRest, shownRest, ''),
  ].slice(0, RESTATED);
}

/** The smallest places in which two values of JSON differ. */
function between(stated: unknown, shown: unknown, path: string): readonly string[] {
  if (isDeepStrictEqual(stated, plain(shown))) return [];
  if (!isRecord(stated) || !isRecord(shown)) return [`${path} is stated as ${excerpt(stated)}, trace and lock show ${excerpt(shown)}`];
  const keys = [...new Set([...Object.keys(shown), ...Object.keys(stated)])];
  return keys.flatMap((key) => between(own(stated, key), own(shown, key), path === '' ? key : `${path}.${key}`));
}

function own(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? Reflect.get(record, key) : undefined;
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
