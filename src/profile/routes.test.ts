import { expect, test } from 'vitest';
import { DOORS_URL, doorSpec, sampleProfile } from './profile-fixtures.ts';
import { operationAt, routesOf } from './routes.ts';

const routes = routesOf(doorSpec(), sampleProfile({ bindings: { knock: { method: 'GET', path: '/doors/all' } } }));

test.each([
  ['GET', '/doors/1', 'getDoor'],
  ['GET', '/doors/1?verbose=1', 'getDoor'],
  ['GET', '/doors/all', 'knock'],
  ['DELETE', '/doors/1', 'removeDoor'],
  ['PATCH', '/doors/1', undefined],
  ['GET', '/doors/1/hinges', undefined],
])('%s %s asks for %s', (method, path, operation) => {
  expect(operationAt(routes, method, `${DOORS_URL}${path}`)).toBe(operation);
});
