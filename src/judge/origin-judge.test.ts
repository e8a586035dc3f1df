import { expect, test } from 'vitest';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange, type SampleExchange } from '../trace/trace-fixtures.ts';
import { benchOf } from './judge-fixtures.ts';
import { originJudge } from './origin-judge.ts';

const judged = (...exchanges: readonly SampleExchange[]): unknown =>
  originJudge.judge(benchOf(doorSpec(), sampleCase({}, ...exchanges.map((one) => sampleExchange({ operation: 'getDoor', ...one })))));
const observed = (where: string, value: string): object => ({ about: `origin/getDoor/${where}`, clause: 'doors.endpoints.get', value });
const verdictsOf = (...observations: readonly object[]): object => ({ findings: [], observations });

test.each<[string, SampleExchange['response'], object]>([
  [
    'a Link header',
    { headers: { link: '<https://evil.test/a>; rel="next", </b>; rel="prev"' } },
    verdictsOf(observed('Link next', 'https://evil.test')),
  ],
  ['a redirect', { status: 302, headers: { location: '//evil.test/a' } }, verdictsOf(observed('Location', 'https://evil.test'))],
  [
    'links of a body, by the names that lead there',
    {
      body: {
        rooms: [
          { _links: { door: { href: 'http://doors.example.test/' } } },
          { _links: { door: [{ href: 'http://doors.example.test/2' }] } },
        ],
      },
    },
    verdictsOf(observed('/rooms/_links/door', 'http://doors.example.test')),
  ],
  ['another port', { body: { href: 'https://doors.example.test:8443/' } }, verdictsOf(observed('', 'https://doors.example.test:8443'))],
  ['the host as a user name', { body: { href: 'https://doors.example.test@evil.test/' } }, verdictsOf(observed('', 'https://evil.test'))],
])('what leads away is observed: %s', async (_what, response, wanted) => {
  expect(judged({ response })).toEqual(wanted);
});

test.each<[string, SampleExchange]>([
  [
    'the service itself',
    { response: { headers: { link: '<https://doors.example.test/a>; rel=next', location: '/b' }, body: { href: '/c' } } },
  ],
  ['what is no address', { response: { headers: { link: 'broken' }, body: { href: 'https://' } } }],
  ['what is not called href', { response: { body: { url: 'https://evil.test/' } } }],
  ['no answer', { response: undefined }],
])('what stays is not: %s', (_what, exchange) => {
  expect(judged(exchange)).toEqual(verdictsOf());
});

test('each is told once', () => {
  const response = { headers: { location: 'https://evil.test/' } };
  expect(judged({ response }, { response })).toEqual(verdictsOf(observed('Location', 'https://evil.test')));
});
