import type { Outcome } from './mutant.ts';
import type { Score, Survivor, Tally } from './score.ts';

/** Everything for a reader, the figures last. */
export function scoreText(score: Score): string {
  const { survivors, contradicted, agreement, notKilled, notCovered, durationMs } = score;
  return [
    ...survivors.flatMap(survivorLines),
    ...contradicted.map(({ mutant, why }) => `CONTRADICTED ${mutant}: ${why}`),
    ...table('document', score.byDocument),
    ...table('kind', score.byKind),
    `not killed: ${notKilled.survived} survived, ${notKilled.inconclusive} left clauses that can no longer be judged, ${notKilled.broke} broke the trial off`,
    `not covered: ${inWords(notCovered.byKind)}; that is ${percent(notCovered.mutants / notCovered.of)} of all ${notCovered.of} mutants`,
    `classified: ${classified(score)}. ${agreed(agreement)}.`,
    `score: ${percent(score.total.score)} (killed ÷ (all − equivalent − undocumented)), ${percent(score.total.killed / score.total.mutants)} of all; ${(durationMs / 1000).toFixed(0)} s`,
    lastLine(score),
    '',
  ].join('\n');
}

export function lastLine({ total, notCovered }: Score): string {
  return `mutants: ${total.killed} killed of ${total.mutants} (${total.equivalent} equivalent, ${total.undocumented} undocumented, ${notCovered.mutants} not covered)`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function agreed({ agree, both }: Score['agreement']): string {
  return both === 0
    ? 'A second, independent classification is still to be made'
    : `A second, independent classification agrees on ${agree} of ${both}`;
}

function classified({ total }: Score): string {
  return `${total.equivalent} equivalent, ${total.undocumented} undocumented, ${total.missed} missed, ${total.unclassified} not yet`;
}

function survivorLines({ id, file, line, original, replacement, outcome, class: named }: Survivor): readonly string[] {
  return [
    `${named ?? 'UNCLASSIFIED'} ${id}`,
    `  src/mock/${file}:${line}${ending(outcome)}`,
    `  - ${oneLine(original)}`,
    `  + ${oneLine(replacement)}`,
  ];
}

function ending(outcome: Outcome): string {
  if (outcome.kind === 'inconclusive')
    return ` (not judged any more: ${outcome.clauses.slice(0, 3).join(', ')}${outcome.clauses.length > 3 ? ', …' : ''})`;
  return outcome.kind === 'broke' ? ` (broke off: ${outcome.why.split('\n')[0] ?? ''})` : '';
}

function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
}

const SECTION = /(?<=<!-- mutants -->\n)[\s\S]*?(?=<!-- \/mutants -->)/;

/** The page with this section in the place of the one before. Throws where it has no place for it. */
export function withSection(page: string, section: string): string {
  if (!SECTION.test(page)) throw new Error('the page has no section between <!-- mutants --> and <!-- /mutants -->: put the two lines in');
  return page.replace(SECTION, () => section);
}

/** The figures as Markdown. */
export function sectionText(score: Omit<Score, 'survivors' | 'durationMs'>): string {
  const { total, notCovered, notKilled, agreement } = score;
  return [
    `Seed ${score.seed}, ${score.sample} mutants: **${percent(total.score)}** are killed, ${total.killed} of ${total.mutants - total.equivalent - total.undocumented}. Not counted are ${total.equivalent} equivalent and ${total.undocumented} undocumented ones; of all, ${percent(total.killed / total.mutants)} are killed.`,
    `Of those that are not killed, ${notKilled.survived} left every verdict as it was, ${notKilled.inconclusive} left clauses that can no longer be judged and ${notKilled.broke} broke the trial off.`,
    `${notCovered.mutants} of all ${notCovered.of} mutants are not covered. ${agreed(agreement)}.`,
    '',
    ...markdownTable('document', score.byDocument, notCovered.byDocument),
    ...markdownTable('kind', score.byKind, notCovered.byKind),
  ].join('\n');
}

function markdownTable(
  title: string,
  rows: Readonly<Record<string, Tally>>,
  notCovered: Readonly<Record<string, number>>,
): readonly string[] {
  return [
    `| ${title} | ${COLUMNS.join(' | ')} | score | not covered |`,
    `| --- | ${COLUMNS.map(() => '--:').join(' | ')} | --: | --: |`,
    ...Object.entries(rows).map(
      ([name, tally]) =>
        `| ${name} | ${COLUMNS.map((column) => tally[column]).join(' | ')} | ${percent(tally.score)} | ${notCovered[name] ?? 0} |`,
    ),
    '',
  ];
}

const COLUMNS = ['mutants', 'killed', 'equivalent', 'undocumented', 'missed', 'unclassified'] as const;

function table(title: string, rows: Readonly<Record<string, Tally>>): readonly string[] {
  const width = Math.max(title.length, ...Object.keys(rows).map(({ length }) => length));
  const head = `${title.padEnd(width)}  ${COLUMNS.map((name) => name.padStart(14)).join('')}          score`;
  return [
    head,
    ...Object.entries(rows).map(
      ([name, tally]) =>
        `${name.padEnd(width)}  ${COLUMNS.map((column) => String(tally[column]).padStart(14)).join('')}${percent(tally.score).padStart(14)}`,
    ),
    '',
  ];
}

function inWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');
}
