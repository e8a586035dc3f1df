import { expect, test } from 'vitest';
import type { OperationRow } from '../model/types.ts';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { Reply } from './transport-fixtures.ts';
import { driveCase, probeOf } from './fixtures.ts';

const spec = doorSpec();
const look = (id: string) => ({ id, call: 'getDoor', with: { id } });
const profile = sampleProfile({}, { limits: { ...sampleProfile().limits, concurrency: 3 } });
const bodyOf = (url: string): { readonly id: string } => ({ id: url.split('/').at(-1) ?? '' });

test('a step goes out while the one before it is under way, and what follows waits for both', async () => {
  const waiting: (() => void)[] = [];
  const { exchanges, requests } = await driveCase(
    probeOf(spec, look('one'), { ...look('two'), meanwhile: true }, { ...look('three'), meanwhile: true }, look('four')),
    {
      profile,
      // Nobody is answered before all three have come, and then the last one first.
      answer: ({ url }, ordinal) =>
        ordinal > 3
          ? { body: bodyOf(url) }
          : new Promise<Reply>((resolve) => {
              waiting.unshift(() => resolve({ body: bodyOf(url) }));
              if (waiting.length === 3) for (const answer of waiting) answer();
            }),
    },
  );
  expect(requests.map(({ url }) => bodyOf(url).id)).toEqual(['one', 'two', 'three', 'four']);
  expect(exchanges.map(({ seq, step, response }) => [seq, step, response?.body])).toEqual([
    [1, 'one', { id: 'one' }],
    [2, 'two', { id: 'two' }],
    [3, 'three', { id: 'three' }],
    [4, 'four', { id: 'four' }],
  ]);
});

test('what is sent meanwhile is never the last answer', async () => {
  const { requests } = await driveCase(
    probeOf(spec, look('one'), { ...look('two'), meanwhile: true }, { call: 'getDoor', with: { id: '$last.id' } }),
    { answer: ({ url }) => ({ body: bodyOf(url) }) },
  );
  expect(requests.map(({ url }) => bodyOf(url).id)).toEqual(['one', 'two', 'one']);
});

test('a walk over pages that show the same objects again, each at another address, is given up, and what follows is sent', async () => {
  const paged: typeof spec = {
    ...spec,
    document: { ...spec.document, laws: { pagination: { operation: 'getDoor', list: '/doors', id: '', position: 'page', clauses: {} } } },
  };
  const { requests } = await driveCase(probeOf(paged, look('d1'), { walk: 'next' }, look('d2')), {
    spec: paged,
    answer: (_request, ordinal) => ({
      headers: { link: `</doors?page=${ordinal}>; rel="next"` },
      body: { doors: [`d${ordinal % 3}`] },
    }),
  });
  expect(requests.length).toBe(3 + 13 + 1);
});

test('where one of them cannot be sent, the others are, and the case ends', async () => {
  const { requests, driven } = await driveCase(
    probeOf(spec, look('one'), { call: 'getDoor', with: { id: '$nobody.id' }, meanwhile: true }, look('three')),
    { profile },
  );
  expect(requests.map(({ url }) => bodyOf(url).id)).toEqual(['one']);
  expect(driven.blocked).toEqual({ because: 'no value for id of nobody: an earlier response lacks it', blame: 'target' });
});

test('what is made is called by a field of its own response, whatever a later operation on it responds', async () => {
  const made: OperationRow = {
    id: 'addDoor',
    clauses: [],
    method: 'POST',
    path: '/doors',
    responses: [{ status: 201, clauses: [] }],
    undo: { call: 'removeDoor', with: { id: '$made.id' } },
  };
  const painted: OperationRow = {
    ...made,
    id: 'paintDoor',
    path: '/doors/{id}/paint',
    parameters: [{ name: 'id', in: 'path', schema: { type: 'string' }, clauses: [] }],
    undo: { call: 'removeDoor', with: { id: '$args.id' } },
  };
  const house = doorSpec({ operations: [...spec.endpoints.operations, made, painted] });
  const bound = { path: '/doors/{id.number}' };
  const called = { id: '$made.body.id' };
  const { requests } = await driveCase(
    probeOf(house, { id: 'made', call: 'addDoor' }, { call: 'paintDoor', with: called }, { call: 'getDoor', with: called }),
    {
      spec: house,
      profile: sampleProfile({ bindings: { getDoor: bound, removeDoor: bound } }),
      answer: ({ method, url }) =>
        method === 'POST' ? { status: 201, body: { id: 'front', number: url.endsWith('/paint') ? 'paint-7' : 'door-1' } } : {},
    },
  );
  expect(requests.map(({ method, url }) => `${method} ${url.replace(/.*\/doors/, '')}`)).toEqual([
    'POST ',
    'POST /front/paint',
    'GET /door-1',
    'DELETE /door-1',
    'DELETE /door-1',
  ]);
});
