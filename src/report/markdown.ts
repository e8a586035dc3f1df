import { defectCount, defectsOf, plural, type Defect } from './defects.ts';
import { codeBlock, codeSpan, plainText, tableRow, visible } from './safe-text.ts';
import type { Report } from '../model/types.ts';
import { brief, excerpt } from './excerpt.ts';
import { headlineFigures, loadTables, whyInvalid, type LoadTable } from './load-tables.ts';
import { outcomeText, whyNotCertifiable } from './outcome.ts';
import { fewSteps, numberedSteps, replayCommand } from './steps.ts';
import { editFor, firstFew, reasonsFor } from './reasons.ts';
import { recurrenceText } from './recurrence.ts';
import { judgedOfClaimed, tallyByDocument, totalOf, worstVerdict, familiesText, requestKinds, type Tally } from './tally.ts';
import { duration } from './text.ts';
import { grouped } from '../model/grouped.ts';

/** CI systems cut a job summary off, or refuse it; well below the smallest of their limits. */
const MAX_BYTES = 60_000;

/** `summary.md`: GitHub-flavoured Markdown, below 60 kB; what matters most first, and what no longer fits is counted. */
export function renderMarkdown(report: Report): string {
  const { heading, why } = outcomeText(report);
  const invalid = report.load === undefined ? undefined : whyInvalid(report.load);
  const head = [
    ...(invalid === undefined ? [] : ['> [!CAUTION]', `> **Figures invalid:** ${plainText(invalid)}`, '']),
    `# ${SIGNS[report.outcome]} ${heading.toLowerCase()}`,
    '',
    `${plainText(why)}; exit code ${report.exitCode}.`,
    '',
    ...figures(report),
  ].join('\n');
  const tail = [
    loadSection(report),
    stoppedList(report),
    badWaiverList(report),
    documentTable(report),
    waivedTable(report),
    reasonTable(report, 'error'),
    reasonTable(report, 'inconclusive'),
    reasonTable(report, 'skipped'),
    leftoverTable(report),
    featureTable(report),
  ];
  const sections = [head, ...fitting(report, MAX_BYTES - bytes([head, ...tail].join('\n\n'))), ...tail].filter((section) => section !== '');
  return `${sections.join('\n\n')}\n`;
}

/** What keeps the target from being judged. */
function stoppedList({ stopped = [] }: Report): string {
  return stopped.map(({ message }) => `- ${plainText(message)}`).join('\n');
}

function badWaiverList({ badWaivers = [] }: Report): string {
  return badWaivers.map(({ at, message }) => `- ${plainText(`${at}  ${message}`)}`).join('\n');
}

/** Known deviations: what each is, and until when whoever answers for it. */
function waivedTable({ waived }: Report): string {
  if (waived.length === 0) return '';
  // One waiver may cover several failures.
  const each = new Set(
    waived.map(({ clause, expires, owner, reason, link }) =>
      tableRow([codeSpan(clause), expires, plainText(owner), plainText(brief(reason, CELL)), plainText(link)]),
    ),
  );
  const rows = [...each].slice(0, REASONS);
  const rest = each.size > REASONS ? ['', `… and ${each.size - REASONS} more`] : [];
  return [
    `## ${plural(waived.length, 'failure')} waived`,
    '',
    tableRow(['clause', 'until', 'owner', 'reason', 'link']),
    tableRow(['---', '---', '---', '---', '---']),
    ...rows,
    ...rest,
  ].join('\n');
}

const SIGNS: Readonly<Record<Report['outcome'], string>> = {
  conformant: '✅',
  violations: '❌',
  shard: '🧩',
  inconclusive: '❔',
  partial: '❔',
  usage: '⚠️',
  error: '⚠️',
};

