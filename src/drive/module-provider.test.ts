import { createHook } from 'node:async_hooks';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onStray } from './module-thread.ts';
import { moduleEvents, moduleProvider } from './module-provider.ts';
import type { Wait } from './wait.ts';
import { ControlPlaneError } from './providers.ts';

const WITHIN = (): Wait => ({ ms: 200, key: 'budget.timeout' });
/** For what comes, on a machine however busy. */
const AT_LAST = (): Wait => ({ ms: 60_000, key: 'budget.timeout' });
/** At last until it is loaded, not so long for what it is then called for, and so on. */
function onceLoaded(): () => Wait {
  let asked = 0;
  return () => (asked++ % 2 === 0 ? AT_LAST() : WITHIN());
}

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
  const { setUp, takeDown, act } = moduleProvider(file, AT_LAST);
  expect([
    await setUp(demand, false),
    await takeDown('a shut door', { id: 'd1' }),
    await act('break the door', {}),
    await moduleEvents(file, AT_LAST)(),
  ]).toEqual([
    { data: { id: 'd1', state: 'a shut door', size: 2 } },
    { data: {} },
    { data: { did: 'break the door' } },
    [{ seq: 1, kind: 'a shut door', at: 'd1' }],
  ]);
});

test('what a module has no function for is declined, and nothing has to be taken down', async () => {
  const { setUp, takeDown, act } = moduleProvider(moduleOf('export const setup = () => undefined;'), AT_LAST);
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
  [
    'throws more than anybody reads',
    "() => { throw new Error('doors '.repeat(1e6)) }",
    expect.stringMatching(/^setup failed: (?:doors ){300}… \(of 6000000 characters, sha256 [0-9a-f]{64}\)$/),
  ],
  [
    'throws what cannot be told',
    "() => { throw new Proxy({}, { get() { throw new Error('no') } }) }",
    'setup failed: it threw what cannot be told',
  ],
  ['never comes back', '() => new Promise(() => {})', 'setup failed: setup took longer than 200 ms (budget.timeout)'],
  [
    'answers what has no end',
    '() => { const data = {}; data.data = data; return data; }',
    expect.stringMatching(/^setup failed: .*circular/),
  ],
  ['answers what JSON lacks', '() => ({ id: 1n })', expect.stringMatching(/^setup failed: .*BigInt/)],
])('a module that %s is broken', async (what, setup, refused) => {
  const wait = what.startsWith('never') ? onceLoaded() : AT_LAST;
  expect(await moduleProvider(moduleOf(`export const setup = ${setup};`), wait).setUp(demand, false)).toEqual({
    refused,
    broken: true,
  });
});

test('a module that never comes to be loaded is broken', async () => {
  const file = moduleOf('await new Promise(() => {}); export const setup = () => ({});');
  expect(await moduleProvider(file, WITHIN).setUp(demand, false)).toEqual({
    refused: 'setup failed: loading took longer than 200 ms (budget.timeout)',
    broken: true,
  });
  await expect(moduleEvents(file, WITHIN)()).rejects.toThrow(new ControlPlaneError('loading took longer than 200 ms (budget.timeout)'));
});

/** Which of its bounds it meets first, the speed of the machine decides: promises that wait for each other take memory, too. */
const TIME_OR_MEMORY: unknown = expect.stringMatching(/^(setup took longer than 200 ms|it took more memory than 128 MB)/);

test.each([
  ['as it is loaded', 'while (true); export const setup = () => ({});', 'loading took longer than 200 ms (budget.timeout)'],
  ['in setup', 'export const setup = () => { while (true); };', 'setup took longer than 200 ms (budget.timeout)'],
  ['by promises that follow each other', 'const on = () => Promise.resolve().then(on); export const setup = on;', TIME_OR_MEMORY],
  ['by process.exit', 'export const setup = () => process.exit(0);', 'it ended its own thread, as process.exit does'],
  ['by all of the memory', 'export const setup = () => { const all = []; while (true) all.push([all.length]); };', TIME_OR_MEMORY],
])('a module that is stuck %s is ended, and asked again from its beginning', async (what, text, why) => {
  const provider = moduleProvider(moduleOf(text), what === 'as it is loaded' ? WITHIN : onceLoaded());
  const refusals = [await provider.setUp(demand, false), await provider.setUp(demand, false)];
  expect(refusals.map((done) => ('refused' in done ? done.refused.replace(/^setup failed: /, '') : done))).toEqual([why, why]);
});

test('a module that is stuck in one call answers the next, with what it knew lost', async () => {
  const text = 'let made = 0; export const setup = () => ({ made: ++made }); export const act = () => { while (true); };';
  let ms = 60_000;
  const provider = moduleProvider(moduleOf(text), () => ({ ms, key: 'budget.timeout' }));
  const made = [await provider.setUp(demand, false), await provider.setUp(demand, false)];
  ms = 200;
  const stuck = await provider.act('wait', {});
  ms = 60_000;
  expect([...made, stuck, await provider.setUp(demand, false)]).toEqual([
    { data: { made: 1 } },
    { data: { made: 2 } },
    { refused: 'act failed: act took longer than 200 ms (budget.timeout)', broken: true },
    { data: { made: 1 } },
  ]);
});

