import { expect, test } from 'vitest';
import { beginsWith, clausesOf, machinesOf, operationsOf, resourcesOf } from './left-out.ts';

const source = { section: 'S', line: 1, digest: '00000000' };
const read = { call: 'readDoor' };

test('a clause is testable, and of the feature that names the longest beginning of its id, unless it says otherwise', () => {
  const row = (id: string): { id: string; says: string } => ({ id, says: id });
  const { rows, written } = clausesOf({
    features: [
      { id: 'a.doors', about: 'doors', clauses: ['a.doors'] },
      { id: 'a.locks', about: 'locks', clauses: ['a.doors.lock'] },
    ],
    passages: [
      { source, clauses: [row('a.doors.open'), row('a.doors.lock'), row('a.doors.lock-twice')] },
      {
        source: { ...source, line: 2 },
        clauses: [
          row('a.doors.locksmith'),
          { ...row('a.doors.lock.old'), feature: 'a.doors', status: 'informative', reason: 'old' },
          row('a.windows'),
        ],
      },
    ],
  });
  expect(rows.map(({ source: { line } }) => line)).toEqual([1, 1, 1, 2, 2, 2]);
  expect([written.get('/clauses/4'), written.get('/clauses/4/source')]).toEqual(['/passages/1/clauses/1', '/passages/1/source']);
  expect(rows.map(({ id, status, feature }) => [id, status, feature])).toEqual([
    ['a.doors.open', 'testable', 'a.doors'],
    ['a.doors.lock', 'testable', 'a.locks'],
    ['a.doors.lock-twice', 'testable', 'a.locks'],
    ['a.doors.locksmith', 'testable', 'a.doors'],
    ['a.doors.lock.old', 'informative', 'a.doors'],
    ['a.windows', 'testable', ''],
  ]);
  expect(beginsWith('a.doors', 'a.door')).toBe(false);
});

test('a machine has a row for each state and transition, and knows where they are written', () => {
  const { rows, written } = machinesOf({
    machines: [
      {
        id: 'door',
        resource: 'Door',
        initial: 'start',
        clauses: ['a.doors'],
        states: [
          { name: ['OPEN', 'SHUT'], clauses: ['a.states'] },
          { name: 'start', pseudo: true, clauses: [] },
        ],
        readBack: [read],
        endsInReadBack: true,
        transitions: [
          { id: 'slam', each: true, from: ['OPEN', 'SHUT'], trigger: [{ call: 'slamDoor' }] },
          {
            id: 'lock',
            clauses: ['a.locks'],
            from: ['OPEN', 'SHUT'],
            trigger: [{ call: 'lockDoor' }],
            to: 'SHUT',
            readBack: [{ call: 'ringBell' }],
          },
        ],
      },
    ],
  });
  expect(rows).toEqual([
    {
      id: 'door',
      resource: 'Door',
      initial: 'start',
      readBack: [read],
      states: [
        { name: 'OPEN', clauses: ['a.states'] },
        { name: 'SHUT', clauses: ['a.states'] },
        { name: 'start', pseudo: true, clauses: [] },
      ],
      transitions: [
        {
          id: 'slam.open',
          clauses: ['a.doors'],
          from: 'OPEN',
          trigger: [{ call: 'slamDoor' }, read],
          to: { declared: 'slam.open' },
          readBack: [],
        },
        {
          id: 'slam.shut',
          clauses: ['a.doors'],
          from: 'SHUT',
          trigger: [{ call: 'slamDoor' }, read],
          to: { declared: 'slam.shut' },
          readBack: [],
        },
        {
          id: 'lock',
          clauses: ['a.locks'],
          from: ['OPEN', 'SHUT'],
          trigger: [{ call: 'lockDoor' }, read],
          to: 'SHUT',
          readBack: [{ call: 'ringBell' }],
        },
      ],
    },
  ]);
  expect(Object.fromEntries(written)).toEqual({
    '/machines/0/states/0': '/machines/0/states/0',
    '/machines/0/states/1': '/machines/0/states/0',
    '/machines/0/states/2': '/machines/0/states/1',
    '/machines/0/transitions/0': '/machines/0/transitions/0',
    '/machines/0/transitions/1': '/machines/0/transitions/0',
    '/machines/0/transitions/2': '/machines/0/transitions/1',
  });
});

test('an operation has a row for each parameter, and is open where neither method nor path is told', () => {
  const { rows, written } = operationsOf({
    operations: [
      {
        id: 'slamDoor',
        clauses: ['a.doors'],
        parameters: [
          { name: ['houseId', 'doorId'], in: 'path' },
          { name: 'force', in: 'body', schema: {}, clauses: ['a.force'] },
        ],
        responses: [{}, { status: 404, clauses: ['a.gone'] }],
      },
      { id: 'readDoor', clauses: ['a.doors'], method: 'GET', path: '/door', responses: [] },
      { id: 'findDoor', clauses: ['a.doors'], open: ['path'], responses: [] },
    ],
  });
  expect(rows).toEqual([
    {
      id: 'slamDoor',
      clauses: ['a.doors'],
      open: ['method', 'path', 'request', 'response', 'success'],
      parameters: [
        { name: 'houseId', in: 'path', required: true, schema: { type: 'string' }, clauses: ['a.doors'] },
        { name: 'doorId', in: 'path', required: true, schema: { type: 'string' }, clauses: ['a.doors'] },
        { name: 'force', in: 'body', schema: {}, clauses: ['a.force'] },
      ],
      responses: [{ clauses: ['a.doors'] }, { status: 404, clauses: ['a.gone'] }],
    },
    { id: 'readDoor', clauses: ['a.doors'], method: 'GET', path: '/door', responses: [] },
    { id: 'findDoor', clauses: ['a.doors'], open: ['path'], responses: [] },
  ]);
  expect(written.get('/operations/0/parameters/2')).toBe('/operations/0/parameters/1');
});

test('a resource has a row for each field', () => {
  const { rows, written } = resourcesOf({
    resources: [
      {
        name: 'Door',
        clauses: ['a.doors'],
        fields: [
          { path: ['id', 'name'], shown: 'always' },
          { path: 'open', schema: { type: 'boolean' }, clauses: ['a.states'] },
        ],
      },
    ],
  });
  expect(rows).toEqual([
    {
      name: 'Door',
      clauses: ['a.doors'],
      fields: [
        { path: 'id', schema: { type: 'string' }, clauses: ['a.doors'], shown: 'always' },
        { path: 'name', schema: { type: 'string' }, clauses: ['a.doors'], shown: 'always' },
        { path: 'open', schema: { type: 'boolean' }, clauses: ['a.states'] },
      ],
    },
  ]);
  expect(written.get('/resources/0/fields/2')).toBe('/resources/0/fields/1');
});
