import { expect, test } from 'vitest';
import {
  certify,
  diff,
  judge,
  judgeExchange,
  judgeTraffic,
  loadProfile,
  loadSpecs,
  loadSpecsBeside,
  merge,
  plan,
  qualify,
  report,
  run,
  startMock,
  verify,
} from '../index.ts';
import { demandExchange, demandOptions, RUN_RULES } from './options.ts';

/** An object that leads back to itself, as handles of servers do. */
function endless(): object {
  const handle: Record<string, unknown> = { name: 'mock' };
  return Object.assign(handle, { self: handle });
}

/** What a program without types may pass. */
const MISTAKES: readonly (readonly [options: object, says: string])[] = [
  [{ documents: ['governance'] }, "there is no option 'documents'. Known: target, document, feature, "],
  [{ toString: 1 }, "there is no option 'toString'. Known: "],
  [{ document: 'governance' }, 'document: expected a list of at least one string, found "governance"'],
  [{ clause: [] }, 'clause: expected a list of at least one string, found []'],
  [{ exclude: [1] }, 'exclude: expected a list of strings, found [1]'],
  [{ seed: '7' }, 'seed: expected a whole number of at least 0, found "7"'],
  [{ walks: -1 }, 'walks: expected a whole number of at least 0 and at most 10000, found -1'],
  [{ bail: 0 }, 'bail: expected a whole number of at least 1, found 0'],
  [{ depth: 'deep' }, 'depth: expected quick, standard, thorough, found "deep"'],
  [{ shard: { number: 3, of: 2 } }, 'shard: expected { number, of }, number from 1 to of, found {"number":3,"of":2}'],
  [{ shard: '1/2' }, 'shard: expected { number, of }, number from 1 to of, found "1/2"'],
  [{ target: 7 }, 'target: expected a string, found 7'],
  [{ onProgress: true }, 'onProgress: expected a function, found true'],
  [{ env: null }, 'env: expected an object, found null'],
  [{ signal: new AbortController() }, 'signal: expected the signal of an AbortController, found {'],
  [{ specs: {} }, 'specs: expected specs, as loadSpecs answers them, found {}'],
  [[], 'expected an object, found []'],
  [{ seed: NaN }, 'seed: expected a whole number of at least 0, found NaN'],
  [{ seed: 7n }, 'seed: expected a whole number of at least 0, found 7'],
  [{ target: endless() }, 'target: expected a string, found {"name":"mock","self":"…"}'],
];

test.each(MISTAKES)('%o is a mistake that is named', (options, says) => {
  expect(() => demandOptions('run', options, RUN_RULES)).toThrow(
    expect.objectContaining({ code: 'value-unknown', message: expect.stringContaining(`run: ${says}`) }),
  );
});

test('a run and a plan begin with it', async () => {
  await expect(run({ seed: -1 })).rejects.toThrow(/^run: seed: expected/);
  expect(() => plan({ seed: -1 })).toThrow(/^plan: seed: expected/);
});

test('what is left out, or undefined, is no mistake', () => {
  const fit = {
    seed: 0,
    walks: 10_000,
    depth: 'quick',
    document: ['a'],
    exclude: [],
    faults: [],
    shard: { number: 2, of: 2 },
    out: undefined,
  };
  expect(() => demandOptions('run', fit, RUN_RULES)).not.toThrow();
});

test('so does whatever else takes options', async () => {
  const wrong: object = { nope: 1 };
  const profile = { services: {} };
  await expect(qualify({ ...wrong })).rejects.toThrow(/^qualify: there is no option 'nope'/);
  expect(() => diff('a', 'b', { ...wrong })).toThrow(/^diff: there is no option 'nope'/);
  expect(() => loadProfile('mock', { ...wrong })).toThrow(/^loadProfile: there is no option 'nope'/);
  expect(() => judge('a', { ...wrong })).toThrow(/^judge: there is no option 'nope'/);
  expect(() => report('a', { ...wrong })).toThrow(/^report: there is no option 'nope'/);
  expect(() => merge(['a'], 'b', { ...wrong })).toThrow(/^merge: there is no option 'nope'/);
  expect(() => certify('a', { ...wrong })).toThrow(/^certify: there is no option 'nope'/);
  const mistyped: object = { kye: 'pub.pem' };
  expect(() => verify('a', { ...mistyped })).toThrow("verify: there is no option 'kye'. Known: key, specs. Did you mean 'key'?");
  expect(() => Reflect.apply(judgeTraffic, undefined, ['a.har', { profile, ...wrong }])).toThrow(/^judgeTraffic: /);
  expect(() => Reflect.apply(judgeExchange, undefined, [{}, { profile, ...wrong }])).toThrow(/^judgeExchange: /);
  expect(() => Reflect.apply(plan, undefined, [null])).toThrow(/^plan: expected an object, found null/);
  expect(() => Reflect.apply(loadProfile, undefined, ['mock', { mock: {} }])).toThrow(
    /^loadProfile: mock: expected a running mock, as startMock answers it, found \{\}/,
  );
});

