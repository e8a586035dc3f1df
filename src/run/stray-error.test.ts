import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from './package-root.ts';
import { strayMistake, strayPlaceOf } from './stray-error.ts';

const own = `    at send (file://${PACKAGE_ROOT}dist/src/drive/http.js:10:5)`;
const library = '    at run (/somewhere/node_modules/undici/lib/client.js:1:2)';
const foreign = '    at Timeout._onTimeout (file:///home/ada/states.mjs:4:11)';
const node = '    at listOnTimeout (node:internal/timers:581:17)';

test.each([
  ['a module of the user, from a timer', [foreign, node], '/home/ada/states.mjs:4:11'],
  ['a module of the user, below Node', [node, '    at async file:///home/ada/states.mjs:7:3'], '/home/ada/states.mjs:7:3'],
  ['a module of the user, as a bundler names it', ['    at /home/ada/states.mjs:1:1'], '/home/ada/states.mjs:1:1'],
  ['Assay itself, called by such a module', [own, foreign], undefined],
  ['a library', [library, foreign], undefined],
  ['Node alone', [node], undefined],
])('%s', (_what, frames, place) => {
  expect(strayPlaceOf({ message: 'late', stack: ['Error: late', ...frames].join('\n') })).toBe(place);
});

test.each([undefined, null, 'late', {}, { stack: 7 }])('%j has no place', (thrown) => {
  expect(strayPlaceOf(thrown)).toBeUndefined();
});

test('an error of this very test is our own', () => {
  expect(strayPlaceOf(new Error('here'))).toBeUndefined();
});

test.each([
  ['/home/ada/states.mjs:4:11', 'providerStates.1'],
  ['/home/ada/library.mjs:4:11', 'providerStates'],
])('what was thrown at %s is told with the key %s', (place, key) => {
  const sources = [
    { kind: 'module' as const, key: 'providerStates.0', cost: 0, provides: undefined, file: '/home/ada/other.mjs' },
    { kind: 'module' as const, key: 'providerStates.1', cost: 0, provides: undefined, file: '/home/ada/states.mjs' },
  ];
  expect(strayMistake({ sources }, place)).toEqual({
    key,
    what: `a module threw outside of every call, at ${place}`,
    remedy: 'Let it await what it starts, and catch what that throws',
    blame: 'provider-state',
  });
});
