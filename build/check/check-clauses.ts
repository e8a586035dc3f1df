import type { Clause } from '../../src/model/types.ts';
import { digestOf } from '../../src/model/text-digest.ts';
import { placeOf } from './clause-place.ts';
import type { Place } from './clause-place.ts';
import { unitsOf } from './units.ts';
import type { Unit } from './units.ts';

/** What clauses leave out of its document, or say wrongly of it. */
export interface ClauseFinding {
  /** line number in the document; undefined where the document has no such place */
  readonly line?: number;
  /** id of the clause that is wrong, where it is one clause */
  readonly clause?: string;
  readonly problem: string;
  readonly remedy: string;
}

/** How many of those that need a clause have one. */
export interface Share {
  readonly done: number;
  readonly all: number;
}

export interface ClauseCheck {
  readonly findings: readonly ClauseFinding[];
  /** lines, items, rows and telling headings; done where all their sentences are claimed */
  readonly lines: Share;
  /** lines that say 'not shown'; done where they have their `unspecified` clauses */
  readonly notShown: Share;
}

interface Claim extends Place {
  readonly clause: Clause;
}

/** The digest of a clause that was never held against its document. */
const NONE = '00000000';
const OPEN_WORDS = /not shown|method not given|prefix not given/i;

/** Holds clauses against the text of its document. Pure. */
export function checkClauses(clauses: readonly Clause[], documentText: string): ClauseCheck {
  const units = unitsOf(documentText);
  const claims: Claim[] = [];
  const astray: ClauseFinding[] = [];
  for (const clause of clauses) {
    const place = placeOf(clause.source, units);
    if (typeof place !== 'string') claims.push({ ...place, clause });
    else
      astray.push({
        clause: clause.id,
        problem: `${clause.id} claims a place that the document does not have: ${place}`,
        remedy: 'correct its source',
      });
  }
  const checked = units
    .filter(({ content }) => content)
    .map((unit) =>
      checkUnit(
        unit,
        claims.filter((claim) => claim.unit === unit),
      ),
    );
  const silent = checked.filter(({ unit }) => /not shown/i.test(unit.text));
  const found = [...checked.flatMap(({ unclaimed, unrecorded }) => [...unclaimed, ...unrecorded]), ...claims.flatMap(checkClaim)];
  return {
    findings: [...found.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)), ...astray],
    lines: { done: checked.filter(({ unclaimed }) => unclaimed.length === 0).length, all: checked.length },
    notShown: { done: silent.filter(({ unrecorded }) => unrecorded.length === 0).length, all: silent.length },
  };
}

interface CheckedUnit {
  readonly unit: Unit;
  readonly unclaimed: readonly ClauseFinding[];
  readonly unrecorded: readonly ClauseFinding[];
}

function checkUnit(unit: Unit, claims: readonly Claim[]): CheckedUnit {
  const sentences = unit.sentences.map((text, index) => ({
    text,
    ordinal: index + 1,
    own: claims.filter(({ clause }) => (clause.source.sentence ?? index + 1) === index + 1),
  }));
  const finding = (problem: string, text: string, ordinal: number, remedy: string): ClauseFinding => ({
    line: unit.lineNumber,
    problem: `${problem} '${beginning(text)}'`,
    remedy: `${remedy}, with source ${sourceInYaml(unit, ordinal)}`,
  });
  return {
    unit,
    unclaimed: sentences
      .filter(({ own }) => own.length === 0)
      .map(({ text, ordinal }) => finding('no clause claims', text, ordinal, 'add one')),
    unrecorded: sentences
      .filter(({ text, own }) => OPEN_WORDS.test(text) && !own.some(({ clause }) => clause.status === 'unspecified'))
      .map(({ text, ordinal }) =>
        finding('no clause says what is left open by', text, ordinal, "add one of status unspecified with 'filledBy'"),
      ),
  };
}

function checkClaim({ clause: { id, source }, unit, text }: Claim): readonly ClauseFinding[] {
  const { sentence, spanReason, digest } = source;
  const here = { line: unit.lineNumber, clause: id };
  const now = digestOf(text);
  const findings: ClauseFinding[] = [];
  if (sentence === undefined && spanReason === undefined && unit.sentences.length > 1) {
    findings.push({
      ...here,
      problem: `${id} claims ${unit.sentences.length} sentences at once: '${beginning(text)}'`,
      remedy: "claim one with 'sentence', or say in 'spanReason' why they are one statement",
    });
  }
  if (digest === NONE) {
    findings.push({
      ...here,
      problem: `${id} has no digest yet of '${beginning(text)}'`,
      remedy: `write '${now}', or run: npm run specs:check -- --write-digests`,
    });
  } else if (digest !== now) {
    findings.push({
      ...here,
      problem: `${id} was written for another text (digest ${digest}); it is now '${text}'`,
      remedy: `correct the clause where it no longer holds, then write '${now}'`,
    });
  }
  return findings;
}

function sourceInYaml({ kind, section, ordinal, table, sentences }: Unit, sentence: number): string {
  const position = kind === 'heading' ? 'heading: true' : `${table > 1 ? `table: ${table}, ` : ''}${kind}: ${ordinal}`;
  return `{ section: '${section}', ${position}${sentences.length > 1 ? `, sentence: ${sentence}` : ''} }`;
}

function beginning(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
