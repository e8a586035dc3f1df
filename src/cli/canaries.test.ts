import { describe, expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { parsedJson } from '../model/json-text.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { exchangeEvent, type Captured } from '../drive/capture.ts';
import { createRedactor } from '../drive/redactor.ts';
import type { TraceEvent } from '../trace/events.ts';
import { echoes, FORMS } from '../../test/support/canaries/forms.ts';
import { hunt } from '../../test/support/canaries/hunt.ts';
import { cases, draw } from '../../test/support/draw.ts';

const VOCABULARY = vocabularyOf(loadSpecs());

/** Known secrets: one full of characters that encodings have ideas about, and ones as deployments make them. */
const KNOWN = [
  `Kæn "7"\\ + %2F&<cañary>='dGVzdA==/`,
  '00lMJySRYNz3u_rKQrsLvLrzxiARgivP8FB_1gpmVb',
  'Tr0ub4dor&3-horse/battery',
  '7f83b1657ff1fc53b92dc181',
];

/** The ways in which an answer, or what stands for one, brings a text. */
const CARRIERS: Readonly<Record<string, (text: string) => Partial<Carried>>> = {
  'a field': (text) => ({ text: JSON.stringify({ about: text }) }),
  'the name of a field': (text) => ({ text: JSON.stringify({ [text]: 1 }) }),
  'JSON inside a field': (text) => ({ text: JSON.stringify({ about: JSON.stringify({ deep: [text] }) }) }),
  'JSON behind a byte order mark': (text) => ({ text: `\ufeff${JSON.stringify({ about: text })}` }),
  'JSON that was cut': (text) => ({ text: JSON.stringify({ about: text }).slice(0, -2) }),
  'JSON before more text': (text) => ({ text: `${JSON.stringify({ about: text })}\n--` }),
  'another media type': (text) => ({ text: `about ${text}`, headers: { 'content-type': 'text/plain' } }),
  'a page': (text) => ({ text: `<html><body>${text}</body></html>`, headers: { 'content-type': 'text/html' } }),
  'a header': (text) => ({ headers: { 'x-about': text } }),
  'the name of a header': (text) => ({ headers: { [`x-${text}`]: 'here' } }),
  'Location, in the path': (text) => ({ headers: { location: `https://elsewhere.test/${text}/next` } }),
  'Location, in the query': (text) => ({ headers: { location: `https://elsewhere.test/?q=${text}&a=b` } }),
  'Location, in the fragment': (text) => ({ headers: { location: `https://elsewhere.test/#q=${text}` } }),
  'the address that was asked for': (text) => ({ url: `https://here.test/?q=${text}` }),
  'the text of an error': (text) => ({ detail: `cannot read ${text} here` }),
};

interface Carried {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly detail: string;
}

function captured({ text = '', headers = {}, url = 'https://here.test/', detail }: Partial<Carried>): Captured {
  return {
    seq: 1,
    head: {
      caseId: 'probe/a',
      place: { row: 'probe:a', at: 'steps/0' },
      stepId: undefined,
      purpose: 'probe',
      document: 'authentication',
      operation: undefined,
      caller: undefined,
    },
    request: { method: 'GET', url, headers: {}, body: undefined },
    response: detail === undefined ? { status: 200, headers, text, body: parsedJson(text), bytes: text.length } : undefined,
    failure: detail === undefined ? undefined : { kind: 'reset', detail },
    sentAt: 0,
    durationMs: 1,
  };
}

/** What the trace holds of exchanges, line by line. */
function traceOf(carried: readonly Partial<Carried>[], known: readonly string[] = []): string {
  const events: TraceEvent[] = [];
  const redactor = createRedactor(VOCABULARY, (event) => void events.push(event));
  for (const secret of known) redactor.learn('known', secret);
  for (const one of carried) events.push(exchangeEvent(redactor, captured(one)));
  return events.map((event) => JSON.stringify(event)).join('\n');
}

describe.each(Object.entries(CARRIERS))('no known secret leaves by %s', (_name, carry) => {
  test.each(draw(2, KNOWN))('%s', (secret) => {
    const forms = [...Object.values(FORMS).flatMap((encode) => encode(secret)), ...Object.values(echoes(secret))];
    expect(hunt([secret], { trace: traceOf(forms.map(carry), [secret]) }).found).toEqual([]);
  });
});

/** Names under which tokens are issued, of the documents and beside them. */
const NAMES = [
  'stateToken',
  'state_token',
  'STATE-TOKEN',
  'sessionToken',
  'access_token',
  'client_secret',
  'apiKey',
  'X-Auth-Token',
  'password2',
  'credentials',
  'somethingElse',
];
const ISSUED = Array.from(
  { length: cases(64, 16) },
  (_, index) =>
    `00${Buffer.from(`${index * 7_919}-of-the-issued-tokens`)
      .toString('base64url')
      .slice(0, 40)}`,
);
const SHAPES: Readonly<Record<string, (token: string) => unknown>> = {
  'a text': (token) => token,
  'an array': (token) => [token, [token]],
  'an object': (token) => ({ value: token, [token]: true }),
};

describe.each(NAMES)('no token that is issued as %s leaves', (name) => {
  test.each(Object.entries(SHAPES))('as %s', (_shape, make) => {
    const bodies = ISSUED.map((token) => JSON.stringify({ status: 'SUCCESS', [name]: make(token) }));
    const mangled = bodies.flatMap((body) => [
      body,
      `\ufeff${body}`,
      `${body}.`,
      body.slice(0, -1),
      body.replace(':', ''),
      body.slice(0, body.length / 2),
    ]);
    expect(hunt(ISSUED, { trace: traceOf(mangled.map((text) => ({ text }))) }).found).toEqual([]);
  });
});

test.each(['code', 'state', 'access_token', 'id_token', 'token', 'ticket'])('no value of the parameter %s in an address leaves', (name) => {
  const secrets = Array.from({ length: 40 }, (_, index) => `geheim${index * 31}`);
  const locations = secrets.flatMap((secret) =>
    ['?', '#', '?a=b&'].map((lead) => ({ headers: { location: `https://elsewhere.test/cb${lead}${name}=${secret}` } })),
  );
  expect(hunt(secrets, { trace: traceOf(locations) }).found).toEqual([]);
});

test('a number under the name of a secret does not leave', () => {
  const trace = traceOf(
    ['passCode', 'pin', 'otp', 'token'].map((name) => ({ text: JSON.stringify({ [name]: 481_516, list: { [name]: [2_342_108] } }) })),
  );
  expect(hunt(['481516', '2342108'], { trace }).found).toEqual([]);
});

/** How an error quotes a token that nobody has named: where letters are changed or torn apart, nothing looks like one. */
const QUOTED = Object.entries(FORMS).filter(
  ([name]) => !/^in (?:capitals|small)|^decomposed|^cut|^with (?:white space|signs)|^codes|^base32|several lines/.test(name),
);

test.each(QUOTED)('no token that nobody named leaves in the text of an error, %s', (_name, encode) => {
  const texts = ISSUED.flatMap((token) => encode(token).map((text) => JSON.stringify({ errorSummary: `Invalid token ${text} given.` })));
  expect(hunt(ISSUED, { trace: traceOf(texts.map((text) => ({ text }))) }).found).toEqual([]);
});

test.each([
  ['name', 'value'],
  ['key', 'val'],
  ['field', 'content'],
])('no value beside the name of a secret leaves: %s, %s', (name, value) => {
  const texts = ['password', 'client_secret', 'accessToken'].flatMap((label) =>
    KNOWN.map((secret) => JSON.stringify({ fields: [{ [value]: secret, [name]: label }] })),
  );
  expect(hunt(KNOWN, { trace: traceOf(texts.map((text) => ({ text }))) }).found).toEqual([]);
});

test.each([
  ['is', 'password is V'],
  ['was set to', 'Your new password was set to V.'],
  ['a colon', 'cannot sign in: password: V, try again'],
  ['a colon and quotation marks', "recovery token: 'V'"],
  ['an arrow', 'api key => V'],
  ['an equals sign', 'client secret = V'],
  ['a list', '["password","V"]'],
  ['a list in a text', '[\\"user\\",\\"ada\\",\\"session_token\\",\\"V\\"]'],
])('no value leaves that a text gives to the name of a secret by %s', (_how, sentence) => {
  const secrets = ['hunter2', 'geheimnis', 'Xk9', 'S3cr3t+Word!'];
  const texts = secrets.flatMap((secret) => {
    const text = sentence.replace('V', secret);
    return [{ text: JSON.stringify({ errorSummary: text, echo: secret.length > 7 ? '' : secret }) }, { detail: text }];
  });
  const trace = traceOf(texts);
  expect(secrets.filter((secret) => trace.includes(sentence.replace('V', secret)) || trace.includes(` ${secret}`))).toEqual([]);
});

test.each([
  ['a pair', (secret: string) => ['password', secret]],
  ['pairs', (secret: string) => ['user', 'ada', 'client_secret', secret]],
  [
    'pairs in a list',
    (secret: string) => [
      ['user', 'ada'],
      ['accessToken', secret],
    ],
  ],
])('no value leaves that stands behind the name of a secret in %s', (_how, list) => {
  const texts = [...KNOWN, 'geheimnis'].map((secret) => ({ text: JSON.stringify({ fields: list(secret) }) }));
  expect(hunt([...KNOWN, 'geheimnis'], { trace: traceOf(texts) }).found).toEqual([]);
});

test.each([
  ['pieces', (secret: string) => [secret.slice(0, 7), secret.slice(7)]],
  ['letters', (secret: string) => Array.from(secret)],
  ['codes', (secret: string) => Array.from(secret, (one) => one.codePointAt(0))],
  ['bytes', (secret: string) => [...Buffer.from(secret)]],
])('no known secret leaves as a list of its %s', (_what, list) => {
  const lists: readonly (readonly unknown[])[] = KNOWN.map((secret) => list(secret));
  const shown = traceOf(
    lists.map((one) => ({ text: JSON.stringify({ deep: [one] }) })),
    KNOWN,
  );
  expect(lists.filter((one) => shown.includes(JSON.stringify(one)))).toEqual([]);
});

test('what a text says of a secret stays, and so do lists of words', () => {
  const body = {
    errorSummary: 'The password is invalid. Your token is expired; passcode: required.',
    errorCauses: ['newPassword: Passwords must have at least 8 characters', 'answer: The security answer must be longer.'],
    amr: ['pwd', 'otp'],
    list: ['one', 'two', 65, 97, 49, 100, 101, 102],
    numbers: [1, 2, 3, 4, 5, 6, 7],
  };
  expect(traceOf([{ text: JSON.stringify(body) }], KNOWN)).toContain(`"body":${JSON.stringify(body)}`);
});

test('the hunter finds each secret in each carrier where nothing hides it', () => {
  const missed = Object.entries(CARRIERS).flatMap(([name, carry]) =>
    KNOWN.filter((secret) => hunt([secret], { raw: JSON.stringify(captured(carry(secret))) }).found.length === 0).map(
      (secret) => `${name}: ${secret}`,
    ),
  );
  expect(missed).toEqual([]);
});
