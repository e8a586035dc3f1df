import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentOf } from '../model/document-of.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { exportFiles, exportKinds, type ExportedFile, type ExportKind } from '../export/export.ts';
import { transitionsOf } from '../plan/transition-system.ts';
import { profileFile } from '../run/targets.ts';
import { answerSchemas } from '../export/json-schemas.ts';
import { loadSpecs } from '../model/load.ts';
import { pointerSegment } from '../model/pointer.ts';
import { isSchema } from '../model/schema/json-schema.ts';
import type { DocumentName } from '../model/types.ts';
import { controlOf, deploymentOf } from './export.ts';
import { draw } from '../../test/support/draw.ts';

const specs = loadSpecs();
const deployment = deploymentOf(profileFile('mock'), specs, {});
const documents: readonly DocumentName[] = ['privileged-access', 'authentication', 'governance'];

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly additionalProperties?: unknown }>> };
  readonly 'x-unbound': readonly string[];
}

interface Operation {
  readonly 'x-operations': readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly { readonly name: string; readonly schema: object }[];
  readonly requestBody?: Pick<Response, 'content'>;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly 'x-answers'?: readonly Answer[];
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly examples?: object }>>;
}

interface Answer {
  readonly operation: string;
  readonly resource?: string;
  readonly error?: string;
}

interface Arazzo {
  readonly workflows: readonly {
    readonly workflowId: string;
    readonly 'x-transitions'?: readonly string[];
    readonly steps: readonly { readonly operationId: string }[];
  }[];
  readonly 'x-unreachable': readonly string[];
  readonly 'x-left-out': readonly string[];
}

const exports = new Map<string, readonly ExportedFile[]>();

function filesOf(kind: ExportKind, document: DocumentName): readonly ExportedFile[] {
  const key = `${kind} ${document}`;
  const files = exports.get(key) ?? exportFiles(kind, specs, deployment, [document]);
  exports.set(key, files);
  return files;
}

function texts(kind: ExportKind, document: DocumentName): ReadonlyMap<string, string> {
  return new Map(filesOf(kind, document).flatMap(({ path, text }) => (path === 'README.md' ? [] : [[path, text]])));
}

function openApi(document: DocumentName): OpenApi {
  return JSON.parse(texts('openapi', document).get(`${document}.openapi.json`) ?? '');
}

function arazzo(document: DocumentName): Arazzo {
  return JSON.parse(texts('arazzo', document).get(`${document}.arazzo.json`) ?? '');
}

function operationsIn({ paths }: OpenApi): readonly Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

test.each(documents)('OpenAPI has each operation of %s once, and no other', (document) => {
  const exported = openApi(document);
  const named = [...operationsIn(exported).flatMap((operation) => operation['x-operations']), ...exported['x-unbound']];
  expect(named.toSorted()).toEqual(
    documentOf(specs, document)
      .endpoints.operations.map(({ id }) => id)
      .toSorted(),
  );
});

test.each(documents)('OpenAPI has each answer of each operation of %s, and every error of the table', (document) => {
  const exported = openApi(document);
  const row = ({ operation, resource = '', error = '' }: Answer): string => `${operation} ${resource}${error}`;
  const told = operationsIn(exported).flatMap(({ responses }) =>
    Object.values(responses).flatMap((one) => (one['x-answers'] ?? []).map(row)),
  );
  const { endpoints, errors } = documentOf(specs, document);
  const rows = endpoints.operations
    .filter(({ id }) => !exported['x-unbound'].includes(id))
    .flatMap(({ id, responses }) => responses.map((response) => row({ operation: id, ...response })));
  const statuses = [...new Set(errors.errors.map(({ status }) => String(status)))].toSorted();
  const answered = operationsIn(exported).map(({ responses }) =>
    Object.keys(responses)
      .filter((status) => statuses.includes(status))
      .toSorted(),
  );
  // A row without a status is under each usual one.
  expect([[...new Set(told)].toSorted(), answered]).toEqual([[...new Set(rows)].toSorted(), answered.map(() => statuses)]);
});

const unusual = deploymentOf('test/reference-server/profile.yaml', specs, {
  REFERENCE_PRIVILEGED_ACCESS: 'http://127.0.0.1:8080',
  REFERENCE_AUTHENTICATION: 'http://127.0.0.1:8081',
  REFERENCE_GOVERNANCE: 'http://127.0.0.1:8082',
});

