import type { Report } from '../model/types.ts';
import { defectCount, defectsOf, plural } from './defects.ts';
import type { Defect } from './defects.ts';
import { firstFew } from './reasons.ts';
import { recurrenceText } from './recurrence.ts';
import { shellWord } from './shell.ts';
import { fewSteps, numberedSteps, replayCommand } from './steps.ts';
import { visible } from './safe-text.ts';
import { labelled } from './text.ts';
import type { Paint } from './text.ts';

/** How much of a run with many defects a terminal shows; the report has the rest. */
const IN_FULL = 3;
const IN_SHORT = 15;
const SCRIPT_LINES = 16;
const STEPS = 12;

interface Layout {
  readonly width: number;
  /** The path of `report.json`, where it is known. */
  readonly reportFile: string | undefined;
  readonly paint: Paint;
}

/** The failures by root cause: for each defect its first failure in full, and the clauses that follow from it. */
export function defectBlock(report: Report, layout: Layout): readonly string[] {
  const { paint, reportFile } = layout;
  const defects = defectsOf(report);
  if (defects.length === 0) return [];
  const rest = defects.length - IN_FULL - IN_SHORT;
  return [
    paint(['bold', 'red'], defectCount(defects)),
    '',
    ...defects.slice(0, IN_FULL).flatMap((defect, index) => inFull(defect, index + 1, report, layout)),
    ...defects.slice(IN_FULL, IN_FULL + IN_SHORT).map((defect, index) => inShort(defect, IN_FULL + index + 1, paint)),
    ...(rest > 0 ? [paint('dim', `  and ${plural(rest, 'more defect')} in ${reportFile ?? 'the report'}`)] : []),
    ...(defects.length > IN_FULL ? [''] : []),
  ];
}

function inShort({ name, cause, consequences }: Defect, number: number, paint: Paint): string {
  const more = consequences.length === 0 ? '' : paint('dim', ` and ${plural(consequences.length, 'consequence')}`);
  return `${paint('red', '✗')} ${number}  ${visible(name)}: ${cause.clause}${more}`;
}

function inFull({ name, cause, consequences }: Defect, number: number, report: Report, layout: Layout): readonly string[] {
  const { paint } = layout;
  const field = (label: string, text: string, limit = 2): readonly string[] =>
    labelled(label, visible(text), { indent: 5, labelWidth: 10, width: layout.width, limit }, (word) => paint('dim', word));
  const clause = report.clauses.find(({ id }) => id === cause.clause);
  const basis = cause.basis === undefined || cause.basis === 'documented' ? '' : ` (${cause.basis})`;
  const seenIn = `exchange${cause.exchanges.length === 1 ? '' : 's'} ${firstFew(cause.exchanges.map(String), 8)}`;
  const following = firstFew([...new Set(consequences.map((failure) => failure.clause))], 6);
  return [
    `${paint('red', '✗')} ${number}  ${paint('bold', visible(name))}`,
    ...field('clause', cause.clause + basis),
    ...(clause === undefined ? [] : field('section', `${clause.document}, ${clause.section}`)),
    ...(clause?.says === undefined ? [] : field('says', clause.says, 3)),
    ...field('expected', cause.expected, 6),
    ...field('received', cause.received, 6),
    ...(cause.recurrence === undefined ? [] : field('shows', recurrenceText(cause.recurrence))),
    ...(cause.exchanges.length === 0 ? [] : field('seen in', seenIn)),
    ...fewSteps(numberedSteps(cause), STEPS).map((step, index) => row(index === 0 ? 'sequence' : '', step, layout)),
    ...(consequences.length === 0 ? [] : field('follows', `${plural(consequences.length, 'more failure')}: ${following}`, 4)),
    ...(cause.replay === '' ? [] : [command('replay', replayCommand(report, cause.replay), paint)]),
    ...script(cause.curl, report.failures.indexOf(cause), layout),
    '',
  ];
}

/** A row of a table: what is too long is cut, so that the columns stay; `summary.md` has all of it. */
function row(label: string, text: string, { width, paint }: Layout): string {
  const room = width - 15;
  const shown = visible(text);
  return `     ${paint('dim', label.padEnd(10))}${shown.length > room ? `${shown.slice(0, room - 1)}…` : shown}`;
}

/** Stands on one line whatever its length, so that it can be copied. */
function command(label: string, text: string, paint: Paint): string {
  return `     ${paint('dim', label.padEnd(10))}${visible(text)}`;
}

/** A short script stands here, ready to copy; a long one, or one that a terminal would act on, is one command away. */
function script(curl: string, index: number, { reportFile, paint }: Layout): readonly string[] {
  if (curl === '') return [];
  const lines = curl.trimEnd().split('\n');
  if (lines.length <= SCRIPT_LINES && lines.every((line) => visible(line) === line)) {
    return [`     ${paint('dim', 'curl')}`, ...lines.map((line) => `       ${line}`)];
  }
  if (reportFile === undefined) return [command('curl', `failures[${index}].curl in report.json`, paint)];
  const path = /^[./]/.test(reportFile) ? reportFile : `./${reportFile}`;
  return [command('curl', `node -p ${shellWord(`require(${JSON.stringify(path)}).failures[${index}].curl`)} | sh`, paint)];
}