function figures(report: Report): readonly string[] {
  const { summary, requests, durationMs, seed, target, tool, observations } = report;
  const { clauses, transitions } = summary;
  const uncertified = whyNotCertifiable(report);
  return [
    tableRow(['figure', 'value']),
    tableRow(['---', '---']),
    tableRow(['clauses', `${judgedOfClaimed(report)} judged, ${clauses.passed} passed`]),
    ...(transitions.documented === 0
      ? headlineFigures(report).map(([label, value]) => tableRow([label, value]))
      : [
          tableRow([
            'transitions',
            `${transitions.exercised} of ${transitions.documented} documented exercised, ${transitions.passed} passed`,
          ]),
        ]),
    ...(familiesText(report) === '' ? [] : [tableRow(['oracle families', familiesText(report)])]),
    tableRow([report.load === undefined ? 'requests' : 'exchanges in the trace', `${requests.sent}: ${requestKinds(report)}`]),
    tableRow(['observed', plural(observations.length, 'undocumented behaviour')]),
    ...(uncertified === '' ? [] : [tableRow(['certificate', plainText(`not possible: ${uncertified}`)])]),
    tableRow([
      'run',
      `${duration(durationMs)}, seed ${seed}, target ${codeSpan(target.name)}, ${plainText(tool.name)} ${plainText(tool.version)}`,
    ]),
  ];
}

/** What the figures of a load may take. */
const LOAD_BYTES = 30_000;

/** All figures of a load; rows that no longer fit are counted. */
function loadSection(report: Report): string {
  let room = LOAD_BYTES;
  const table = ({ title, head, rows }: LoadTable): string => {
    const fit: string[] = [];
    for (const row of rows) {
      const line = tableRow(row.map((cell) => plainText(brief(cell, CELL))));
      if (bytes(line) > room) break;
      room -= bytes(line);
      fit.push(line);
    }
    const left = rows.length - fit.length;
    const lines = [
      tableRow([...head]),
      tableRow(head.map(() => '---')),
      ...fit,
      ...(left === 0 ? [] : ['', `… and ${left} more in \`report.json\``]),
    ];
    return rows.length > SHORT ? details(title, lines.join('\n')) : [`### ${plainText(title)}`, '', ...lines].join('\n');
  };
  const tables = loadTables(report).map(table);
  return tables.length === 0 ? '' : ['## Load', ...tables].join('\n\n');
}

/** Tables of more rows are folded. */
const SHORT = 15;

/** The failures by root cause, as many as fit. */
function fitting(report: Report, budget: number): readonly string[] {
  const defects = defectsOf(report);
  if (defects.length === 0) return [];
  const shown = [`## ${defectCount(defects)}`];
  for (const defect of defects) {
    const section = defectSection(defect, report);
    if (bytes([...shown, section].join('\n\n')) > budget - REMAINDER_BYTES) break;
    shown.push(section);
  }
  const left = defects.length - (shown.length - 1);
  return left === 0 ? shown : [...shown, `… and ${plural(left, 'more defect')} in \`report.json\`.`];
}

const REMAINDER_BYTES = 100;
/** A single text is cut well before it could fill the page alone. */
const TEXT_LIMIT = 1500;
const SCRIPT_LIMIT = 6000;
const STEPS = 30;

function defectSection({ title, cause, consequences }: Defect, report: Report): string {
  const clause = report.clauses.find(({ id }) => id === cause.clause);
  const scriptFits = cause.curl.length <= SCRIPT_LIMIT;
  return [
    `### ${plainText(title)}`,
    '',
    `${codeSpan(cause.clause)}${clause === undefined ? '' : `, ${clause.document}, ${plainText(clause.section)}`}${clause?.says === undefined ? '' : `: ${plainText(clause.says)}`}`,
    '',
    codeBlock('text', `expected  ${excerpt(cause.expected, TEXT_LIMIT)}\nreceived  ${excerpt(cause.received, TEXT_LIMIT)}`),
    '',
    ...(cause.recurrence === undefined ? [] : [recurrenceText(cause.recurrence), '']),
    ...(cause.sequence.length === 0 ? [] : [codeBlock('text', fewSteps(numberedSteps(cause), STEPS).map(visible).join('\n')), '']),
    ...(cause.replay === '' ? [] : [codeBlock('sh', replayCommand(report, cause.replay))]),
    ...(cause.curl === '' || !scriptFits ? [] : ['', details('curl', codeBlock('sh', cause.curl.trimEnd()))]),
    ...(consequences.length === 0 ? [] : ['', details(plural(consequences.length, 'consequence'), consequenceTable(consequences))]),
  ].join('\n');
}

