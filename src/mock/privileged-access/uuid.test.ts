import { uuidFrom } from './named.ts';
import { expect, test } from 'vitest';

test('any characters become a UUID of version 4', () => {
  expect(uuidFrom('0123456789ABCDEFGHIJKLMNOPQRSTUV')).toBe('01234567-8912-4456-b89a-bcdef0123456');
});
