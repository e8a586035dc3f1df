import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { PlannedWalk } from '../plan/walk.ts';
import { driveWalk, probeOf } from './fixtures.ts';

const spec = doorSpec();
const sign = (name: string) => ({ call: 'getDoor', with: { id: name } });
const caseOf = (id: string, ...names: [string, ...string[]]): PlannedWalk['cases'][number] => {
  const [first, ...others] = names;
  return { ...probeOf(spec, sign(first), ...others.map(sign)), id, kind: 'walk', walk: { id: 'walk/1', code: '[]' } };
};
const walk = (turns: PlannedWalk['turns'], ...cases: PlannedWalk['cases']): PlannedWalk => ({
  id: 'walk/1',
  document: spec.name,
  sequences: [],
  cases,
  turns,
});
const paths = (requests: readonly { readonly url: string }[]): readonly (string | undefined)[] =>
  requests.map(({ url }) => url.split('/').at(-1));

const two = [caseOf('walk/1/1', 'a1', 'a2', 'a3'), caseOf('walk/1/2', 'b1', 'b2')] as const;

test('steps come as the turns say, what is left at the end in order', async () => {
  const { requests, driven } = await driveWalk(walk([[0], [1], [1], [0]], ...two));
  expect([paths(requests), driven]).toEqual([['a1', 'b1', 'b2', 'a2', 'a3'], { sent: 5, blocked: undefined }]);
});

test('those of one turn are under way at once, and stand in the trace as they were sent', async () => {
  let waiting: (() => void) | undefined;
  const { limits } = sampleProfile();
  const { exchanges } = await driveWalk(walk([[0, 1]], caseOf('walk/1/1', 'a1'), caseOf('walk/1/2', 'b1')), {
    profile: sampleProfile({}, { limits: { ...limits, concurrency: 2 } }),
    // The first is answered only once the second has been asked.
    answer: ({ url }) =>
      url.endsWith('a1')
        ? new Promise((resolve) => {
            waiting = () => resolve({ body: { id: 'a1' } });
          })
        : (waiting?.(), { body: { id: 'b1' } }),
  });
  expect(exchanges.map(({ case: owner, seq, response }) => [owner, seq, response?.body])).toEqual([
    ['walk/1/1', 1, { id: 'a1' }],
    ['walk/1/2', 2, { id: 'b1' }],
  ]);
});

test('a case that cannot go on leaves the others to go on', async () => {
  const broken = caseOf('walk/1/1', '$nobody.id', 'a2');
  const { requests, driven, events } = await driveWalk(walk([[0, 1], [0], [1]], broken, caseOf('walk/1/2', 'b1', 'b2')));
  expect(paths(requests)).toEqual(['b1', 'b2']);
  expect(driven.blocked).toEqual({ because: 'no value for id of nobody: an earlier response lacks it', blame: 'target' });
  expect(events.flatMap((event) => (event.type === 'case' ? [[event.case, event.walk]] : []))).toEqual([
    ['walk/1/1', { id: 'walk/1', code: '[]' }],
    ['walk/1/2', { id: 'walk/1', code: '[]' }],
  ]);
});

test('every provider state is taken down, the last one first', async () => {
  const removed: unknown[] = [];
  let provided = 0;
  await driveWalk(walk([[0]], ...two), {
    providers: {
      provide: () => Promise.resolve({ data: { ordinal: (provided += 1) }, by: 'test' }),
      remove: ({ data }) => (removed.push(data), Promise.resolve({ data: {} })),
    },
  });
  expect(removed).toEqual([{ ordinal: 2 }, { ordinal: 1 }]);
});
