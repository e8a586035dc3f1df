import { plural } from './defects.ts';
import type { Report } from '../model/types.ts';
import { familiesText } from './families-text.ts';
import { outcomeText } from './outcome.ts';
import { brief } from './excerpt.ts';
import { firstFew, reasonsFor } from './reasons.ts';
import { requestKinds } from './request-kinds.ts';
import { defectBlock } from './summary-defects.ts';
import { verdictTable } from './summary-table.ts';
import { visible } from './safe-text.ts';
import { duration, labelled, painter, type Paint, type Style } from './text.ts';

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
    ...notJudged(report, width, paint),
    ...verdictTable(report, width, paint),
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
  const selection = Object.entries(report.selection ?? {}).map(
    ([what, value]) => `${what === 'excluded' ? 'without' : what} ${String(value)}`,
  );
  const selected = selection.length === 0 ? '' : ` (only ${selection.join(', ')})`;
  const text = `${visible(why + selected)}; exit code ${report.exitCode}`;
  return labelled(heading, text, { indent: 0, labelWidth: heading.length + 2, width }, (label) =>
    paint(['bold', OUTCOME_STYLES[report.outcome]], label),
  );
}

/** Why clauses are in error or inconclusive, by blame, so that the reader knows whose turn it is. */
function notJudged(report: Report, width: number, paint: Paint): readonly string[] {
  return (['error', 'inconclusive'] as const).flatMap((verdict) => {
    const groups = reasonsFor(report, verdict);
    if (groups.length === 0) return [];
    const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
    const shown = groups
      .slice(0, REASONS)
      .flatMap(({ blame, reason, clauses }) =>
        labelled(
          `${blame ?? 'unknown'} ${clauses.length}`,
          visible(`${reason}: ${firstFew(clauses, 4)}`),
          { indent: 2, labelWidth: 19, width, limit: 4 },
          (label) => paint('yellow', label),
        ),
      );
    const rest = groups.length > REASONS ? [paint('dim', `  and ${plural(groups.length - REASONS, 'more reason')}`)] : [];
    return [paint('bold', verdict === 'error' ? `${count} in error, by blame` : `${count} inconclusive, by blame`), ...shown, ...rest, ''];
  });
}

const REASONS = 8;

function figures(report: Report, width: number, paint: Paint): readonly string[] {
  const { clauses, transitions } = report.summary;
  const line = (label: string, text: string): readonly string[] =>
    text === ''
      ? []
      : labelled(label, visible(text), { indent: 0, labelWidth: LABEL_WIDTH, width, limit: 4 }, (word) => paint('dim', word));
  return [
    ...line(
      'clauses',
      `${clauses.passed + clauses.failed} of ${clauses.testable + clauses.referenceOnly} judged; ${plural(report.specs.clauses, 'clause')} in all`,
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
    ...line(
      'observed',
      report.observations.length === 0 ? '' : `${plural(report.observations.length, 'behaviour')} on which the documents are silent`,
    ),
    ...line('waived', waivedText(report)),
    ...line('flaky', flakyText(report)),
    ...line('left behind', leftoversText(report)),
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
  const shown = groups.slice(0, REASONS).map(({ reason, clauses }) => `${clauses.length} ${reason}`);
  return shown.join(' · ') + (groups.length > REASONS ? ` · and ${plural(groups.length - REASONS, 'more reason')}` : '');
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