test('a module that answers more than is read is broken', async () => {
  const text = 'export const setup = () => ({ all: Array.from({ length: 200_000 }, () => 0) });';
  expect(await moduleProvider(moduleOf(text), AT_LAST).setUp(demand, false)).toEqual({
    refused: 'setup answered JSON of more than 100000 values',
    broken: true,
  });
});

test('what a module posts on the port of its thread is for nobody', async () => {
  const file = moduleOf(`import { parentPort } from 'node:worker_threads';
    export const setup = () => { for (const odd of [null, 1, {}, { id: 1 }, { id: 2, answer: null }]) parentPort.postMessage(odd); return { id: 'd1' }; };`);
  expect(await moduleProvider(file, AT_LAST).setUp(demand, false)).toEqual({ data: { id: 'd1' } });
});

test('what a module does to its parameters stays with it', async () => {
  const own = { ...demand, params: { size: 2, parts: ['lock'] } };
  await moduleProvider(moduleOf('export const setup = (_, params) => { params.parts.push(params.size++); return {}; };'), AT_LAST).setUp(
    own,
    false,
  );
  expect(own.params).toEqual({ size: 2, parts: ['lock'] });
});

/** Timers that are made from now on and have not ended: those of other tests in this thread come and go by themselves. */
function watchTimers(): ReadonlySet<number> {
  const waiting = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === 'Timeout' && waiting.add(id)),
    destroy: (id) => void waiting.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return waiting;
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('the process is held while a module is waited for, and not longer', async () => {
  const provider = moduleProvider(
    moduleOf('let go; export const setup = () => new Promise((done) => { go = done; }); export const act = () => go({});'),
    () => ({ ms: 60_000, key: 'budget.timeout' }),
  );
  await provider.act('load', {}).catch(() => undefined);
  const timers = watchTimers();
  const waiting = provider.setUp(demand, false);
  await turn();
  const held = [...timers];
  await provider.act('go', {});
  const came = await waiting;
  await turn();
  expect({ came, held: held.length, longer: held.filter((id) => timers.has(id)).length }).toEqual({
    came: { data: {} },
    held: 1,
    longer: 0,
  });
});

test('events that never come are told with their key', async () => {
  const file = moduleOf('export const setup = () => ({}); export const events = () => new Promise(() => {});');
  await expect(moduleEvents(file, onceLoaded())()).rejects.toThrow(
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
  expect(await moduleProvider(moduleOf(text), AT_LAST).setUp(demand, false)).toEqual({ refused: `setup failed: ${message}`, broken: true });
});

test('a module that is no JavaScript cannot be used', async () => {
  expect(await moduleProvider(moduleOf('states: none'), AT_LAST).setUp(demand, false)).toEqual({
    refused: expect.stringMatching(/^setup failed: it cannot be loaded: /),
    broken: true,
  });
});

test.each([
  ['has no events', 'export const setup = () => ({});', "expected a function 'events' among its exports"],
  ['tells no list', 'export const setup = () => ({}); export const events = () => ({});', 'expected a list of {seq, kind, at}'],
  ['tells something else', 'export const setup = () => ({}); export const events = () => [{}];', 'expected a list of {seq, kind, at}'],
])('a module that %s is told with its key', async (_what, text, message) => {
  const file = moduleOf(text);
  await expect(moduleEvents(file, AT_LAST)()).rejects.toThrow(new ControlPlaneError(`events.module: ${file}: ${message}`));
});

test('events that throw are told with their key', async () => {
  const file = moduleOf("export const setup = () => ({}); export const events = () => { throw new Error('gone') };");
  await expect(moduleEvents(file, AT_LAST)()).rejects.toThrow(new ControlPlaneError('events.module: events failed: gone'));
});

test.each([
  ['null', 'setTimeout(() => { throw null })'],
  ['a text', "queueMicrotask(() => { throw 'late' })"],
  ['a rejection without an error', 'void Promise.reject(null)'],
  ['what cannot be put into words', 'void Promise.reject({ toString() { throw 1 } })'],
])('%s that a module throws outside of a call is told with the place of the module', async (_what, late) => {
  const file = moduleOf(`export async function setup() { ${late}; await new Promise(() => {}); }`);
  const strays: Error[] = [];
  onTestFinished(onStray((error) => void strays.push(error)));
  expect(await moduleProvider(file, AT_LAST).setUp(demand, false)).toMatchObject({
    refused: 'setup failed: it threw outside of every call',
  });
  expect(strays.map(({ stack }) => stack)).toEqual([expect.stringMatching(new RegExp(`\n {4}at .*${file}:\\d+:\\d+`))]);
});
