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

test('of several operations at one place, the body tells which is meant', () => {
  const place = { method: 'POST', path: '/doors' } as const;
  const bound = routesOf(
    doorSpec(),
    sampleProfile({ bindings: { openDoor: { ...place, body: { id: '$id', key: '$key' } }, shutDoor: { ...place, body: { id: '$id' } } } }),
  );
  const at = (body: unknown): string | undefined => operationAt(bound, 'POST', `${DOORS_URL}/doors`, body);
  const first = at(undefined);
  expect([at({ key: 1, id: 2 }), at({ id: 2 }), at({ other: 1 }), at([1])]).toEqual(['openDoor', 'shutDoor', first, first]);
});
