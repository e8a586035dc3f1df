import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadModule, moduleEvents, moduleProvider } from './module-provider.ts';
import { ControlPlaneError } from './providers.ts';

const TIMEOUT_MS = 200;
const demand = { entry: { name: 'a shut door', about: '' }, params: { size: 2 }, spends: false };

/** A module of the user's, gone after the test. */
function moduleOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-module-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'states.mjs'), text);
  return join(folder, 'states.mjs');
}

test('a module sets states up and takes them down, does acts and tells of events', async () => {
  const file = moduleOf(`
    const log = [];
    export const setup = async (state, params) => ({ id: 'd1', state, ...params });
    export function teardown(state, data) { log.push({ seq: 1, kind: state, at: data.id }); }
    export function act(name) { return { did: name }; }
    export const events = () => log;
  `);
  const { setUp, takeDown, act } = moduleProvider(file, TIMEOUT_MS);
  expect([
    await setUp(demand, false),
    await takeDown('a shut door', { id: 'd1' }),
    await act('break the door', {}),
    await moduleEvents(file, TIMEOUT_MS)(),
  ]).toEqual([
    { data: { id: 'd1', state: 'a shut door', size: 2 } },
    { data: {} },
    { data: { did: 'break the door' } },
    [{ seq: 1, kind: 'a shut door', at: 'd1' }],
  ]);
});

test('what a module has no function for is declined, and nothing has to be taken down', async () => {
  const { setUp, takeDown, act } = moduleProvider(moduleOf('export const setup = () => undefined;'), TIMEOUT_MS);
  expect([await setUp(demand, false), await takeDown('a shut door', {}), await act('break the door', {})]).toEqual([
    { refused: "it does not provide 'a shut door'" },
    { data: {} },
    { refused: 'it does no acts' },
  ]);
});

test.each([
  ['throws', "() => { throw new Error('no doors left') }", 'setup failed: no doors left'],
  ['rejects', "() => Promise.reject('no doors left')", 'setup failed: no doors left'],
  ['answers an array', '() => []', 'setup answered an array: expected an object'],
  ['answers a text', "() => 'd1'", 'setup answered a string: expected an object'],
  ['never comes back', '() => new Promise(() => {})', 'setup failed: setup took longer than 200 ms (budget.timeout)'],
  [
    'answers what has no end',
    '() => { const data = {}; data.data = data; return data; }',
    expect.stringMatching(/^setup failed: .*circular/),
  ],
  ['answers what JSON lacks', '() => ({ id: 1n })', expect.stringMatching(/^setup failed: .*BigInt/)],
])('a module that %s is broken', async (_what, setup, refused) => {
  expect(await moduleProvider(moduleOf(`export const setup = ${setup};`), TIMEOUT_MS).setUp(demand, false)).toEqual({
    refused,
    broken: true,
  });
});

test('a module that never comes to be loaded is broken', async () => {
  const file = moduleOf('await new Promise(() => {}); export const setup = () => ({});');
  expect(await moduleProvider(file, TIMEOUT_MS).setUp(demand, false)).toEqual({
    refused: 'setup failed: loading took longer than 200 ms (budget.timeout)',
    broken: true,
  });
  await expect(moduleEvents(file, TIMEOUT_MS)()).rejects.toThrow(new ControlPlaneError('loading took longer than 200 ms (budget.timeout)'));
});

test('what a module does to its parameters stays with it', async () => {
  const own = { ...demand, params: { size: 2, parts: ['lock'] } };
  await moduleProvider(moduleOf('export const setup = (_, params) => { params.parts.push(params.size++); return {}; };'), TIMEOUT_MS).setUp(
    own,
    false,
  );
  expect(own.params).toEqual({ size: 2, parts: ['lock'] });
});

/** Timers that the process would not end before. */
const holding = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

test('the process is held while a module is waited for, and not longer', async () => {
  const provider = moduleProvider(
    moduleOf('let go; export const setup = () => new Promise((done) => { go = done; }); export const act = () => go({});'),
    60_000,
  );
  await provider.act('load', {}).catch(() => undefined);
  const before = holding();
  const waiting = provider.setUp(demand, false);
  await new Promise((resolve) => setImmediate(resolve));
  const within = holding();
  await provider.act('go', {});
  expect({ came: await waiting, within: within - before, after: holding() - before }).toEqual({ came: { data: {} }, within: 1, after: 0 });
});

test('events that never come are told with their key', async () => {
  const file = moduleOf('export const setup = () => ({}); export const events = () => new Promise(() => {});');
  await expect(moduleEvents(file, TIMEOUT_MS)()).rejects.toThrow(
    new ControlPlaneError('events.module: events failed: events took longer than 200 ms (budget.timeout)'),
  );
});

test.each([
  ['that throws when it is loaded', "throw new Error('no database');", 'it cannot be loaded: no database'],
  ['without setup', 'export const provide = () => ({});', "expected a function 'setup' among its exports, found provide"],
  ['without exports', '', "expected a function 'setup' among its exports, found no exports"],
  ['whose setup is no function', "export const setup = 'yes';", "expected a function 'setup' among its exports, found setup"],
  [
    'whose teardown is no function',
    'export const setup = () => ({}); export const teardown = 1;',
    "expected 'teardown' to be a function, found number",
  ],
])('a module %s cannot be used', async (_what, text, message) => {
  await expect(loadModule(moduleOf(text))).rejects.toThrow(new ControlPlaneError(message));
});

test('a module that is no JavaScript cannot be used', async () => {
  await expect(loadModule(moduleOf('states: none'))).rejects.toThrow(/^it cannot be loaded: /);
});

test.each([
  ['has no events', 'export const setup = () => ({});', "expected a function 'events' among its exports"],
  ['tells no list', 'export const setup = () => ({}); export const events = () => ({});', 'expected a list of {seq, kind, at}'],
  ['tells something else', 'export const setup = () => ({}); export const events = () => [{}];', 'expected a list of {seq, kind, at}'],
])('a module that %s is told with its key', async (_what, text, message) => {
  const file = moduleOf(text);
  await expect(moduleEvents(file, TIMEOUT_MS)()).rejects.toThrow(new ControlPlaneError(`events.module: ${file}: ${message}`));
});

test('events that throw are told with their key', async () => {
  const file = moduleOf("export const setup = () => ({}); export const events = () => { throw new Error('gone') };");
  await expect(moduleEvents(file, TIMEOUT_MS)()).rejects.toThrow(new ControlPlaneError('events.module: events failed: gone'));
});
