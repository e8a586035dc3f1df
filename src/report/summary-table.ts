import { plural } from './defects.ts';
import type { Report } from '../model/types.ts';
import { tallyByDocument, totalOf, worstVerdict } from './tally.ts';
import type { DocumentTally, FeatureTally, Standing, Tally } from './tally.ts';
import type { Paint, Style } from './text.ts';

/** Verdicts by document and feature: a line for each feature that needs attention, the others side by side. */
export function verdictTable(report: Report, width: number, paint: Paint): readonly string[] {
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
