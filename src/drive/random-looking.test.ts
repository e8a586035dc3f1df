import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaced } from './found.ts';
import { isRandomLooking, randomLookingWords } from './random-looking.ts';

test.each([
  ['a name in camel case', 'warnBeforePasswordExpiredAndOften'],
  ['a name with numbers', 'team1-server2-project3-group4-door5'],
  ['a list of words', 'application-assignment-notification'],
  ['capitals', 'E0000004_AUTHENTICATION_FAILED_AGAIN'],
  ['a UUID', '2b5c1f3e-9d47-4a6b-8c1d-7e2f3a4b5c6d'],
  ['an identifier', '00ugNCQvStSnu1LaoX5j'],
  ['digits', '1234567890123456789012345678'],
  ['a word again and again', 'k3x9a0q7mz2p'.repeat(20).slice(0, 230)],
])('%s is no token', (_what, word) => {
  expect(isRandomLooking(word)).toBe(false);
});

test('a token that stands twice in a row is one, and so is one that begins with a repetition', () => {
  const token = '00lMJySRYNz3u_rKQrsLvLrz';
  expect([token.repeat(2), `${'k3x9a0q7mz2p'.repeat(3)}${token}`].map(isRandomLooking)).toEqual([true, true]);
});

test.each([
  ['base64url', 42, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'],
  ['hexadecimal', 32, '0123456789abcdef'],
  ['base 36', 32, '0123456789abcdefghijklmnopqrstuvwxyz'],
])('nearly every word drawn from the characters of %s looks random', (_name, length, characters) => {
  const unit = fc.constantFrom(...characters);
  const words = fc.sample(fc.noBias(fc.string({ unit, minLength: length, maxLength: length })), { seed: 1, numRuns: 2_000 });
  expect(words.filter((word) => !isRandomLooking(word)).length).toBeLessThan(40);
});

test('an escape in front of a token belongs to what stands before it', () => {
  const token = 'eyJCIjoxLCJjdXJzb3IiOiJ4OTJ3S2xQcVp0N1ZtIn0';
  expect(randomLookingWords(`/groups?offset=%2B%2F%3D${token}&count=2`)).toEqual([{ word: token, start: 24 }]);
});

test('tokens are replaced in a text, whatever stands around them', () => {
  const jwt = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"me"}').toString('base64url')}.`;
  const text = `a="00lMJySRYNz3u_rKQrsLvLrzxiARgivP8FB_1gpmVb" b=${jwt} c=/api/v1/users`;
  const found = randomLookingWords(text).map(({ word, start }) => ({ start, end: start + word.length, name: '?' }));
  expect(replaced(text, found)).toBe('a="?" b=? c=/api/v1/users');
});

test('a name in front of an equals sign is no part of a token, and padding behind it is', () => {
  const token = 'eyJ0ZWFtIjoib3BzIiwiYWZ0ZXIiOjEzNX0';
  expect([`?count=2&offset=${token}`, `"${token}="`].map((text) => randomLookingWords(text).map(({ word }) => word))).toEqual([
    [token],
    [`${token}=`],
  ]);
});

const NAMED = 'Crew+aB1cD2eF3g';

test.each([
  `http://127.0.0.1:7101/v1/teams/${NAMED}.~x/groups`,
  `http://localhost/v1/teams/${NAMED}/groups`,
  `<https://pam.example.test/v1/teams/${NAMED}/groups?count=3>; rel="next"`,
  `{"href":"/v1/teams/of.all/${NAMED}/servers"}`,
  `/v1/resource_groups/${NAMED}`,
])('a plus sign in a name of the path %s makes no token of it', (text) => {
  expect(randomLookingWords(text)).toEqual([]);
});

const TOKEN = 'k3X9+a0Q7mZ2pR5tY8uI1oP4sD6fG';

test.each([`/v1/teams/${TOKEN}/groups`, `https://id.example.test/login/${TOKEN}`, `?to=/${TOKEN}`, `Bearer ab/9xK${TOKEN}`])(
  'a token with a plus sign is found in %s',
  (text) => {
    const [found] = randomLookingWords(text);
    expect(found?.word.endsWith(TOKEN)).toBe(true);
  },
);

test('a token of 16 MiB is found, though a pattern has no stack for it', () => {
  const word = '00lMJySRYNz3u_rKQrsLvLrz'.repeat(700_000);
  expect(randomLookingWords(`.${word}.`)).toEqual([{ word, start: 1 }]);
});
