import { defined } from '../defined.ts';
import { pointerSegments } from '../pointer.ts';
import type { DocumentSpec, EnumerationRow, Expectation, ProbeRow } from '../types.ts';
import { inWords, SUCCESSES, type Family, type PlacedProbe } from './family.ts';
import { mergedGiven } from './guards.ts';
import { useNamed } from './uses.ts';

/** Each value of an enumeration that is written comes back, and one that is not among them does not. */
export const enumerations: Family = {
  name: 'enumerations',
  probesOf: (spec) => (spec.families.enumerations ?? []).flatMap((row) => probesAt(spec, row)),
};

function probesAt(spec: DocumentSpec, row: EnumerationRow): readonly PlacedProbe[] {
  const { expect = [], clauses, foreign = [], kept } = row;
  const documented = row.values.map((value) => {
    const comesBack: Expectation = { clauses, view: shownIn(row, shows(row, value)), expected: 'the value' };
    return { value, written: expect, read: comesBack };
  });
  // Whether another value is refused or left out, the document does not say.
  const others = foreign.map((value) => {
    const isNotShown = { anyOf: [REFUSED, shownIn(row, { not: shows(row, value) })] };
    const isLeftOut: Expectation = { clauses, view: isNotShown, expected: 'a value of the enumeration' };
    // A change of something that is there need not show it: it is read, whether the change was refused or not.
    return kept === undefined
      ? { value, written: [isLeftOut], read: isLeftOut }
      : { value, written: [], read: isLeftOut, refused: asBefore(row, kept) };
  });
  return [...documented, ...others].map((one) => ({ place: `${row.id}/${one.value}`, probe: probeOf(spec, row, one) }));
}

interface Attempt {
  readonly value: string;
  /** what is expected of writing it, and of reading it where that was served */
  readonly written: readonly Expectation[];
  readonly read: Expectation;
  /** and of reading it where it was refused */
  readonly refused?: Expectation;
}

function probeOf(spec: DocumentSpec, row: EnumerationRow, { value, written, read, refused }: Attempt): ProbeRow {
  const { given = [], needs = [], permissions, prepare = [], step } = useNamed(spec, row.use);
  const words = `${row.about} ${value}`;
  const allNeeds = [...needs, ...(row.needs ?? []), ...(step.call === undefined ? [] : [`${step.call}.${row.argument}`])];
  return {
    id: `enumeration.${row.id}.${value.toLowerCase().replaceAll('_', '-')}`,
    about: words,
    given: mergedGiven(given, row.given ?? []),
    needs: allNeeds,
    ...defined({ permissions }),
    steps: [
      ...prepare,
      ...(refused === undefined ? [] : [{ ...row.read, id: 'before' }]),
      {
        ...step,
        id: 'made',
        with: { ...step.with, [row.argument]: row.list === true ? [value] : value },
        ...(written.length === 0 ? {} : { expect: written.map((one) => inWords(one, words)) }),
      },
      { ...row.read, when: { '$made.status': SUCCESSES }, expect: [inWords(read, words)] },
      ...(refused === undefined ? [] : [{ ...row.read, when: { '$made.status': REFUSALS }, expect: [inWords(refused, words)] }]),
    ],
  };
}

/** Refusals of a body, or of whoever sends it. */
const REFUSALS = [400, 401, 403, 404, 409, 415, 422];

function asBefore({ shown }: EnumerationRow, clauses: readonly string[]): Expectation {
  return { clauses: [...clauses], sameIfPresent: { [shown]: `$before.${pointerSegments(shown).join('.')}` }, expected: 'no change' };
}

const REFUSED = { properties: { status: { minimum: 400 } } };

function shownIn({ shown }: EnumerationRow, schema: object): object {
  return at(pointerSegments(shown), schema);
}

function shows({ list }: EnumerationRow, value: string): object {
  return list === true ? { contains: { const: value } } : { const: value };
}

/** The schema of a whole of which a part is as this one says; a number stands for every element of a list. */
function at([name, ...rest]: readonly string[], schema: object): object {
  if (name === undefined) return schema;
  const inner = at(rest, schema);
  return /^\d+$/.test(name) ? { items: inner } : { properties: { [name]: inner } };
}
