import { expect, test } from 'vitest';
import { echoes, FORMS, jwtWith } from './forms.ts';
import { secretsOf } from './harvest.ts';
import { hunt } from './hunt.ts';

const SECRET = `Kæn "7"\\ + %2F&<cañary>='dGVzdA==/`;

test.each(Object.entries(FORMS))('a secret that stands somewhere %s is found', (_name, forms) => {
  for (const form of forms(SECRET)) expect(hunt([SECRET], { file: `before ${form} after` }).found).not.toEqual([]);
});

test.each(Object.entries(echoes(SECRET)))('what a careless target answers is found: %s', (_name, text) => {
  expect(hunt([SECRET], { file: JSON.stringify({ text }) }).found).not.toEqual([]);
});

test.each([
  ['a token', jwtWith(SECRET)],
  ['a file in base64', Buffer.from(`{"text":${JSON.stringify(JSON.stringify(encodeURIComponent(SECRET)))}}`).toString('base64')],
])('a secret inside of %s is found', (_name, text) => {
  expect(hunt([SECRET], { file: text }).found).not.toEqual([]);
});

test('what holds no secret is not blamed, and short words are none', () => {
  expect(hunt([SECRET, 'door'], { one: 'the door is shut', two: SECRET.slice(0, 8) })).toEqual({
    planted: 1,
    encodings: [...Object.keys(FORMS), 'any of these inside base64 or a token'],
    artefacts: 2,
    bytes: 16 + Buffer.byteLength(SECRET.slice(0, 8)),
    found: [],
  });
});

test('secrets are known by the names of members and by the headers of credentials', () => {
  const headers = {
    Authorization: 'Bearer a b',
    cookie: 'sid=c; more=d',
    'set-cookie': ['sid=e; Path=/'],
    accept: 'none',
    'x-api-key': 'f',
  };
  const body = JSON.stringify({ stateToken: 'g', deep: [{ password: 'h', password2: 'i', login: 'none', answer: 7 }] });
  expect([secretsOf(headers, body), secretsOf({ authorization: 'none' }, 'no JSON')]).toEqual([
    ['a b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
    [],
  ]);
});
