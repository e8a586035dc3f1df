import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openModel, type Model, type ModelOptions } from './fast-check.ts';
import { startMock } from './index.ts';
import { documentNames } from './mock/kit/documents.ts';

async function opened(options: Partial<ModelOptions> = {}): Promise<Model> {
  const model = await openModel({ document: 'governance', ...options });
  onTestFinished(() => model.close());
  return model;
}

const FAULT = 'gov-un-publish-not-kept';

// The tenth walk of authentication sees nobody but users who are locked out.
test.each(documentNames)('walks over a mock that does what the document of %s says hold', async (document) => {
  const { walks, holds } = await opened({ document });
  await fc.assert(fc.asyncProperty(walks, holds), { seed: 1, numRuns: 10 });
});

test('a walk that shows a fault shrinks to its shortest, and is replayed by seed and path', async () => {
  const { walks, holds } = await opened({ faults: [FAULT] });
  const property = fc.asyncProperty(walks, holds);
  const { counterexample, seed, counterexamplePath, errorInstance } = await fc.check(property, { seed: 2, numRuns: 40 });
  const [walk] = counterexample ?? [];
  const [sequence] = walk?.sequences ?? [];
  expect(walk?.sequences).toHaveLength(1);
  expect(sequence?.kind === 'path' ? sequence.moves.map(({ transition }) => transition.row.id) : sequence).toEqual([
    'request-type.create',
    'request-type.publish',
    'request-type.un-publish',
  ]);
  expect(String(errorInstance)).toMatch(/gov\.request-type\.un-publish\n {2}expected/);
  const replayed = await fc.check(property, { seed, path: counterexamplePath ?? '', endOnFailure: true });
  expect([replayed.failed, replayed.numRuns, fc.stringify(replayed.counterexample)]).toEqual([true, 1, fc.stringify(counterexample)]);
});

test('requests that an operation does not foresee hold, and their bodies are some of them', async () => {
  const { requests, bodies, holds } = await opened({ document: 'authentication' });
  await fc.assert(fc.asyncProperty(fc.oneof(requests('authenticate'), bodies('authenticate')), holds), { seed: 1, numRuns: 10 });
});

test('values that a parameter does not foresee are of each class', async () => {
  const { negativeValues } = await opened({ document: 'authentication' });
  const kinds = new Set(fc.sample(negativeValues('authenticate', 'username'), { seed: 1, numRuns: 100 }).map((value) => typeof value));
  expect([...kinds]).toEqual(expect.arrayContaining(['string', 'number', 'boolean', 'object']));
});

test('a walk that nothing answers is no walk that holds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'acme.yaml');
  const { services } = await startMock().then(async (mock) => (await mock.close(), mock));
  const checked = async (profile: string): Promise<string> => {
    writeFileSync(target, `name: acme\nservices: { governance: { baseUrl: '${services.governance}' } }\n${profile}`);
    const { walks, holds } = await opened({ target });
    const { failed, errorInstance, numSkips } = await fc.check(fc.asyncProperty(walks, holds), { seed: 1, numRuns: 5, endOnFailure: true });
    return `${failed ? 'red' : 'green'}, ${numSkips} skipped: ${errorInstance instanceof Error ? errorInstance.message : ''}`;
  };
  writeFileSync(join(folder, 'states.mjs'), 'export const setup = () => ({});');
  expect(await checked('')).toMatch(/^red, \d+ skipped: /);
  expect(await checked('providerStates: [{ module: ./states.mjs }]\n')).toMatch(/^red, \d+ skipped: /);
});

test('a name that there is not is said with those that there are', async () => {
  const none: ModelOptions = JSON.parse('{}');
  await expect(openModel(none)).rejects.toThrow(
    /^openModel: expected a document, found none. Known: privileged-access, authentication, governance$/,
  );
  await expect(openModel({ document: 'governanc' })).rejects.toThrow(/there is no document 'governanc'.*Did you mean 'governance'/);
  await expect(openModel({ document: 'governance', seed: 0.5 })).rejects.toThrow(
    /^openModel: seed: expected a whole number of at least 0, found 0\.5$/,
  );
  const folder = mkdtempSync(join(tmpdir(), 'assay-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'acme.yaml'), "name: acme\nservices: { authentication: { baseUrl: 'http://127.0.0.1:1' } }\n");
  await expect(openModel({ target: join(folder, 'acme.yaml'), document: 'governance' })).rejects.toThrow(
    'openModel: acme has no service for governance. Add services.governance to the profile, or open authentication',
  );
  const { requests, negativeValues } = await opened();
  expect(() => requests('nope')).toThrow(/there is no operation 'nope'/);
  expect(() => negativeValues('createCampaign', 'nope')).toThrow(/there is no parameter 'nope'/);
  expect(() => Reflect.apply(requests, undefined, [])).toThrow(/there is no operation 'undefined'/);
});

test('what is no walk, and a walk after the end, is said in a sentence', async () => {
  const { walks, holds, close } = await openModel({ document: 'governance' });
  for (const none of [undefined, {}])
    await expect(Reflect.apply(holds, undefined, [none])).rejects.toThrow(/^holds: walk: expected a walk that walks, requests or bodies/);
  await close();
  const [walk] = fc.sample(walks, { seed: 1, numRuns: 1 });
  await expect(Reflect.apply(holds, undefined, [walk])).rejects.toMatchObject({ code: 'model-closed' });
});
