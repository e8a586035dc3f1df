import { statSync } from 'node:fs';
import type { AnswerRow, BeginRow, EndRow } from '../../model/types.ts';
import { watchClock, type ClockWatch } from '../limiter/clock.ts';
import { demandOneOrder } from './clocks.ts';
import type { RowGenerator } from './generators.ts';
import { rowLines, ROWS, WITHOUT_HEADERS, type RowLine } from './row-lines.ts';
import { RowsError } from './rows-error.ts';
import { textLines } from '../../model/text-lines.ts';

/** A generator whose rows are still being read. */
interface Growing {
  readonly begin: BeginRow;
  readonly file: string;
  readonly first: RowLine['line'];
  readonly clock: ClockWatch;
  last: RowLine['line'];
  end: EndRow | undefined;
  answers: number;
  firstMs: number;
  lastMs: number;
}

/**
 * Reads all files once, keeps no answer, and answers who wrote them. Throws RowsError where the rows are not all there, are no one load,
 * or can be put into no order.
 */
export function survey(files: readonly string[]): readonly [RowGenerator, ...RowGenerator[]] {
  const growing = new Map<string, Growing>();
  for (const file of files) read(file, growing);
  const [first, ...others] = [...growing].map(([name, one]) => whole(name, one));
  if (first === undefined) throw new RowsError('rows-missing', 'no file with rows was named');
  const all: readonly [RowGenerator, ...RowGenerator[]] = [first, ...others];
  demandOneLoad(all);
  demandOneOrder(all);
  return all;
}

function read(file: string, growing: Map<string, Growing>): void {
  const size = sizeOf(file);
  let rows = 0;
  for (const found of rowLines({ file, from: 0, to: size, line: 1 })) {
    rows += 1;
    take(file, found, growing);
  }
  if (rows === 0) throw new RowsError('rows-missing', `${file}  ${whyNone(file, size)}`);
}

function sizeOf(file: string): number {
  try {
    const about = statSync(file);
    if (about.isFile()) return about.size;
  } catch (cause) {
    throw new RowsError('file-unreadable', `${file}  cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  throw new RowsError('not-a-file', `${file}  expected a file, found none: it is read twice. Write the rows into a file first`);
}

function take(file: string, { row, line }: RowLine, growing: Map<string, Growing>): void {
  const place = `${file}:${line.number}`;
  const known = growing.get(row.generator);
  if (row.kind === 'begin') {
    if (known !== undefined)
      throw new RowsError(
        'generator-twice',
        `${place}  the rows of ${row.generator} begin a second time, first at ${known.file}:${known.first.number}. Name each generator's rows once`,
      );
    growing.set(row.generator, {
      begin: row,
      file,
      first: line,
      clock: watchClock(),
      last: line,
      end: undefined,
      answers: 0,
      firstMs: Infinity,
      lastMs: -Infinity,
    });
    return;
  }
  if (known === undefined)
    throw new RowsError(
      'rows-cut-off',
      `${place}  the beginning is cut off: ${row.generator} has no 'begin' before this row. Collect its output from the start (a log may have been rotated), or leave it out`,
    );
  if (known.file !== file || known.end !== undefined)
    throw new RowsError(
      'generator-twice',
      `${place}  a row of ${row.generator}, whose rows are in ${known.file} and have ended. Name each generator's rows once`,
    );
  known.last = line;
  if (row.kind === 'end') known.end = row;
  else add(known, row, place);
}

const DAY_MS = 86_400_000;
/** No load lasts longer: a timeline over years has no end. */
const LONGEST_MS = 7 * DAY_MS;
/** The end of the year 9999: what is later is counted in another unit. */
const LATEST_MS = Date.UTC(10_000, 0, 1);

function add(known: Growing, row: AnswerRow, place: string): void {
  const { headers, status, sentAt, durationMs } = row;
  if (status !== 0 && Object.keys(headers ?? {}).length === 0) throw new RowsError('rows-without-headers', `${place}  ${WITHOUT_HEADERS}`);
  if (known.begin.requests[row.request] === undefined)
    throw new RowsError(
      'rows-of-two-loads',
      `${place}  ${row.request} is none of the requests that ${known.file}:${known.first.number} names: these are rows of different scripts`,
    );
  known.answers += 1;
  known.firstMs = Math.min(known.firstMs, sentAt);
  known.lastMs = Math.max(known.lastMs, sentAt + durationMs);
  if (known.lastMs > LATEST_MS || known.lastMs - known.firstMs > LONGEST_MS)
    throw new RowsError(
      'rows-clock',
      `${place}  expected sentAt in milliseconds since the epoch, within ${LONGEST_MS / DAY_MS} days of the other rows of ${known.begin.generator}, found ${sentAt} (durationMs ${durationMs}). Let the generator write milliseconds, and set no clock while it runs`,
    );
  const date = Date.parse(String(headers?.['date'] ?? ''));
  known.clock.sees({ dateMs: Number.isNaN(date) ? undefined : date, sentMs: sentAt, receivedMs: sentAt + durationMs });
}

function whole(name: string, { begin, end, file, first, last, answers, clock, firstMs, lastMs }: Growing): RowGenerator {
  const place = `${file}:${last.number}`;
  if (end === undefined)
    throw new RowsError(
      'rows-cut-off',
      `${place}  the rows of ${name} are cut off after this one: they have no 'end'. Collect them again once it has ended; if it was killed, leave it out`,
    );
  if (answers < end.iterations)
    throw new RowsError(
      'rows-cut-off',
      `${place}  ${name} has sent ${end.iterations} requests, and only ${answers} rows of answers are here. Collect its whole output again`,
    );
  if (answers > end.iterations)
    throw new RowsError(
      'generator-twice',
      `${place}  ${name} has sent ${end.iterations} requests, and ${answers} rows of answers are here: some came twice. Collect its output again, each line once`,
    );
  if (answers === 0) throw new RowsError('rows-missing', `${place}  ${name} has sent nothing: there is no answer to judge. Leave it out`);
  const part = { file, from: first.from, to: last.to, line: first.number };
  return { name, begin, end, part, answers, ahead: clock.offset(), firstMs, lastMs };
}

const SAME = ['document', 'target', 'export', 'baseUrl', 'key'] as const;

/** Generators of one load run one script against one target. */
function demandOneLoad([first, ...others]: readonly [RowGenerator, ...RowGenerator[]]): void {
  for (const { name, begin, part } of others) {
    const differing = SAME.find((field) => begin[field] !== first.begin[field]);
    if (differing !== undefined)
      throw new RowsError(
        'rows-of-two-loads',
        `${part.file}:${part.line}  expected ${differing} ${first.begin[differing] ?? 'not set'}, as in ${first.part.file}, found ${begin[differing] ?? 'not set'} in the rows of ${name}: rows of different scripts or targets are no one load. Analyze each by itself`,
      );
  }
}

/** What else the file may be. */
function whyNone(file: string, size: number): string {
  const remedy = 'Run the script of `assay export k6` with --log-format raw --console-output FILE';
  if (size === 0) return `expected rows, found an empty file. ${remedy}`;
  const [first] = textLines({ file, from: 0, to: Math.min(size, 4096), line: 1 }, ROWS);
  const text = first?.text ?? '';
  if (/"type":"(?:Metric|Point)"/.test(text) || text.startsWith('metric_name,'))
    return `expected rows, found k6's own metrics, which hold no headers. ${remedy}`;
  return `expected rows (JSON objects with "row": "assay/2"), found none. ${remedy}`;
}
