import { defined } from '../defined.ts';
import type { DocumentSpec, Expectation, ProbeRow, RoundTripRow, Step } from '../types.ts';
import { inWords, type Family, type PlacedProbe } from './family.ts';
import { useNamed } from './uses.ts';

/** A value that is taken comes back as it went in: in the response, and where it is read. */
export const roundTrips: Family = {
  name: 'round trip',
  probesOf: (spec) => (spec.families.roundTrips ?? []).flatMap((row) => probesAt(spec, row)),
};

/** Put after a fresh value, and between two where it is a secret, whose end must not be had elsewhere; none of these letters has two spellings. */
const TEXTS = {
  'with capital letters': ' Quarterly Review',
  'with letters beyond ASCII': ' Straße Øst 東京',
  'with characters of markup': ` R&D <1> "a" 'b' &amp; c:\\d`,
  'of a hundred characters': ' and so on'.repeat(9),
  'with characters beyond the basic plane': ' 🗝 𐍈',
  'with characters of URLs': ' 100% a?b#c+d;e=f',
};

/** The same for a text of any form. */
const FREE_TEXTS = {
  ...TEXTS,
  'of several lines': ': one\ntwo\nthree',
  'of a thousand characters': ' and so on'.repeat(98),
};

/** Texts that may be taken for something else. */
const LOOKALIKES = { 'that looks like a number': '00120', 'that looks like a literal': 'null' };

function probesAt(spec: DocumentSpec, row: RoundTripRow): readonly PlacedProbe[] {
  const { secret, free = false } = row;
  const [begin, end] = secret === undefined ? ['${fresh.name}', ''] : [`\${fresh.${secret}}`, `\${fresh.${secret}2}`];
  const variants =
    row.list === undefined
      ? [
          ...Object.entries(free ? FREE_TEXTS : TEXTS).map(([words, text]) => ({
            words,
            value: `${begin}${text}${end}`,
            comesBack: { type: 'string', pattern: `${asPattern(text)}$` },
          })),
          ...Object.entries(free ? LOOKALIKES : {}).map(([words, value]) => ({ words, value, comesBack: { const: value } })),
        ]
      : [
          {
            words: row.list.length === 0 ? 'without elements' : `with ${row.list.length} elements`,
            value: row.list,
            comesBack: hasExactly(row.list),
          },
        ];
  return variants.map(({ words, value, comesBack }, index) => ({
    place: row.id,
    probe: probeOf(spec, row, { words: `${row.about} ${words}`, value, comesBack, number: index + 1 }),
  }));
}

/** A line may end otherwise than it was written. */
function asPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll('\n', String.raw`\r?\n`);
}

interface Variant {
  readonly words: string;
  readonly value: unknown;
  /** JSON Schema of what comes back */
  readonly comesBack: object;
  readonly number: number;
}

function probeOf(spec: DocumentSpec, row: RoundTripRow, { words, value, comesBack, number }: Variant): ProbeRow {
  const { given, needs = [], permissions, prepare = [], step } = useNamed(spec, row.use);
  const allNeeds = [...needs, ...(row.needs ?? []), ...(step.call === undefined ? [] : [`${step.call}.${row.argument}`])];
  const back = [inWords(comingBack(row, comesBack), words)];
  const read = { ...row.read, with: withWritten(row.read, value), expect: row.expect?.map((one) => inWords(one, words)) ?? back };
  return {
    id: `round-trip.${row.id}${number === 1 ? '' : `.${number}`}`,
    about: words,
    ...defined({ given, permissions }),
    needs: allNeeds,
    steps: [
      ...prepare,
      { ...step, id: 'made', with: { ...step.with, [row.argument]: value }, ...(row.expect === undefined && { expect: back }) },
      read,
      ...(row.shown ?? []),
    ],
  };
}

/** Which values a target takes is not said everywhere: it may refuse one, but not change it. */
function comingBack({ clauses, argument }: RoundTripRow, comesBack: object): Expectation {
  const taken = { properties: { body: { properties: { [argument]: comesBack } } } };
  const view = { anyOf: [{ properties: { status: { minimum: 400 } } }, taken] };
  return { clauses, ifShown: `/body/${argument}`, view, expected: 'the value as it went in' };
}

/** Elements have no order where no document gives them one. */
function hasExactly(list: readonly string[]): object {
  return { type: 'array', minItems: list.length, maxItems: list.length, allOf: list.map((element) => ({ contains: { const: element } })) };
}

/** What was written may name what is read. */
function withWritten({ with: args = {} }: Step, value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(args).map(([name, argument]) => [name, argument === '$made.written' ? value : argument]));
}
