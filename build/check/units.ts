import { folded, sentencesOf } from './sentences.ts';

type UnitKind = 'heading' | 'line' | 'item' | 'row';

/** One thing that a document says: a paragraph line, a list item, a body row of a table, or a heading. */
export interface Unit {
  readonly kind: UnitKind;
  /** headings above it (and the heading itself) joined by ' > ', without the document's title */
  readonly section: string;
  /** 1-based, among the units of its kind in the section; for a row, in its table; 0 for a heading */
  readonly ordinal: number;
  /** 1-based ordinal of the row's table in the section; 0 for all but rows */
  readonly table: number;
  /** 1-based line of the document */
  readonly lineNumber: number;
  /** white space folded; without heading and list markers; the cells of a row joined by ' | ' */
  readonly text: string;
  /** several only in paragraph lines and items */
  readonly sentences: readonly string[];
  /** a clause must claim it */
  readonly content: boolean;
}

const PREAMBLE = '(preamble)';
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE_OF_TABLE = /^[\s|:-]+$/;

/** The units of a Markdown document in reading order; its title, table headers and empty lines are none. */
export function unitsOf(markdown: string): readonly Unit[] {
  const units: Unit[] = [];
  const headings: string[] = [];
  const counted = new Map<string, number>();
  let inTable = false;
  const section = (): string => headings.filter((heading) => heading !== '').join(' > ') || PREAMBLE;
  const next = (counter: string): number => {
    const ordinal = (counted.get(`${section()}\n${counter}`) ?? 0) + 1;
    counted.set(`${section()}\n${counter}`, ordinal);
    return ordinal;
  };
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    const lineNumber = index + 1;
    const row = ROW.exec(line)?.[1];
    if (row !== undefined) {
      // The first row of a table is its header, and counts the table.
      if (!inTable) next('table');
      else if (!RULE_OF_TABLE.test(row)) {
        const table = counted.get(`${section()}\ntable`) ?? 0;
        const text = row
          .split(/(?<!\\)\|/)
          .map(folded)
          .join(' | ');
        units.push({
          kind: 'row',
          section: section(),
          ordinal: next(`row of ${table}`),
          table,
          lineNumber,
          text,
          sentences: [text],
          content: true,
        });
      }
      inTable = true;
      continue;
    }
    inTable = false;
    const [, marks, heading] = HEADING.exec(line) ?? [];
    if (marks !== undefined && heading !== undefined) {
      const depth = marks.length - 2;
      if (depth < 0) continue;
      const text = folded(heading);
      headings.length = Math.min(headings.length, depth);
      while (headings.length < depth) headings.push('');
      headings.push(text);
      // A heading that names an operation, or says something in brackets, is a statement of its own.
      const content = depth > 0 && /[(/]/.test(text);
      units.push({ kind: 'heading', section: section(), ordinal: 0, table: 0, lineNumber, text, sentences: [text], content });
      continue;
    }
    if (line.trim() === '') continue;
    const item = ITEM.exec(line)?.[1];
    const kind = item === undefined ? 'line' : 'item';
    const text = folded(item ?? line);
    units.push({ kind, section: section(), ordinal: next(kind), table: 0, lineNumber, text, sentences: sentencesOf(text), content: true });
  }
  return units;
}
