import { dirname } from 'node:path';
import { plural, defectCount, defectsOf, type Defect } from './defects.ts';
import type { Report } from '../model/types.ts';
import {
  judgedOfClaimed,
  familiesText,
  isUnclaimed,
  requestKinds,
  tallyByDocument,
  totalOf,
  worstVerdict,
  type DocumentTally,
  type FeatureTally,
  type Standing,
  type Tally,
} from './tally.ts';
import { outcomeText, whyNotCertifiable } from './outcome.ts';
import { brief } from './excerpt.ts';
import { editFor, firstFew, reasonsFor } from './reasons.ts';
import { visible } from './safe-text.ts';
import { duration, labelled, painter, type Paint, type Style } from './text.ts';
import { recurrenceText } from './recurrence.ts';
import { shellWord } from './shell.ts';
import { fewSteps, numberedSteps, replayCommand } from './steps.ts';

export interface SummaryOptions {
  /** False for NO_COLOR, and where the output is no terminal. */
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Where the run's files are, as a person would type it; the one called `report.json` also serves the curl hint. */
  readonly files?: readonly { readonly about: string; readonly path: string; readonly broken?: string }[];
}

/** What a person reads in the terminal when a run has ended; ends with a line feed. */
export function renderSummary(report: Report, options: SummaryOptions): string {
  const paint = painter(options.color);
  const width = Math.max(60, Math.min(options.width, 120));
  const files = options.files ?? [];
  const reportFile = files.find(({ path }) => path.endsWith('report.json'))?.path;
  const lines = [
    ...headline(report, width, paint),
    '',
    ...waiversToChange(report, width, paint),
    ...defectBlock(report, { width, reportFile, paint }),
    ...verdictTable(report, width, paint),
    ...notJudged(report, width, paint),
    ...figures(report, width, paint),
    '',
    ...files.flatMap(({ about, path, broken }) =>
      labelled(
        about,
        visible(broken === undefined ? path : `${path} could not be made: ${brief(broken, 300)}`),
        { indent: 0, labelWidth: LABEL_WIDTH, width: 1000 },
        (label) => paint('dim', label),
      ),
    ),
  ];
  return `${lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

const LABEL_WIDTH = 14;

const OUTCOME_STYLES: Readonly<Record<Report['outcome'], Style>> = {
  conformant: 'green',
  violations: 'red',
  shard: 'dim',
  inconclusive: 'yellow',
  partial: 'yellow',
  usage: 'yellow',
  error: 'red',
};

function headline(report: Report, width: number, paint: Paint): readonly string[] {
  const { heading, why } = outcomeText(report);
  const text = `${visible(why)}; exit code ${report.exitCode}`;
  return labelled(heading, text, { indent: 0, labelWidth: heading.length + 2, width }, (label) =>
    paint(['bold', OUTCOME_STYLES[report.outcome]], label),
  );
}

/** Why clauses are in error or inconclusive, by blame, so that the reader knows who has to act. */
function notJudged(report: Report, width: number, paint: Paint): readonly string[] {
  return (['error', 'inconclusive'] as const).flatMap((verdict) => {
    const groups = reasonsFor(report, verdict);
    if (groups.length === 0) return [];
    const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
    const shown = groups.slice(0, REASONS).flatMap(({ blame, reason, clauses }) =>
      labelled(
        `${blame ?? 'unknown'} ${clauses.length}`,
        // What is too long is cut at its end, where the clauses stand.
        visible(`${editFirst(reason)}${reason}: ${firstFew(clauses, 4)}`),
        { indent: 2, labelWidth: 19, width, limit: 4 },
        (label) => paint('yellow', label),
      ),
    );
    const rest =
      groups.length > REASONS
        ? [paint('dim', `  and ${plural(groups.length - REASONS, 'more reason')}, in report.html and from 'assay plan'`)]
        : [];
    const several = report.clauses.filter(
      (clause) => clause.verdict === verdict && clause.waived !== true && clause.furtherReasons !== undefined,
    ).length;
    const further =
      several === 0 ? [] : [paint('dim', `  ${several} of them for further reasons too, which 'assay show RUN CLAUSE' lists`)];
    const title = verdict === 'error' ? `${count} in error, by blame` : `${count} inconclusive, by blame`;
    return [paint('bold', title), ...shown, ...rest, ...further, ''];
  });
}

const REASONS = 8;

function editFirst(reason: string): string {
  const edit = editFor(reason);
  return edit === undefined ? '' : `Add  ${edit}  `;
}

function figures(report: Report, width: number, paint: Paint): readonly string[] {
  const { transitions } = report.summary;
  const uncertified = whyNotCertifiable(report);
  const line = (label: string, text: string): readonly string[] =>
    text === ''
      ? []
      : labelled(label, visible(text), { indent: 0, labelWidth: LABEL_WIDTH, width, limit: 4 }, (word) => paint('dim', word));
  return [
    ...line(
      'clauses',
      `${judgedOfClaimed(report)} judged; ${plural(report.specs.clauses, 'clause')} in all, with informative and undocumented ones`,
    ),
    ...line(
      'transitions',
      transitions.documented === 0
        ? ''
        : `${transitions.exercised} of ${transitions.documented} documented exercised, ${transitions.passed} passed`,
    ),
    ...line('requests', `${report.requests.sent.toLocaleString('en-US')} sent: ${requestKinds(report)}`),
    ...line('families', familiesText(report)),
    ...line('skipped', skippedText(report)),
    ...line('observed', report.observations.length === 0 ? '' : plural(report.observations.length, 'undocumented behaviour')),
    ...line('waived', waivedText(report)),
    ...line('flaky', flakyText(report)),
    ...line('leftovers', leftoversText(report)),
    ...line('certificate', uncertified === '' ? '' : `not possible: ${uncertified}`),
    ...line(
      'run',
      `${duration(report.durationMs)}, seed ${report.seed}, target ${report.target.name}, ${report.tool.name} ${report.tool.version}`,
    ),
  ];
}

/** How much of what the clean-up has left; the report has each with its reason. */
function leftoversText({ leftovers }: Report): string {
  const counts = new Map<string, number>();
  for (const { what } of leftovers) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(' · ');
}

/** What failed, did not show again, and has an excuse; the report has a replay token for each. */
function flakyText({ flaky }: Report): string {
  return firstFew(
    flaky.map(
      ({ clause, failed, runs, because }) =>
        `${clause} (${failed} of ${plural(runs, 'run')} failed${because === undefined ? '' : `: ${because}`})`,
    ),
    6,
  );
}

function skippedText(report: Report): string {
  const groups = reasonsFor(report, 'skipped');
  const others = groups.filter(({ reason }) => !isUnclaimed({ verdict: 'skipped', reason }));
  const unclaimed = report.clauses.filter(isUnclaimed).length;
  const shown = [
    ...others.slice(0, REASONS).map(({ reason, clauses }) => `${clauses.length} ${reason}`),
    ...(unclaimed === 0 ? [] : [`${unclaimed} not claimed`]),
  ];
  return shown.join(' · ') + (others.length > REASONS ? ` · and ${plural(others.length - REASONS, 'more reason')}` : '');
}

/** Known deviations, with the day and the person that each waits for. */
function waivedText({ waived }: Report): string {
  if (waived.length === 0) return '';
  const each = waived.map(({ clause, expires, owner }) => `${clause} until ${expires} (${owner})`);
  return `${plural(waived.length, 'failure')}: ${firstFew([...new Set(each)], 6)}`;
}

/** Waivers that have to be changed, each with its place. */
function waiversToChange({ badWaivers = [] }: Report, width: number, paint: Paint): readonly string[] {
  const lines = badWaivers.flatMap(({ at, message }) =>
    labelled('!', visible(`${at}  ${message}`), { indent: 0, labelWidth: 2, width }, (label) => paint('yellow', label)),
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

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
function defectBlock(report: Report, layout: Layout): readonly string[] {
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
    ...(defects.length > IN_FULL && reportFile !== undefined
      ? [paint('dim', `  in full: assay show ${shellWord(dirname(reportFile))} CLAUSE`)]
      : []),
    ...(defects.length > IN_FULL ? [''] : []),
  ];
}

function inShort({ title, cause, consequences }: Defect, number: number, paint: Paint): string {
  const more = consequences.length === 0 ? '' : paint('dim', ` and ${plural(consequences.length, 'consequence')}`);
  return `${paint('red', '✗')} ${number}  ${cause.clause}: ${visible(title)}${more}`;
}

function inFull({ title, cause, consequences }: Defect, number: number, report: Report, layout: Layout): readonly string[] {
  const { paint } = layout;
  const field = (label: string, text: string, limit = 2): readonly string[] =>
    labelled(label, visible(text), { indent: 5, labelWidth: 10, width: layout.width, limit }, (word) => paint('dim', word));
  const clause = report.clauses.find(({ id }) => id === cause.clause);
  const basis = cause.basis === undefined || cause.basis === 'documented' ? '' : ` (${cause.basis})`;
  const evidence = `exchange${cause.exchanges.length === 1 ? '' : 's'} ${firstFew(cause.exchanges.map(String), 8)}`;
  const shown = cause.exchanges.at(-1);
  const following = firstFew([...new Set(consequences.map((failure) => failure.clause))], 6);
  return [
    `${paint('red', '✗')} ${number}  ${paint('bold', visible(title))}`,
    ...field('clause', cause.clause + basis),
    ...(clause === undefined ? [] : field('section', `${clause.document}, ${clause.section}`)),
    ...(clause?.says === undefined ? [] : field('statement', clause.says, 3)),
    ...field('expected', cause.expected, 6),
    ...field('received', cause.received, 6),
    ...(cause.recurrence === undefined ? [] : field('reruns', recurrenceText(cause.recurrence))),
    ...(cause.exchanges.length === 0 ? [] : field('evidence', evidence)),
    ...(shown === undefined || layout.reportFile === undefined
      ? []
      : [command('show', `assay show ${shellWord(dirname(layout.reportFile))} ${shown}`, paint)]),
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

/** Verdicts by document and feature: a line for each feature that needs attention, the others side by side. */
function verdictTable(report: Report, width: number, paint: Paint): readonly string[] {
  const documents = tallyByDocument(report);
  const nameWidth = Math.max(0, ...documents.map(({ document }) => document.length));
  const featureWidth = Math.max(0, ...documents.flatMap(({ features }) => features.map(({ name }) => name.length)));
  return documents.flatMap((document) => [
    documentLine(document, nameWidth, paint),
    ...attentionLines(document.features, featureWidth, paint),
    ...calmLines(document.features, featureWidth, width, paint),
    '',
  ]);
}

/** The symbol that stands for a verdict; colour only repeats what it says. */
export function symbol(verdict: Standing, paint: Paint): string {
  const [sign, style] = SYMBOLS[verdict ?? 'none'];
  return paint(style, sign);
}

const SYMBOLS: Readonly<Record<Exclude<Standing, null> | 'none', readonly [string, Style]>> = {
  pass: ['✓', 'green'],
  fail: ['✗', 'red'],
  inconclusive: ['?', 'yellow'],
  skipped: ['–', 'dim'],
  error: ['!', 'red'],
  waived: ['~', 'yellow'],
  none: [' ', 'dim'],
};

function documentLine({ document, tally, transitions }: DocumentTally, nameWidth: number, paint: Paint): string {
  const clauses = `${tally.pass} of ${plural(totalOf(tally), 'clause')} passed`;
  const moves = transitions.documented === 0 ? '' : `   ${transitions.passed} of ${plural(transitions.documented, 'transition')} passed`;
  return `${symbol(worstVerdict(tally), paint)} ${paint('bold', document.padEnd(nameWidth))}   ${clauses.padEnd(CLAUSES_WIDTH)}${moves}`.trimEnd();
}

const CLAUSES_WIDTH = '1,000 of 1,000 clauses passed'.length;

function attentionLines(features: readonly FeatureTally[], featureWidth: number, paint: Paint): readonly string[] {
  return features
    .filter(needsAttention)
    .toSorted((a, b) => gravity(b.tally) - gravity(a.tally))
    .map(({ name, tally }) => `  ${symbol(worstVerdict(tally), paint)} ${name.padEnd(featureWidth)}   ${counts(tally, paint)}`);
}

function calmLines(features: readonly FeatureTally[], featureWidth: number, width: number, paint: Paint): readonly string[] {
  const calm = features.filter((feature) => !needsAttention(feature)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const cellWidth = 2 + featureWidth + COUNT_WIDTH + GAP;
  const columns = Math.max(1, Math.floor((width - INDENT + GAP) / cellWidth));
  const rows = Math.ceil(calm.length / columns);
  return Array.from({ length: rows }, (_, row) => {
    const cells = calm.filter((_feature, index) => index % rows === row).map((feature) => calmCell(feature, featureWidth, paint));
    return ' '.repeat(INDENT) + cells.join(' '.repeat(GAP));
  });
}

const INDENT = 2;
const GAP = 3;
const COUNT_WIDTH = ' 100/100'.length;

function calmCell({ name, tally }: FeatureTally, featureWidth: number, paint: Paint): string {
  const total = totalOf(tally);
  const count = tally.pass === total || tally.pass === 0 ? String(total) : `${tally.pass}/${total}`;
  return `${symbol(worstVerdict(tally), paint)} ${name.padEnd(featureWidth)}${paint('dim', count.padStart(COUNT_WIDTH))}`;
}

function needsAttention({ tally }: FeatureTally): boolean {
  return gravity(tally) > 0;
}

/** Errors before failures before what could not be judged, before what is waived. */
function gravity({ error, fail, inconclusive, waived }: Tally): number {
  return error * 1e9 + fail * 1e6 + inconclusive * 1e3 + waived;
}

function counts(tally: Tally, paint: Paint): string {
  const parts: readonly (readonly [number, string, Style])[] = [
    [tally.error, 'in error', 'red'],
    [tally.fail, 'failed', 'red'],
    [tally.inconclusive, 'inconclusive', 'yellow'],
    [tally.waived, 'waived', 'yellow'],
    [tally.pass, 'passed', 'dim'],
    [tally.skipped, 'skipped', 'dim'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word, style]) => paint(style, `${count} ${word}`))
    .join(', ');
}
