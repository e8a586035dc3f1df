import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { demandTarget, readReplayToken, replayToken, type Replay } from './replay.ts';

const DIGEST = '0123456789abcdef0123456789abcdef';
const replay: Replay = {
  seed: 7,
  case: 'walk/authentication/3/1',
  walk: '["authentication",[["n","probe/look"]],""]',
  clause: 'doors.shut',
  check: 'transition/shut',
  specs: '0123456789ab',
  target: 'doors',
  profile: 'fedcba',
  selection: { documents: ['authentication'] },
};
const profile = sampleProfile();

test('a token says again what it was made of, in one word', () => {
  expect([readReplayToken(replayToken(replay), DIGEST), /^[\w-]+$/.test(replayToken(replay))]).toEqual([replay, true]);
});

test.each([
  ['no token', 'nonsense', /not a replay token/],
  ['half a token', replayToken(replay).slice(0, 40), /not a replay token/],
  ['a token of the older form', Buffer.from(JSON.stringify(replay)).toString('base64url'), /not a replay token/],
  [
    'a token of other specs',
    replayToken({ ...replay, specs: 'ffffffffffff' }),
    /belongs to other specs \(ffffffffffff, these are 0123456789ab\)/,
  ],
])('%s is refused with what to do', (_what, token, message) => {
  expect(() => readReplayToken(token, DIGEST)).toThrow(message);
});

test.each([
  ['without a clause', { clause: undefined }],
  ['without a seed', { seed: 0.5 }],
  ['with a walk that is no text', { walk: 3 }],
  ['with served operations that are no list of texts', { served: [3] }],
])('a token %s is none', (_what, change) => {
  const packed = deflateRawSync(JSON.stringify({ ...replay, ...change })).toString('base64url');
  expect(() => readReplayToken(packed, DIGEST)).toThrow(/not a replay token/);
});

test('a failure of one target is not looked for in another, and a changed profile is told', () => {
  expect(() => demandTarget({ ...replay, target: 'gates' }, profile)).toThrow("the token belongs to the target 'gates', this is 'doors'");
  expect([demandTarget({ ...replay, profile: 'fedcba' }, profile), demandTarget({ ...replay, profile: 'other' }, profile)]).toEqual([
    undefined,
    'the profile has changed since the failure: what is seen now may have to do with that',
  ]);
});
