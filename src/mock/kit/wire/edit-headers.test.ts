import { expect, test } from 'vitest';
import { editHeader, editLink } from './fault-injector.ts';

const headers = { 'X-RateLimit-Limit': '60', link: '<a>; rel="next", <b>; rel="prev"' };

test('a header by its name in lower case, however it is written', () => {
  expect(editHeader(headers, 'x-ratelimit-limit', { do: 'remove', path: [] })).toEqual({ link: headers.link });
  expect(editHeader(headers, 'x-ratelimit-limit', { do: 'set', path: [], value: 7 })).toEqual({ ...headers, 'X-RateLimit-Limit': '7' });
  expect(editHeader(headers, 'x-ratelimit-limit', { do: 'repeat', path: [] })).toEqual({ ...headers, 'X-RateLimit-Limit': ['60', '60'] });
  expect(editHeader(headers, 'retry-after', { do: 'set', path: [], value: 7 })).toEqual(headers);
});

test('a link by its relation', () => {
  expect(editLink(headers, 'next', { do: 'set', path: [], value: 'c' })).toEqual({ ...headers, link: '<c>; rel="next", <b>; rel="prev"' });
  expect(editLink(headers, 'prev', { do: 'remove', path: [] })).toEqual({ ...headers, link: '<a>; rel="next"' });
  expect(editLink({ link: '<a>; rel="next"' }, 'next', { do: 'remove', path: [] })).toEqual({});
  expect(editLink({}, 'next', { do: 'remove', path: [] })).toEqual({});
});