describe.each([deployment, unusual])('OpenAPI with the profile $name', (own) => {
  const described = new Map(
    exportFiles('openapi', specs, own, documents).map(({ path, text }) => [path, path.endsWith('.json') ? JSON.parse(text) : {}]),
  );
  const of = (document: DocumentName): OpenApi => described.get(`${document}.openapi.json`);

  test.each(draw(1, documents))('the examples of %s, of requests and responses, are what their schemas ask for', (document) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
    const exported = of(document);
    ajv.addSchema({ ...exported, $id: 'assay:openapi' });
    const shown = examplesBelow(exported, '');
    expect(shown.some(({ place }) => place.includes('/requestBody/'))).toBe(true);
    expect(shown.filter(({ place, value }) => !ajv.validate({ $ref: `assay:openapi#${place}/schema` }, value))).toEqual([]);
  });

  test.each(documents)('each success response of %s whose body is shown has an example', (document) => {
    const successes = operationsIn(of(document)).flatMap(({ responses, 'x-operations': ids }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Number(status) < 400
          ? Object.values(content).flatMap(({ schema, examples }) =>
              Object.keys(schema).length === 0 ? [] : { id: `${ids.join()} ${status}`, examples },
            )
          : [],
      ),
    );
    expect(successes.length).toBeGreaterThan(0);
    expect(successes.flatMap(({ id, examples }) => (examples === undefined ? [id] : []))).toEqual([]);
  });

  test.each(documents)('each request body of %s has an example', (document) => {
    const bodies = operationsIn(of(document)).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
    expect(bodies.filter(({ examples }) => examples === undefined)).toEqual([]);
  });

  test('an operation without credentials has an empty list of alternatives, which mocks serve', () => {
    const all = documents.flatMap((document) => operationsIn(of(document)));
    const open = all.filter(({ security }) => security.every((one) => Object.keys(one).length === 0));
    expect([open.length > 0, open.filter(({ security }) => security.length > 0)]).toEqual([true, []]);
  });

  test('says that objects are open', () => {
    const closed = documents.flatMap((document) =>
      Object.values(of(document).components.schemas).filter((one) => Object.keys(one).length > 0 && one.additionalProperties !== true),
    );
    expect(closed).toEqual([]);
  });

  test('names no place in a list and no class of statuses, which generators do not read', () => {
    expect(JSON.stringify([...described.values()]).match(/"(prefixItems|[1-5]XX)"/g)).toBe(null);
  });
});

/** Every example of a description, with the pointer to what it is an example of. */
function examplesBelow(part: unknown, place: string): readonly { readonly place: string; readonly value: unknown }[] {
  if (!isSchema(part)) return [];
  const { schema, examples } = part;
  const own = isSchema(schema) && isSchema(examples) ? Object.values(examples) : [];
  return [
    ...own.map((example) => ({ place, value: isSchema(example) ? example['value'] : undefined })),
    ...Object.entries(part).flatMap(([name, below]) => examplesBelow(below, `${place}/${encodeURIComponent(pointerSegment(name))}`)),
  ];
}

test.each(documents)('each state and each transition of %s is in its diagram', (document) => {
  const spec = documentOf(specs, document);
  const drawn = [...texts('mermaid', document).values()].map((text) => ({
    states: text.match(/^ {2}state ".+" as s\d+$/gm)?.length,
    transitions: text.match(/^ {2}s\d+ --> [se]\d+: .+$/gm)?.length,
  }));
  expect(drawn).toEqual(
    spec.states.machines.map((machine) => ({
      states: machine.states.length,
      transitions: transitionsOf(spec, deployment).filter((one) => one.machine === machine).length,
    })),
  );
});

test.each(documents)('each transition of %s is in a workflow, or named as in none; no workflow calls what is not described', (document) => {
  const { workflows, ...others } = arazzo(document);
  const taken = [...new Set(workflows.flatMap((workflow) => workflow['x-transitions'] ?? []))];
  const all = transitionsOf(documentOf(specs, document), deployment).map(({ id }) => id);
  const described = new Set(operationsIn(openApi(document)).flatMap((operation) => operation['x-operations'][0] ?? []));
  expect({
    transitions: [...taken, ...others['x-unreachable'], ...others['x-left-out']].toSorted(),
    unknown: workflows.flatMap(({ steps }) => steps.filter(({ operationId }) => !described.has(operationId))),
    ids: new Set(workflows.map(({ workflowId }) => workflowId)).size,
  }).toEqual({ transitions: all.toSorted(), unknown: [], ids: workflows.length });
  expect(workflows.length).toBeGreaterThan(0);
});

