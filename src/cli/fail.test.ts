import { afterEach, expect, test, vi } from 'vitest';
import { failWith } from './fail.ts';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test('a defect tells where it broke, and no token that the error quotes', () => {
  const told: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  failWith(new TypeError('cannot read {"access_token":"geheim"} of 00lMJySRYNz3u_rKQrsLvLrzxiARgivP8FB_1gpmVb?code=4711'));
  expect([process.exitCode, told.join('').match(/geheim|00lMJy|4711/g), told.join('').includes('fail.test.ts')]).toEqual([4, null, true]);
});