function consequenceTable(consequences: Defect['consequences']): string {
  const shown = consequences.slice(0, CONSEQUENCES);
  const rows = shown.map(({ clause, expected, received }) =>
    tableRow([codeSpan(clause), codeSpan(brief(expected, CELL)), codeSpan(brief(received, CELL))]),
  );
  const rest = consequences.length > CONSEQUENCES ? ['', `… and ${consequences.length - CONSEQUENCES} more`] : [];
  return [tableRow(['clause', 'expected', 'received']), tableRow(['---', '---', '---']), ...rows, ...rest].join('\n');
}

const CONSEQUENCES = 25;

function documentTable(report: Report): string {
  const hasTransitions = report.summary.transitions.documented > 0;
  const rows = tallyByDocument(report).map(({ document, tally, transitions }) =>
    tableRow([
      `${SYMBOLS[worstVerdict(tally) ?? 'skipped']} ${document}`,
      ...cells(tally),
      ...(hasTransitions ? [`${transitions.passed} of ${transitions.documented}`] : []),
    ]),
  );
  if (rows.length === 0) return '';
  const columns = [...COLUMNS, ...(hasTransitions ? ['transitions passed'] : [])];
  return [tableRow(['document', ...columns]), tableRow(['---', ...columns.map(() => '--:')]), ...rows].join('\n');
}

function featureTable(report: Report): string {
  const rows = tallyByDocument(report).flatMap(({ document, features }) =>
    features.map(({ name, tally }) =>
      tableRow([document, `${SYMBOLS[worstVerdict(tally) ?? 'skipped']} ${plainText(name)}`, ...cells(tally)]),
    ),
  );
  if (rows.length === 0) return '';
  return details(
    'verdicts by feature',
    [tableRow(['document', 'feature', ...COLUMNS]), tableRow(['---', '---', ...COLUMNS.map(() => '--:')]), ...rows].join('\n'),
  );
}

const COLUMNS = ['clauses', 'passed', 'failed', 'waived', 'inconclusive', 'skipped', 'error'];
const SYMBOLS = { pass: '✅', fail: '❌', inconclusive: '❔', skipped: '➖', error: '⚠️', waived: '🟡' } as const;

function cells(tally: Tally): readonly string[] {
  return [totalOf(tally), tally.pass, tally.fail, tally.waived, tally.inconclusive, tally.skipped, tally.error].map((count) =>
    count === 0 ? '' : String(count),
  );
}

function reasonTable(report: Report, verdict: 'error' | 'inconclusive' | 'skipped'): string {
  const groups = reasonsFor(report, verdict);
  if (groups.length === 0) return '';
  const shown = groups.slice(0, REASONS);
  const rows = shown.map(({ blame, reason, clauses }) =>
    tableRow([String(clauses.length), blame ?? '', reasonCell(reason), plainText(firstFew(clauses, 5))]),
  );
  const rest = groups.length > REASONS ? ['', `… and ${plural(groups.length - REASONS, 'more reason')}`] : [];
  const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
  return details(
    `${count} ${verdict === 'error' ? 'in error' : verdict}`,
    [tableRow(['clauses', 'blame', 'reason', 'clause ids']), tableRow(['--:', '---', '---', '---']), ...rows, ...rest].join('\n'),
  );
}

/** The reason, and what to write into the profile because of it. */
function reasonCell(reason: string): string {
  const edit = editFor(reason);
  return `${plainText(brief(reason, CELL))}${edit === undefined ? '' : `. Add ${codeSpan(edit)}`}`;
}

const REASONS = 20;
/** Characters of a cell. */
const CELL = 160;

/** What the clean-up has left in the target, by what and why. */
function leftoverTable({ leftovers }: Report): string {
  const groups = grouped(leftovers, ({ what, detail }) => JSON.stringify([what, detail]));
  if (groups.size === 0) return '';
  const rows = [...groups.values()]
    .slice(0, REASONS)
    .map((some) => tableRow([String(some.length), plainText(some[0]?.what ?? ''), plainText(brief(some[0]?.detail ?? '', CELL))]));
  const rest = groups.size > REASONS ? ['', `… and ${plural(groups.size - REASONS, 'more reason')}`] : [];
  return details(
    plural(leftovers.length, 'leftover'),
    [tableRow(['count', 'resource', 'reason']), tableRow(['--:', '---', '---']), ...rows, ...rest].join('\n'),
  );
}

function details(summary: string, content: string): string {
  return `<details><summary>${plainText(summary)}</summary>\n\n${content}\n\n</details>`;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
