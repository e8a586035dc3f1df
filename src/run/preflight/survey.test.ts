import { expect, test } from 'vitest';
import { fakeTransport, NO_CONNECTION, type Reply } from '../../drive/transport-fixtures.ts';
import { loadSpecs } from '../../model/load.ts';
import type { Survey } from '../../profile/draft.ts';
import { surveyService } from './survey.ts';

const { documents } = loadSpecs();

async function surveyed(document: string, reply: Reply): Promise<Survey & { readonly asked: readonly string[] }> {
  const spec = documents[document];
  if (spec === undefined) throw new TypeError(`there is no document ${document}`);
  const { send, requests } = fakeTransport(() => reply);
  const survey = await surveyService(spec, 'https://target.example.test/api/', send);
  const kept = requests.map(({ method, url, headers, body }) => `${method} ${url} ${Object.keys(headers).join(' ')} ${body ?? ''}`);
  return { ...survey, asked: kept };
}

test('reads that the document shows are asked for, without a credential', async () => {
  const { asked } = await surveyed('privileged-access', { status: 500 });
  expect(asked).toEqual(['GET https://target.example.test/api/v1/teams/assay-survey/groups accept user-agent ']);
  expect((await surveyed('authentication', { status: 500 })).asked.length).toBeLessThanOrEqual(5);
});

test.each<[string, Reply, Pick<Survey, 'errorName'> & { readonly shown: readonly string[] }]>([
  [
    'an error by its name',
    { status: 401, body: { problem: { kinds: ['x', 'authentication_error'] } } },
    { errorName: '/problem/kinds/1', shown: ['listGroups: 401 authentication_error'] },
  ],
  ['a name under another status', { status: 400, body: { code: 'authentication_error' } }, { errorName: undefined, shown: [] }],
  ['a name that is no name of the document', { status: 401, body: { code: 'nope' } }, { errorName: undefined, shown: [] }],
  ['nothing that is there', { status: 404, body: { code: 'resource_does_not_exist' } }, { errorName: '/code', shown: [] }],
  ['a success', { status: 200, body: { list: [] } }, { errorName: undefined, shown: ['listGroups: 200'] }],
  ['a page for people under every address', { status: 200, text: '<html>Sign in</html>' }, { errorName: undefined, shown: [] }],
  ['a page for people', { status: 403, text: '<html>authentication_error</html>' }, { errorName: undefined, shown: [] }],
  ['a name at an endless place', { status: 401, body: { ['k'.repeat(300)]: 'authentication_error' } }, { errorName: undefined, shown: [] }],
])('%s shows what it shows', async (_what, reply, { errorName, shown }) => {
  const survey = await surveyed('privileged-access', reply);
  expect({ errorName: survey.errorName, shown: survey.shown.map(({ operation, answer }) => `${operation}: ${answer}`) }).toEqual({
    errorName,
    shown,
  });
});

test('the features are those of what the operation states', async () => {
  const { shown } = await surveyed('privileged-access', { status: 200, body: [] });
  const known = documents['privileged-access']?.features.map(({ id }) => id) ?? [];
  expect(shown[0]?.features.length).toBeGreaterThan(0);
  expect(shown[0]?.features.filter((feature) => !known.includes(feature))).toEqual([]);
});

test('a service that does not answer is asked once', async () => {
  const { asked, failure } = await surveyed('authentication', NO_CONNECTION);
  expect([asked.length, failure]).toEqual([1, 'connect ECONNREFUSED']);
});
