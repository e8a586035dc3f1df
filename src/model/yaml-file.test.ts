import { expect, test } from 'vitest';
import { SpecError } from './errors.ts';
import type { ErrorsFile } from './types.ts';
import { didYouMean, parseYaml, readYamlFile } from './yaml-file.ts';

const GOOD = `errorName: /error
errors:
  - { name: not-found, named: false, status: 404, condition: it is gone, clauses: [gov.errors.not-found] }
`;

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof SpecError) return error.message;
    throw error;
  }
  return 'no mistake';
}

const mistakesIn = (text: string): readonly string[] => messageOf(() => parseYaml(text, 'errors.yaml', 'errors')).split('\n');

test('a file without mistakes gives its value, and says where each part of it stands', () => {
  const { value, text, at } = parseYaml<ErrorsFile>(GOOD, 'errors.yaml', 'errors');
  expect({ value, text }).toEqual({
    value: {
      errorName: '/error',
      errors: [{ name: 'not-found', named: false, status: 404, condition: 'it is gone', clauses: ['gov.errors.not-found'] }],
    },
    text: GOOD,
  });
  expect([at('/errorName'), at('/errors/0'), at('/errors/0/status'), at('/errors/0/clauses/0')]).toEqual([
    'errors.yaml:1:12',
    'errors.yaml:3:5',
    'errors.yaml:3:46',
    'errors.yaml:3:84',
  ]);
});

test('a file that is no YAML is one mistake, whose message has nothing of the file', () => {
  const [first, ...rest] = mistakesIn('# Title\n\n```sh\nexport KEY=s3cr3t\n```\n\nText: with `code: x`.\n');
  expect([first, rest]).toEqual([expect.stringMatching(/^errors\.yaml:\d+:\d+ {2}expected YAML, found text that is none\. See /), []]);
  expect(first).not.toContain('s3cr3t');
});

test('the place of what is not there is that of its nearest parent', () => {
  expect(parseYaml(GOOD, 'errors.yaml', 'errors').at('/errors/0/summary/text')).toBe('errors.yaml:3:5');
});

test.each([
  {
    mistake: 'an unknown key',
    text: GOOD.replace('condition', 'conditoin'),
    found: [
      "errors.yaml:3:5  errors.0  expected the key 'condition', found none",
      "errors.yaml:3:62  errors.0  expected one of the keys name, named, status, summary, textOf, condition, credential, temporary, clauses, found 'conditoin'. Did you mean 'condition'?",
    ],
  },
  {
    mistake: 'a wrong type',
    text: GOOD.replace('404', "'404'"),
    found: ['errors.yaml:3:46  errors.0.status  expected integer, found "404"'],
  },
  {
    mistake: 'a malformed id',
    text: GOOD.replace('gov.errors.not-found', 'not-found'),
    found: ['errors.yaml:3:84  errors.0.clauses.0  expected text like authn.primary, found "not-found"'],
  },
  {
    mistake: 'an empty file',
    text: '',
    found: ['errors.yaml:1:1  (top)  expected keys such as errors, errorName, others, found an empty file'],
  },
])('$mistake is told with place, field, what was expected and what was found', ({ text, found }) => {
  expect(mistakesIn(text).toSorted()).toEqual(found.toSorted());
});

test('a key that stands twice, broken YAML and an unknown tag are mistakes with a place', () => {
  expect(mistakesIn(`${GOOD}errorName: /error\n`)).toEqual([
    'errors.yaml:4:1  expected each key once, found errorName again. Take out one of them',
  ]);
  expect(mistakesIn('errors: [one\n')[0]).toMatch(/^errors\.yaml:2:1 {2}\S/);
  expect(mistakesIn(GOOD.replace('/error', '!mine /error'))).toEqual(['errors.yaml:1:12  Unresolved tag: !mine']);
});

test('a file that is not there is named', () => {
  expect(messageOf(() => readYamlFile('/nowhere/errors.yaml', 'errors'))).toBe(
    '/nowhere/errors.yaml  expected a file, found nothing. Correct the path',
  );
});

test('only a slip of the finger is guessed at', () => {
  const known = ['condition', 'clauses'];
  expect([didYouMean('Condition', known), didYouMean('claus', known), didYouMean('weather', known), didYouMean('x', [])]).toEqual([
    ". Did you mean 'condition'?",
    ". Did you mean 'clauses'?",
    '',
    '',
  ]);
});

test('what stands under an anchor can be taken over, and changed, by a merge key', () => {
  const text = `errorName: /error
errors:
  - &gone { name: not-found, named: false, status: 404, condition: it is gone, clauses: [gov.errors.not-found] }
  - { <<: *gone, name: deleted }
`;
  expect(parseYaml<ErrorsFile>(text, 'errors.yaml', 'errors').value.errors).toEqual([
    { name: 'not-found', named: false, status: 404, condition: 'it is gone', clauses: ['gov.errors.not-found'] },
    { name: 'deleted', named: false, status: 404, condition: 'it is gone', clauses: ['gov.errors.not-found'] },
  ]);
  expect(mistakesIn(text.replace('name: deleted', 'status: gone'))).toEqual([
    'errors.yaml:4:26  errors.1.status  expected integer, found "gone"',
  ]);
});
