import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFaultSwitch, type FaultSwitch } from './fault-switch.ts';
import { fakeTransport, NO_CONNECTION, type Reply } from './transport-fixtures.ts';
import type { Wait } from './wait.ts';

const AT_LAST = (): Wait => ({ ms: 60_000, key: 'budget.timeout' });
const URL = 'http://c.test/faults';
const FAULT = { id: 'door-stays-open', about: 'a door that was shut stays open', clause: 'doors.shut', labels: ['doors'], weight: 3 };

function switchOf(reply: Reply): FaultSwitch & ReturnType<typeof fakeTransport> {
  const target = fakeTransport(() => reply);
  return { ...openFaultSwitch({ url: URL, headers: { authorization: 'Bearer of-the-faults' } }, target.send, AT_LAST), ...target };
}

function moduleOf(text: string): FaultSwitch {
  const folder = mkdtempSync(join(tmpdir(), 'assay-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'faults.mjs'), text);
  return openFaultSwitch({ module: join(folder, 'faults.mjs') }, fakeTransport(() => NO_CONNECTION).send, AT_LAST);
}

test.each<[string, Reply]>([
  ['a list of faults is read', { body: [FAULT] }],
  ["a list is read as the mock's control plane answers it", { body: { faults: [], known: [FAULT] } }],
])('%s', async (_what, reply) => {
  expect(await switchOf(reply).list()).toEqual([FAULT]);
});

test.each<[string, Reply]>([
  ['with an empty answer', { status: 204 }],
  ['with a text', { text: 'done' }],
])('faults are put with the headers of the profile, and may be answered %s', async (_what, reply) => {
  const { put, requests } = switchOf(reply);
  await put(['door-stays-open']);
  expect(requests.map(({ method, url, body, headers }) => [method, url, body, headers['authorization']])).toEqual([
    ['PUT', URL, '{"faults":["door-stays-open"]}', 'Bearer of-the-faults'],
  ]);
});

test.each<[string, Reply, string]>([
  [
    'a fault without a sentence',
    { body: [{ id: 'x' }] },
    `faults.http: ${URL}: expected a list of {id, about, clause, quote, labels}, found at /0 that it must have required property 'about'`,
  ],
  [
    'an object that is no list',
    { body: { list: [] } },
    `faults.http: ${URL}: expected a list of {id, about, clause, quote, labels}, found at its beginning that it must be array`,
  ],
  ['an id that stands there twice', { body: [FAULT, FAULT] }, `faults.http: ${URL}: expected each id once, found 'door-stays-open' twice`],
  ['a refusal', { status: 403, body: { error: 'not yours', remedy: 'Sign in' } }, 'faults.http: not yours (Sign in)'],
  ['nobody there', NO_CONNECTION, `faults.http: ${URL}: connect ECONNREFUSED`],
])('%s is told in place of a list', async (_what, reply, message) => {
  await expect(switchOf(reply).list()).rejects.toThrow(message);
});

test('a connection that was closed between two requests is opened again, once', async () => {
  const closed = { failure: { kind: 'reset', detail: 'read ECONNRESET' } } as const;
  const { send, requests } = fakeTransport((_request, ordinal) => (ordinal === 2 ? { status: 204 } : closed));
  const { put } = openFaultSwitch({ url: URL, headers: {} }, send, AT_LAST);
  await put([]);
  await expect(put([])).rejects.toThrow('read ECONNRESET');
  expect(requests).toHaveLength(4);
});

test('a module lists and switches faults', async () => {
  const { list, put } = moduleOf(`
    let on = [];
    export const faults = () => [{ id: 'a', about: String(on) }];
    export const switchFaults = async (ids) => void (on = ids);
  `);
  await put(['a', 'b']);
  expect(await list()).toEqual([{ id: 'a', about: 'a,b' }]);
});

test.each([
  [
    'lacks a function',
    'export const faults = () => [];',
    "faults.module: faults failed: expected a function 'switchFaults' among its exports, found faults",
  ],
  [
    'throws',
    "export const faults = () => { throw new Error('none left'); }; export const switchFaults = () => {};",
    'faults.module: faults failed: none left',
  ],
])('a module that %s is told', async (_what, text, message) => {
  await expect(moduleOf(text).list()).rejects.toThrow(message);
});
