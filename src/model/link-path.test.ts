import { expect, test } from 'vitest';
import { endsInPath, parametersIn } from './links.ts';
import type { OperationRow } from './types.ts';

const OPERATION: OperationRow = {
  id: 'verify',
  clauses: [],
  about: 'verifies',
  method: 'POST',
  path: '/api/v1/factors/{factorId}/verify',
  responses: [],
};

test.each([
  ['an absolute URL', 'https://idp.example/api/v1/factors/f1/verify', true],
  ['another base path', 'https://idp.example/tenant/7/api/v1/factors/f1/verify', true],
  ['a scheme in capitals', 'HTTPS://idp.example/api/v1/factors/f1/verify', true],
  ['a character that is escaped without need', '/api/v1/factors/f1/%76erify', true],
  ['a query', 'https://idp.example/api/v1/factors/f1/verify?rememberDevice=true', true],
  ['a URL from the path on', '/api/v1/factors/f1/verify', true],
  ['a URL from a longer path on', '/tenant/7/api/v1/factors/f1/verify', true],
  ['another path', 'https://idp.example/api/v1/factors/f1/cancel', false],
  ['a longer path', 'https://idp.example/api/v1/factors/f1/verify/more', false],
  ['a parameter left empty', '/api/v1/factors//verify', false],
  ['another scheme', 'ftp://idp.example/api/v1/factors/f1/verify', false],
  ['no URL at all', 'api/v1/factors/f1/verify', false],
])('a link ends in its documented path: %s', (_, href, ends) => {
  expect(endsInPath(href, OPERATION)).toBe(ends);
});

test.each([
  ['/api/v1/factors/f1/verify?rememberDevice=true', { factorId: 'f1' }],
  ['https://idp.example/tenant/7/api/v1/factors/f%201/verify', { factorId: 'f 1' }],
  ['/api/v1/factors/%zz/verify', { factorId: '%zz' }],
  ['/api/v1/factors/f1/cancel', {}],
])('the parameters in %s', (href, parameters) => {
  expect(parametersIn(href, '/api/v1/factors/{factorId}/verify?x={x}')).toEqual(parameters);
});
