import { defined } from '../defined.ts';
import type {
  CredentialChange,
  DocumentSpec,
  Expectation,
  Given,
  NearMissRow,
  OtherCredential,
  ProbeRow,
  SecondAttempt,
  Step,
  UseRow,
} from '../types.ts';
import { inWords, type Family, type PlacedProbe } from './family.ts';
import { holdsReference, inRound, withReference } from './rewrite.ts';
import { useNamed } from './uses.ts';

/** A credential, or a name, that is almost right is refused like a wrong one. */
export const nearMisses: Family = {
  name: 'near-miss credentials',
  probesOf: (spec) => (spec.families.nearMisses ?? []).flatMap((row) => probesAt(spec, row)),
};

/** In words, those that defects let pass most often first. */
const CHANGES: Readonly<Record<CredentialChange, string>> = {
  otherCase: 'in the other letter case',
  lastCharacter: 'with another last character',
  shortened: 'without its last character',
  lengthened: 'with characters after it',
  veryLast: 'with another character at its very end',
  oneMore: 'with one character after it',
  firstCharacter: 'with another first character',
  spaceBefore: 'with a space before it',
  spaceAfter: 'with a space after it',
};

/**
 * HTTP trims white space around a field's value, and lets a scheme be followed by more than one space (RFC 9110, sections 5.5 and 11.4).
 * Where the document does not show the request, a profile may bind a header.
 */
const TRIMMED_IN_HEADERS: readonly CredentialChange[] = ['spaceBefore', 'spaceAfter'];

/** What left empty is: nothing, in the place of the credential. */
const EMPTY = 'empty';

/** Wrong credentials in one case: more may lock an account, and what is refused then shows nothing. */
const AT_ONCE = 3;

function probesAt(spec: DocumentSpec, row: NearMissRow): readonly PlacedProbe[] {
  const use = useNamed(spec, row.use);
  const isOpen = spec.endpoints.operations.some(({ id, open = [] }) => id === use.step.call && open.includes('request'));
  const left = [
    ...(row.omits ?? []),
    ...(isOpen || !holdsReference([use.step.with, use.step.query], row.secret) ? TRIMMED_IN_HEADERS : []),
  ];
  const changed = Object.entries(CHANGES)
    .filter(([change]) => !left.some((one) => one === change))
    .map(([change, words]) => attemptOf(row, change, words, row.expect));
  const probes = [
    ...chunks(changed, use.once === true ? 1 : row.together === true ? changed.length : AT_ONCE).map((attempts) =>
      probeOf(row, use, attempts),
    ),
    ...(row.empty === undefined ? [] : [probeOf(row, use, [attemptOf(row, EMPTY, 'left empty', row.empty)])]),
    ...(row.others ?? []).map((other) => probeOf(row, use, [attemptWith(row, other)], other)),
    ...(row.twice ?? []).map((again) => secondProbe(row, use, again)),
  ];
  return probes.map((probe, index) => ({ place: row.id, probe: { ...probe, id: `${probe.id}${index === 0 ? '' : `.${index + 1}`}` } }));
}

/** One request with something else in the place of the credential. */
interface Attempt {
  readonly id: string;
  readonly value: string;
  readonly words: string;
  /** steps between those of the use and the request */
  readonly prepare: readonly Step[];
  readonly expect: readonly Expectation[];
}

function attemptOf({ about, secret }: NearMissRow, change: string, words: string, expect: readonly Expectation[]): Attempt {
  return { id: change, value: `$near.${change}.${secret.slice(1)}`, words: `${about} ${words}`, prepare: [], expect };
}

function attemptWith(row: NearMissRow, { id, about, value, prepare = [], expect = row.expect }: OtherCredential): Attempt {
  return { id, value, words: `${about} in the place of ${row.about}`, prepare, expect };
}

/** Each attempt with preparing steps of its own: whether what was refused goes on is not shown everywhere. */
function probeOf(row: NearMissRow, use: UseRow, attempts: readonly Attempt[], other?: OtherCredential): ProbeRow {
  const steps = attempts.flatMap(({ value, words, prepare, expect }, round) => {
    const prepared = round > 0 && row.together === true ? [] : (use.prepare ?? []);
    const all = inRound([...prepared, ...prepare, withReference(use.step, row.secret, value)], round);
    return [...all.slice(0, -1), ...all.slice(-1).map((step) => ({ ...step, expect: expect.map((one) => inWords(one, words)) }))];
  });
  return {
    id: `near-miss.${row.id}`,
    about: attempts.map(({ words }) => words).join('; '),
    given: [...(use.given ?? []), ...(other?.given ?? []).map((one): Given => ({ ...one, apart: true }))],
    needs: [...(use.needs ?? []), ...placesOf(use.step, row.secret)],
    ...defined({ permissions: use.permissions }),
    steps,
  };
}

/** What was refused once is no more right the second time, after the same preparation; what the first is answered, other probes judge. */
function secondProbe(row: NearMissRow, use: UseRow, { needs = [], between = [], when, expect }: SecondAttempt): ProbeRow {
  const { value, words } = attemptOf(row, 'lastCharacter', 'that is wrong a second time', expect);
  const wrong = withReference(use.step, row.secret, value);
  const second = {
    ...wrong,
    ...(when === undefined ? {} : { when: { ...wrong.when, ...when } }),
    expect: expect.map((one) => inWords(one, words)),
  };
  return {
    id: `near-miss.${row.id}`,
    about: words,
    given: [...(use.given ?? [])],
    needs: [...(use.needs ?? []), ...placesOf(use.step, row.secret), ...needs],
    ...defined({ permissions: use.permissions }),
    steps: [...(use.prepare ?? []), { ...wrong, id: 'first', open: true }, ...between, second],
  };
}

/** What is varied has to be sent. */
function placesOf({ call, with: args = {} }: Step, secret: string): readonly string[] {
  return call === undefined
    ? []
    : Object.entries(args).flatMap(([name, value]) => (holdsReference(value, secret) ? [`${call}.${name}`] : []));
}

function chunks<Entry>(entries: readonly Entry[], size: number): readonly (readonly Entry[])[] {
  return entries.length === 0 ? [] : [entries.slice(0, size), ...chunks(entries.slice(size), size)];
}
