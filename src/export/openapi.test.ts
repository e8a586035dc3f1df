import { expect, test } from 'vitest';
import { documentOf } from '../model/document-of.ts';
import { loadSpecs } from '../model/load.ts';
import type { Binding, DocumentName } from '../model/types.ts';
import { strictAjv } from '../model/schema/validator.ts';
import type { Deployment, Service } from './deployment.ts';
import { openApi } from './openapi.ts';

const specs = loadSpecs();

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly examples?: object }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object; readonly examples?: object }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly examples?: object }>>;
  readonly links?: object;
}

/** A document's operations with a profile that says no more than this, by id. */
function operationsOf(
  document: DocumentName,
  bindings: Readonly<Record<string, Binding>>,
  declares: Service['declares'] = [],
): ReadonlyMap<string, Operation> {
  const service: Service = {
    baseUrl: 'https://api.example.test',
    bindings,
    declares,
    headers: {},
    mediaType: 'application/json',
    errorMediaType: 'application/problem+json',
    operationCredentials: [],
    published: {},
  };
  const deployment: Deployment = { name: 'one', services: { [document]: service }, control: undefined };
  const { paths }: Description = JSON.parse(JSON.stringify(openApi(documentOf(specs, document), deployment, service)));
  return new Map(Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one])));
}

function requestSchema(operation: Operation | undefined): object | undefined {
  return Object.values(operation?.requestBody?.content ?? {})[0]?.schema;
}

function examplesIn(content: Response['content'] = {}): readonly string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

test('an object of a bound body is required where anything in it is, or does not vary', () => {
  const body = { thing: { like: { name: '$name', description: '$description' } }, beside: { about: '$description' }, kind: { is: 'new' } };
  const operations = operationsOf('governance', { createCollection: { path: '/collections', body } });
  expect(requestSchema(operations.get('createCollection'))).toMatchObject({
    required: ['thing', 'kind'],
    properties: { thing: { required: ['like'], properties: { like: { required: ['name'] } } } },
  });
});

test('a response of which the document says nothing has the status that the profile declares, and no success', () => {
  const operations = operationsOf('privileged-access', {}, [{ name: 'unknown-path', status: [403] }]);
  const statuses = Object.keys(operations.get('unknownPath')?.responses ?? {});
  expect([statuses.includes('403'), statuses.filter((status) => status.startsWith('2'))]).toEqual([true, []]);
});

test('a success whose body is not shown has any body where its status says that there is one', () => {
  const operations = operationsOf('privileged-access', {
    deleteGroup: { method: 'DELETE', path: '/groups', success: [200, 202, 204] },
  });
  const { 200: ok, 202: accepted, 204: none } = operations.get('deleteGroup')?.responses ?? {};
  expect([ok?.content, accepted?.content, none?.content]).toEqual([{ 'application/json': { schema: {} } }, undefined, undefined]);
});

test('an id whose type the document does not show is of any type in a body', () => {
  const body = { form: '$requestTypeId', whom: '$requesterId' };
  const operations = operationsOf('governance', { createRequestV1: { method: 'POST', path: '/tickets', body } });
  expect(requestSchema(operations.get('createRequestV1'))).toMatchObject({
    properties: { form: { 'x-clauses': expect.any(Array) }, whom: { 'x-clauses': expect.any(Array) } },
  });
  expect(JSON.stringify(requestSchema(operations.get('createRequestV1')))).not.toContain('"string"');
});

test('a response with a body that the document shows is no 204, and the links of a 204 read no body', () => {
  const operations = operationsOf('authentication', { cancel: { success: [200, 204], body: { stateToken: '$stateToken' } } });
  const { 200: ok, 204: none } = operations.get('cancel')?.responses ?? {};
  expect(Object.keys(operations.get('changePassword')?.responses ?? {})).not.toContain('204');
  expect([JSON.stringify(ok?.links).includes('$response.body'), none?.links]).toEqual([true, undefined]);
});

test('each response example has a request example of its name', () => {
  const operations = operationsOf('governance', {
    createCollection: { path: '/collections' },
    readCollection: { path: '/collections/{id}' },
    readCampaign: { method: 'GET', path: '/campaigns/{campaignId}' },
    createCollectionAssignment: {
      path: '/collections/{id}/assignments',
      contentType: 'application/x-www-form-urlencoded',
      body: { sort: '$principalType', whom: '$principalId' },
    },
  });
  const unpaired = [...operations.values()].flatMap(({ operationId, parameters, requestBody, responses }) => {
    const named = new Set([...parameters.flatMap(({ examples = {} }) => Object.keys(examples)), ...examplesIn(requestBody?.content)]);
    return Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content }]) =>
        examplesIn(content).flatMap((name) => (named.has(name) ? [] : [`${operationId} ${status} ${name}`])),
      );
  });
  expect(unpaired).toEqual([]);
  const { 200: read } = operations.get('readCampaign')?.responses ?? {};
  expect(examplesIn(read?.content)).toContain('readCampaign.SCHEDULED');
});

test('an example of a document leads to the state of the transition that begins alike', () => {
  const { 200: ok } = operationsOf('authentication', {}).get('authenticate')?.responses ?? {};
  expect(Object.values(ok?.content ?? {})[0]?.examples).toMatchObject({
    'authenticate.password': { value: { status: 'SUCCESS' } },
    'authenticate.step-up': { value: { status: 'UNAUTHENTICATED' } },
    'authenticate.trusted': { value: { status: 'MFA_REQUIRED' } },
  });
});

test.each<[DocumentName, boolean]>([
  ['privileged-access', false],
  ['authentication', true],
  ['governance', true],
])('%s: a further error is possible where the document leaves others unspecified', (document, isOpen) => {
  const operations = operationsOf(document, { deleteCollection: { path: '/collections/{id}', success: 200 } });
  const withSuccess = [...operations.values()].filter(({ responses }) => Object.keys(responses).some((status) => status.startsWith('2')));
  expect([withSuccess.length > 0, withSuccess.every(({ responses }) => 'default' in responses)]).toEqual([true, isOpen]);
});

test('an operation without a success has no default response, which mocks would take for one', () => {
  const operations = operationsOf('authentication', { openApp: { method: 'GET', path: '/apps/{appId}', success: 302 } });
  expect(operations.get('openApp')?.responses).not.toHaveProperty('default');
});

test.each([
  ['a user name and a password', { username: 'ann', password: 'p' }, true],
  ['an activation token', { token: 't' }, true],
  ['a state token', { stateToken: 't' }, true],
  ['a state token with user name and password', { stateToken: 't', username: 'ann', password: 'p' }, true],
  ['a user name alone', { username: 'ann' }, false],
  ['a password beside a token', { token: 't', password: 'p' }, false],
  ['nothing', {}, false],
])('the body of an authentication: %s', (_, body, expected) => {
  const schema = requestSchema(operationsOf('authentication', {}).get('authenticate')) ?? {};
  const ajv = strictAjv();
  ajv.addVocabulary(['x-clauses']);
  expect(ajv.validate(schema, body)).toBe(expected);
});