interface Workflows {
  readonly sourceDescriptions: readonly { readonly url: string }[];
  readonly workflows: readonly {
    readonly inputs: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
    readonly steps: readonly {
      readonly stepId: string;
      readonly operationId: string;
      readonly description?: string;
      readonly requestBody?: { readonly payload: { readonly action?: string } };
    }[];
  }[];
}

test.each(documents)('workflows of %s set up their provider states and remove them; with the mock, no input is missing', (document) => {
  const controlled = { ...deployment, control: controlOf(profileFile('mock'), specs, {}) };
  const files = new Map(exportFiles('arazzo', specs, controlled, [document]).map(({ path, text }) => [path, text]));
  const { workflows, sourceDescriptions }: Workflows = JSON.parse(files.get(`${document}.arazzo.json`) ?? '');
  const changes = workflows.map(({ steps }) =>
    steps.flatMap(({ operationId, requestBody }) =>
      operationId === '$sourceDescriptions.control-plane.changeState' ? [requestBody?.payload.action] : [],
    ),
  );
  const ids = workflows.flatMap(({ steps }) => steps.map(({ stepId }) => stepId));
  expect(workflows.flatMap(({ inputs }) => Object.values(inputs.properties)).filter((input) => input.default === undefined)).toEqual([]);
  expect(workflows.flatMap(({ steps }) => steps.flatMap(({ description }) => description ?? []))).toEqual([]);
  expect(changes.flatMap((actions) => actions.filter((action) => action === 'setup')).length).toBeGreaterThan(0);
  expect(changes.map((actions) => actions.filter((action) => action === 'teardown').length)).toEqual(
    changes.map((actions) => actions.filter((action) => action === 'setup').length),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(sourceDescriptions.map(({ url }) => files.has(url.slice(2)))).toEqual([true, true]);
});

test.each([
  [
    'over HTTP, with acts beside it',
    { http: 'https://p.test/a/states' },
    { states: 'https://p.test/a/states', acts: 'https://p.test/a/acts' },
  ],
  ['that asks for a credential', { http: 'https://p.test/states', headers: { authorization: { env: 'KEY' } } }, undefined],
  ['that provides some states', { http: 'https://p.test/states', provides: ['a user who can sign in'] }, undefined],
])('a source of provider states %s', (_, source, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-export-'));
  const file = join(folder, 'one.yaml');
  writeFileSync(file, stringify({ name: 'one', services: {}, providerStates: [source] }));
  expect(controlOf(file, specs, {})).toEqual(expected === undefined ? undefined : { ...expected, clock: undefined });
});

test.each(documents)('the JSON Schemas of %s are schemas, and all of its answers are among them', (document) => {
  const ajv = new Ajv2020({ strict: false, formats: fullFormats });
  const files = [...texts('schemas', document)].map(([path, text]): [string, { readonly $id: string }] => [path, JSON.parse(text)]);
  const under = (folder: string): typeof files => files.filter(([path]) => path.startsWith(`${document}/${folder}/`));
  expect(files.filter(([, schema]) => ajv.validateSchema(schema) !== true).map(([path]) => path)).toEqual([]);
  const known = new Set(under('answers').map(([, { $id }]) => $id));
  const referred = under('answers').flatMap(([, schema]) =>
    [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, id = '']) => id),
  );
  expect([referred.length > 0, referred.filter((id) => !known.has(id))]).toEqual([true, []]);
  expect(
    under('answers')
      .map(([path]) => path)
      .toSorted(),
  ).toEqual(
    answerSchemas(documentOf(specs, document))
      .map(({ file }) => `${document}/answers/${file}`)
      .toSorted(),
  );
});

test('nothing of what an export says is ours alone to understand', () => {
  const said = documents.flatMap((document) => [...texts('openapi', document).values(), ...texts('schemas', document).values()]).join('');
  expect([...new Set(said.match(/"(clauses|expected)":|"(utc-milliseconds|unix-seconds|uuid-shaped)"/g))]).toEqual([]);
});

