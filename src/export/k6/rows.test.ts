import { expect, test } from 'vitest';
import { answerRow, beginRow, endRow } from './rows.js';

const name = (kind: string, value: string): string => `~${kind}-${value.length}~`;
const timings = { blocked: 0.5, connecting: 1, tls_handshaking: 0, duration: 20.1234 };
const sent = { generator: 'pod-1/0/abc', request: 'readUser/one', sentAt: 1_700_000_000_000 };

function secretsOf(...known: [string, string][]) {
  return { kinds: { sessionToken: 'session-token' }, name, known };
}

test('the first row tells what is sent, without its secrets, and the share of this generator', () => {
  const request = {
    id: 'request',
    operation: 'readUser',
    caller: 'service',
    method: 'POST',
    path: '/users/of/team-secret',
    headers: { Authorization: 'SSWS own-credential', Accept: 'text/plain' },
    body: { sessionToken: 'fresh-token', note: 'for team-secret' },
  };
  const prepared = { generator: 'pod-1/0/abc', salt: 'salt', known: [], ready: [{ name: 'readUser/one', request, status: 200 }] };
  const load = { rate: 20, connections: 3, segment: '0:1/4', baseUrl: 'https://id.example.test', key: undefined };
  expect(beginRow(prepared, secretsOf(['team-secret', '~team~']), load)).toEqual({
    row: 'assay/2',
    kind: 'begin',
    generator: 'pod-1/0/abc',
    export: '',
    document: '',
    target: '',
    baseUrl: 'https://id.example.test',
    key: undefined,
    rate: 5,
    connections: 1,
    requests: {
      'readUser/one': {
        operation: 'readUser',
        caller: 'service',
        method: 'POST',
        path: '/users/of/~team~',
        headers: { authorization: 'SSWS ~authorization-14~', accept: 'text/plain' },
        body: { sessionToken: '~session-token-11~', note: 'for ~team~' },
      },
    },
  });
});

test('an answer has its status, headers by name in lower case, and its body as it came', () => {
  const response = { status: 200, error_code: 0, headers: { 'X-Limit': '10', 'Set-Cookie': 'sid=1' }, body: '{ "id":1 }', timings };
  expect(answerRow(sent, 21, response, secretsOf())).toEqual({
    row: 'assay/2',
    kind: 'answer',
    ...sent,
    durationMs: 21.623,
    status: 200,
    headers: { 'x-limit': '10', 'set-cookie': '~cookie-5~' },
    text: '{ "id":1 }',
  });
});

test('no secret is in a row: neither one that was known nor one that the answer gives, and it is kept for this answer alone', () => {
  const secrets = secretsOf(['known-secret', '~known~']);
  const response = {
    status: 200,
    error_code: 0,
    headers: { Location: '/next?token=given-secret&known=known-secret' },
    body: JSON.stringify({ sessionToken: 'given-secret', note: 'known-secret, given-secret' }),
    timings,
  };
  const { headers, text } = { text: undefined, headers: undefined, ...answerRow(sent, 30, response, secrets) };
  expect([headers, text, secrets.known]).toEqual([
    { location: '/next?token=~session-token-12~&known=~known~' },
    '{"sessionToken":"~session-token-12~","note":"~known~, ~session-token-12~"}',
    [['known-secret', '~known~']],
  ]);
});

test('a request that was not answered is lost, and why is told', () => {
  const lost = (error_code: number) => answerRow(sent, 30, { status: 0, error_code, headers: {}, body: null, timings }, secretsOf());
  const row = { row: 'assay/2', kind: 'answer', ...sent, durationMs: 30, status: 0 };
  expect([lost(1050), lost(1212)]).toEqual([
    { ...row, lost: 'timed out' },
    { ...row, lost: 'no answer' },
  ]);
});

test('an empty body is none', () => {
  const response = { status: 204, error_code: 0, headers: {}, body: null, timings };
  expect(answerRow(sent, 1, response, secretsOf())).toEqual({
    row: 'assay/2',
    kind: 'answer',
    ...sent,
    durationMs: 21.623,
    status: 204,
    headers: {},
    text: undefined,
  });
});

test('the last row says how many answers there must be', () => {
  expect(endRow('pod-1/0/abc', 100, 2)).toEqual({ row: 'assay/2', kind: 'end', generator: 'pod-1/0/abc', iterations: 100, dropped: 2 });
});