test.each<[act: (...args: never) => unknown, args: readonly unknown[], says: string]>([
  [judge, [], "judge: run: expected the folder of a run, such as 'reports/acme', or the events of its trace, "],
  [judge, [5], 'judge: run: expected the folder of a run'],
  [judge, [[null]], 'judge: run: expected the folder of a run'],
  [judgeTraffic, [], 'judgeTraffic: file: expected a file of recorded traffic'],
  [loadProfile, [], "loadProfile: target: expected the file of a profile, such as 'acme.yaml', or 'mock', found undefined"],
  [report, [], "report: folder: expected the folder of a run, such as 'reports/acme', found undefined"],
  [merge, ['folder', 'out'], "merge: shards: expected a list of the shards' folders, such as ['shard-1', 'shard-2'], found \"folder\""],
  [merge, [['folder']], "merge: out: expected a new folder for the whole run, such as 'whole', found undefined"],
  [diff, ['a'], 'diff: after: expected the folder of a run'],
  [certify, [5], 'certify: folder: expected the folder of a run'],
  [verify, [], 'verify: folder: expected the folder of a run'],
])('%o of %j says what it is to be given', (act, args, says) => {
  expect(() => Reflect.apply(act, undefined, args)).toThrow(
    expect.objectContaining({ code: 'value-unknown', message: expect.stringContaining(says) }),
  );
});

test.each([loadSpecs, loadSpecsBeside])('%o of no folder says which one to give', (load) => {
  expect(() => load('/nope')).toThrow(
    expect.objectContaining({
      code: 'specs-folder-missing',
      message: '/nope: there is no such folder. Give the one that holds a folder for each document',
    }),
  );
});

test('what the mock refuses says what to do', async () => {
  await expect(run({ faults: ['x'] })).rejects.toThrow(/^unknown fault 'x'\. 'assay faults'.* lists all/);
  await expect(startMock({ preset: 'x' })).rejects.toThrow(/^there is no preset 'x'\. Presets are: /);
});

const REQUEST = { method: 'GET', url: 'http://127.0.0.1/' };

test.each<[unknown, string]>([
  [null, 'judgeExchange: expected an object, found null'],
  [{ request: REQUEST }, 'judgeExchange: response: expected an object, found undefined'],
  [{ request: { url: 'x' }, response: { status: 200 } }, 'judgeExchange: request: method: expected a string, found null'],
  [
    { request: REQUEST, response: { status: '401' } },
    'judgeExchange: response: status: expected a whole number of at least 100 and at most 599',
  ],
  [{ request: REQUEST, response: { status: 200, body: {} } }, 'judgeExchange: response: body: expected a string, found {}'],
  [
    { request: { ...REQUEST, httpVersion: 'HTTP/1.1' }, response: { status: 200 } },
    "judgeExchange: request: there is no option 'httpVersion'",
  ],
  [
    { request: { ...REQUEST, headers: [{ name: 'a', value: 'b' }] }, response: { status: 200 } },
    'judgeExchange: request: headers: expected an object of header fields, or pairs of a name and a value',
  ],
])('%j is no exchange', (exchange, says) => {
  expect(() => demandExchange(exchange)).toThrow(expect.objectContaining({ message: expect.stringContaining(says) }));
});

test('headers may be an object, pairs, or of fetch', () => {
  for (const headers of [{ a: 'b' }, [['a', 'b']], new Headers({ a: 'b' }), new Map([['a', 'b']])])
    expect(() => demandExchange({ request: { ...REQUEST, headers }, response: { status: 200, headers } })).not.toThrow();
});
