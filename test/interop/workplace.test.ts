import { expect, test } from 'vitest';
import { npmTrouble } from './workplace.ts';

test.each([
  [
    'a registry that is not there',
    `npm warn Unknown user config
npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/door failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.<anonymous>
npm error A complete log of this run can be found in: /logs/1.log
`,
    'FetchError: request to http://127.0.0.1:9/door failed, reason: connect ECONNREFUSED 127.0.0.1:9',
  ],
  [
    'a version that is not there, told by an older npm',
    'npm ERR! code ETARGET\nnpm ERR! notarget No matching version found for door@9.\n',
    'notarget No matching version found for door@9.',
  ],
  ['npm itself is not there', 'spawn npm ENOENT', 'spawn npm ENOENT'],
])('%s', (_, stderr, said) => {
  expect(npmTrouble(stderr)).toBe(said);
});
