import { expect, test } from 'vitest';
import type { DocumentSpec } from '../model/types.ts';
import { machineShownBy } from '../model/shown-state.ts';
import { errorNamePointer, operationOf, viewAnswer, type Answer, type AnswerView } from './answer.ts';
import { doorSpec, sampleProfile } from './profile-fixtures.ts';
import type { PublicService } from './profile.ts';

function view(
  answer: Partial<Answer>,
  operation = 'getDoor',
  service: Partial<PublicService> = {},
  spec: DocumentSpec = doorSpec(),
): AnswerView {
  return viewAnswer(spec, sampleProfile(service), operationOf(spec, operation), { status: 200, headers: {}, ...answer });
}

test('an answer shows the state of the machine whose resource it is', () => {
  expect(view({ body: { id: '1', state: 'OPEN' } })).toEqual({ status: 200, headers: {}, body: { id: '1', state: 'OPEN' }, state: 'OPEN' });
  expect(view({ body: { state: 7 } })).toEqual({ status: 200, headers: {}, body: { state: 7 } });
  expect([
    machineShownBy(doorSpec(), operationOf(doorSpec(), 'getDoor'))?.id,
    machineShownBy(doorSpec(), operationOf(doorSpec(), 'removeDoor')),
  ]).toEqual(['door', undefined]);
});

test('a refusal shows an error and no state, whatever its body says', () => {
  expect(view({ status: 403, body: { state: 'OPEN', code: 'wrong_key', errorSummary: 'No' } })).toEqual({
    status: 403,
    headers: {},
    body: { state: 'OPEN', code: 'wrong_key', errorSummary: 'No' },
    error: 'wrong_key',
    errorText: 'No',
  });
});

test.each([undefined, null, 'text', 3, []])('a body that is no object (%j) shows nothing', (body) => {
  expect(view(body === undefined ? {} : { body })).toEqual({ status: 200, headers: {}, ...(body === undefined ? {} : { body }) });
});

test("the document says where an error's name stands, else the profile does, else nobody", () => {
  const silent = doorSpec({ errorName: undefined });
  expect([
    errorNamePointer(doorSpec(), sampleProfile({ bindings: { errorName: '/other' } })),
    errorNamePointer(silent, sampleProfile({ bindings: { errorName: '/other' } })),
    errorNamePointer(silent, sampleProfile()),
  ]).toEqual(['/code', '/other', undefined]);
  expect(view({ status: 403, body: { code: 'wrong_key' } }, 'getDoor', {}, silent)).toEqual({
    status: 403,
    headers: {},
    body: { code: 'wrong_key' },
  });
});

test('bindings move the resource, its fields, and fields of the elements of its lists', () => {
  const response = { root: '/data', state: '/meta/status', 'panes[].label': '/text', 'frame.hinges[].size': '/mm' };
  const body = { data: { id: '1', panes: [{ text: 'a' }, { other: 1 }, 'b'], frame: { hinges: [{ mm: 3 }] } }, meta: { status: 'SHUT' } };
  expect(view({ body }, 'knock', { bindings: { knock: { response } } })).toEqual({
    status: 200,
    headers: {},
    state: 'SHUT',
    body: { id: '1', state: 'SHUT', panes: [{ text: 'a', label: 'a' }, { other: 1 }, 'b'], frame: { hinges: [{ mm: 3, size: 3 }] } },
  });
});

test('bindings find fields inside objects that the answer does not have', () => {
  const response = {
    items: '/all',
    'items[].frame.colour': '/tint',
    'items[].frame.hinges[].size': '/mm',
    'owner.name': '/by',
    'owner.id': '/nobody',
  };
  const body = { all: [{ tint: 'red', frame: { hinges: [{ mm: 3 }] } }, { tint: 'blue' }, {}], by: 'Ann', owner: 'Bob' };
  expect(view({ body }, 'knock', { bindings: { knock: { response } } }).body).toEqual({
    ...body,
    items: [{ tint: 'red', frame: { colour: 'red', hinges: [{ mm: 3, size: 3 }] } }, { tint: 'blue', frame: { colour: 'blue' } }, {}],
    owner: { name: 'Ann' },
  });
});

test('bindings make a resource of an answer that is a list', () => {
  expect(view({ body: ['hall', 'OPEN'] }, 'knock', { bindings: { knock: { response: { name: '/0', state: '/1' } } } })).toEqual({
    status: 200,
    headers: {},
    state: 'OPEN',
    body: { name: 'hall', state: 'OPEN' },
  });
});

test('an element that is no object is the field that the pointer to the whole of it names', () => {
  const bindings = { knock: { response: { 'doors[].id': '', 'doors[].name': '/name' } } };
  const body = { doors: ['d1', { name: 'hall' }, 7] };
  expect(view({ body }, 'knock', { bindings }).body).toEqual({ doors: [{ id: 'd1' }, { name: 'hall', id: { name: 'hall' } }, { id: 7 }] });
});

test('a refusal is read as it came, bindings or not', () => {
  const body = { data: { id: '1' }, code: 'wrong_key' };
  expect(view({ status: 403, body }, 'knock', { bindings: { knock: { response: { root: '/data' } } } }).body).toEqual(body);
});

test.each([
  ['/doors/7', '7'],
  ['https://doors.test/a/doors/front%20door/?made=now#top', 'front door'],
  ['doors/7%', '7%'],
  [['/doors/7', '/doors/8'], '7'],
  ['/', undefined],
  [undefined, undefined],
])('a field may be the last segment in the Location header: %j', (location, id) => {
  const headers = location === undefined ? {} : { location };
  const { body } = view({ status: 201, headers }, 'knock', { bindings: { knock: { response: { id: 'Location' } } } });
  expect(body).toEqual(id === undefined ? undefined : { id });
});