test('a k6 script has each example of what only reads or signs in', () => {
  const names = documents.map((document) => {
    const script = texts('k6', document).get(`${document}.k6.js`) ?? '';
    const [, json = ''] = /^const EXAMPLES = (\[[^]*?^\]);$/m.exec(script) ?? [];
    const examples: readonly { readonly name: string }[] = JSON.parse(json);
    return examples.map(({ name }) => name);
  });
  expect(names).toEqual(
    documents.map((document) =>
      documentOf(specs, document)
        .endpoints.operations.filter(({ safe, signIn }) => safe === true || signIn === true)
        .flatMap(({ id, examples = [] }) => examples.map((example) => `${id}/${example.id}`)),
    ),
  );
});

test('the manifest for a cluster runs the script that is beside it, so that its rows can be read', () => {
  const files = texts('k6', 'governance');
  const manifest = parse(files.get('governance.k6-operator.yaml') ?? '');
  expect([manifest.kind, manifest.spec.parallelism > 1, manifest.spec.arguments, files.has(manifest.spec.script.configMap.file)]).toEqual([
    'TestRun',
    true,
    '--log-format raw',
    true,
  ]);
});

test('a header that a profile writes out, and that may be a secret, is in no export', () => {
  const service = deployment.services.governance;
  if (service === undefined) throw new Error('the mock has a governance service');
  const telling = {
    ...deployment,
    services: { governance: { ...service, headers: { authorization: 'SSWS written-out', 'x-api-key': 'key-itself' } } },
  };
  const said = (['openapi', 'arazzo', 'k6'] as const)
    .flatMap((kind) => exportFiles(kind, specs, telling, ['governance']).map(({ text }) => text))
    .join('');
  expect([said.includes('written-out'), said.includes('key-itself'), said.includes('{{env.X_API_KEY}}')]).toEqual([false, false, true]);
});

test('what a profile says of requests and responses is in OpenAPI: headers, credentials, media type, statuses', () => {
  const service = deployment.services.governance;
  if (service === undefined) throw new Error('the mock has a governance service');
  const { listGrants, endCampaign } = service.bindings;
  if (typeof listGrants !== 'object' || typeof endCampaign !== 'object') throw new Error('the mock binds both');
  const own = {
    ...service,
    mediaType: 'application/hal+json',
    errorMediaType: 'application/problem+json',
    headers: { 'X-Steward': 'key={credential}', 'X-Tenant': 'aurora' },
    operationCredentials: [{ credential: 'reviewer', scheme: 'Bearer', operations: ['*Review'] }],
    bindings: { ...service.bindings, listGrants: { ...listGrants, headers: { Authorization: 'Basic $principalId' } } },
    declares: [{ name: 'campaign.end.active', refused: 'E0000195', status: [409] }],
  };
  const [file] = exportFiles('openapi', specs, { ...deployment, services: { governance: own } }, ['governance']);
  const exported: OpenApi & { readonly components: { readonly securitySchemes: object } } = JSON.parse(file?.text ?? '');
  const called = (id: string): Operation | undefined => operationsIn(exported).find((operation) => operation['x-operations'].includes(id));
  expect(exported.components.securitySchemes).toMatchObject({
    subscriber: { type: 'apiKey', name: 'X-Steward' },
    reviewer: { type: 'http', scheme: 'bearer' },
    'listGrants-authorization': { type: 'apiKey', name: 'Authorization', description: 'Authorization: Basic $principalId' },
  });
  expect(['readReview', 'listGrants', 'readCampaign'].map((id) => called(id)?.security)).toEqual([
    [{ reviewer: [] }],
    [{ subscriber: [], 'listGrants-authorization': [] }],
    [{ subscriber: [] }],
  ]);
  expect(called('readCampaign')?.parameters).toContainEqual(expect.objectContaining({ name: 'X-Tenant', schema: { const: 'aurora' } }));
  expect(Object.keys(called('readCampaign')?.responses['200']?.content ?? {})).toEqual(['application/hal+json']);
  expect(Object.keys(called('endCampaign')?.responses['409']?.content ?? {})).toEqual(['application/problem+json']);
  expect([called('endCampaign'), called('launchCampaign')].map((one) => Object.keys(one?.responses ?? {}).includes('409'))).toEqual([
    true,
    false,
  ]);
});

test.each(exportKinds)('the README of %s has a command for a file that is beside it', (kind) => {
  const files = filesOf(kind, 'authentication');
  const [, command = ''] = /^ {4}(.+)$/m.exec(files.find(({ path }) => path === 'README.md')?.text ?? '') ?? [];
  const named = command.replace('SERVICE', 'authentication').split(' ');
  expect(files.map(({ path }) => path).filter((path) => named.includes(path))).toHaveLength(1);
});
