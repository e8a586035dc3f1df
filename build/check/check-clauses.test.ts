import { expect, test } from 'vitest';
import type { Clause, ClauseSource } from '../../src/model/types.ts';
import { checkClauses } from './check-clauses.ts';
import { digestOf } from '../../src/model/text-digest.ts';

const DOCUMENT = `# Things

All about things. Nothing else.

## Fields

- \`id\` identifies it.

| Field | Type |
|---|---|
| name | string |

### Reading (GET /things)

Order: not shown.
`;

const NAME_ROW = clause('pam.fields.name', { section: 'Fields', row: 1 }, 'name | string');
const ORDER = {
  ...clause('pam.reading.order', { section: 'Fields > Reading (GET /things)', line: 1 }, 'Order: not shown.'),
  status: 'unspecified' as const,
};
const CLAUSES: readonly Clause[] = [
  clause('pam.things.all', { section: '(preamble)', line: 1, sentence: 1 }, 'All about things.'),
  clause('pam.things.nothing', { section: '(preamble)', line: 1, sentence: 2 }, 'Nothing else.'),
  clause('pam.fields.id', { section: 'Fields', item: 1 }, '`id` identifies it.'),
  NAME_ROW,
  clause('pam.reading.path', { section: 'Fields > Reading (GET /things)', heading: true }, 'Reading (GET /things)'),
  ORDER,
];

test('clauses that claim everything have no findings', () => {
  expect(checkClauses(CLAUSES, DOCUMENT)).toEqual({ findings: [], lines: { done: 5, all: 5 }, notShown: { done: 1, all: 1 } });
});

test.each([
  ['pam.things.nothing', 3, 'Nothing else.', "add one, with source { section: '(preamble)', line: 1, sentence: 2 }"],
  ['pam.fields.id', 7, '`id` identifies it.', "add one, with source { section: 'Fields', item: 1 }"],
  ['pam.fields.name', 11, 'name | string', "add one, with source { section: 'Fields', row: 1 }"],
  ['pam.reading.path', 13, 'Reading (GET /things)', "add one, with source { section: 'Fields > Reading (GET /things)', heading: true }"],
])('without %s the place on line %i is unclaimed', (id, line, text, remedy) => {
  const { findings, lines } = checkClauses(
    CLAUSES.filter((one) => one.id !== id),
    DOCUMENT,
  );
  expect(findings).toEqual([{ line, problem: `no clause claims '${text}'`, remedy }]);
  expect(lines).toEqual({ done: 4, all: 5 });
});

test('a line that was altered is told, with the clause and the text as it is now', () => {
  const { findings } = checkClauses(CLAUSES, DOCUMENT.replace('| name | string |', '| name | integer |'));
  expect(findings).toEqual([
    {
      line: 11,
      clause: 'pam.fields.name',
      problem: `pam.fields.name was written for another text (digest ${NAME_ROW.source.digest}); it is now 'name | integer'`,
      remedy: `correct the clause where it no longer holds, then write '${digestOf('name | integer')}'`,
    },
  ]);
});

test('a swapped digest is told for both clauses', () => {
  const [first, second, ...rest] = CLAUSES;
  if (first === undefined || second === undefined) throw new Error('two clauses');
  const swapped = [withSource(first, { digest: second.source.digest }), withSource(second, { digest: first.source.digest }), ...rest];
  expect(checkClauses(swapped, DOCUMENT).findings.map(({ clause: id }) => id)).toEqual(['pam.things.all', 'pam.things.nothing']);
});

test('a clause without a digest is told which to write', () => {
  const { findings } = checkClauses(
    CLAUSES.map((one) => (one === NAME_ROW ? withSource(one, { digest: '00000000' }) : one)),
    DOCUMENT,
  );
  expect(findings).toEqual([
    {
      line: 11,
      clause: 'pam.fields.name',
      problem: "pam.fields.name has no digest yet of 'name | string'",
      remedy: `write '${NAME_ROW.source.digest}', or run: npm run specs:check -- --write-digests`,
    },
  ]);
});

test('white space does not change a digest', () => {
  expect(checkClauses(CLAUSES, DOCUMENT.replace('| name | string |', '|   name |  string |')).findings).toEqual([]);
});

test("a line that says 'not shown' needs an unspecified clause beside any other", () => {
  const { findings, notShown, lines } = checkClauses(
    CLAUSES.map((one) => (one === ORDER ? { ...ORDER, status: 'testable' as const } : one)),
    DOCUMENT,
  );
  expect(findings).toEqual([
    {
      line: 15,
      problem: "no clause says what is left open by 'Order: not shown.'",
      remedy: "add one of status unspecified with 'filledBy', with source { section: 'Fields > Reading (GET /things)', line: 1 }",
    },
  ]);
  expect(notShown).toEqual({ done: 0, all: 1 });
  expect(lines).toEqual({ done: 5, all: 5 });
});

test('several sentences at once need a reason', () => {
  const whole = clause('pam.things.whole', { section: '(preamble)', line: 1 }, 'All about things. Nothing else.');
  const others = CLAUSES.slice(2);
  expect(checkClauses([whole, ...others], DOCUMENT).findings).toEqual([
    {
      line: 3,
      clause: 'pam.things.whole',
      problem: "pam.things.whole claims 2 sentences at once: 'All about things. Nothing else.'",
      remedy: "claim one with 'sentence', or say in 'spanReason' why they are one statement",
    },
  ]);
  expect(checkClauses([withSource(whole, { spanReason: 'the second only stresses the first' }), ...others], DOCUMENT).findings).toEqual([]);
});

test.each([
  [{ section: 'Nowhere', line: 1 }, "no section 'Nowhere'"],
  [{ section: 'Fields', item: 2 }, "no item 2 in 'Fields'"],
  [{ section: 'Fields', table: 2, row: 1 }, "no row 1 in table 2 in 'Fields'"],
  [{ section: '(preamble)', line: 1, sentence: 3 }, 'no sentence 3 there, only 2'],
  [{ section: 'Fields', line: 1, row: 1 }, "exactly one of 'heading', 'line', 'item' and 'row' must be given"],
])('a clause whose place is not there is told: %o', (source, reason) => {
  const { findings } = checkClauses([...CLAUSES, clause('pam.things.lost', source, 'lost')], DOCUMENT);
  expect(findings).toEqual([
    {
      clause: 'pam.things.lost',
      problem: `pam.things.lost claims a place that the document does not have: ${reason}`,
      remedy: 'correct its source',
    },
  ]);
});

function clause(id: string, source: Omit<ClauseSource, 'digest'>, text: string): Clause {
  return { id, source: { ...source, digest: digestOf(text) }, says: text, status: 'testable', feature: 'pam.things' };
}

function withSource(one: Clause, source: Partial<ClauseSource>): Clause {
  return { ...one, source: { ...one.source, ...source } };
}
