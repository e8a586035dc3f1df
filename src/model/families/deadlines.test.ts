import { expect, test } from 'vitest';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import type { DeadlineRow } from '../types.ts';
import { deadlines } from './deadlines.ts';

const KNOCK = { id: 'key', call: 'knock' };
const OPEN = { call: 'open', with: { key: '$key.body.key' } };

function stepsAt(row: Partial<DeadlineRow> & Pick<DeadlineRow, 'until'>): readonly (readonly [string, string, readonly unknown[]])[] {
  const after = [{ clauses: ['doors.key'], status: [403] }] satisfies DeadlineRow['after'];
  const families = {
    uses: [{ id: 'open', prepare: [KNOCK], step: OPEN }],
    deadlines: [{ id: 'key', about: 'a key', uses: ['open'], after, ...row }],
  };
  return deadlines.probesOf({ ...doorSpec({}), families }).map(({ place, probe }) => [place, probe.id, probe.steps] as const);
}

test('what ends holds in a case each after a tenth of its time, after nine tenths, and just before its end', () => {
  const opened = (when: string): object => ({
    ...OPEN,
    expect: [{ clauses: ['doors.open'], status: [200], expected: `open: a key, ${when}` }],
  });
  expect(
    stepsAt({ until: { moment: '$key.body.until' }, before: [{ clauses: ['doors.open'], status: [200], expected: 'open' }] }).slice(0, 3),
  ).toEqual([
    [
      'key/open',
      'deadline.key.open.tenth',
      [KNOCK, { until: { moment: '$key.body.until', share: 0.1 } }, opened('after a tenth of its time')],
    ],
    [
      'key/open',
      'deadline.key.open.nine-tenths',
      [KNOCK, { until: { moment: '$key.body.until', share: 0.9 } }, opened('after nine tenths of its time')],
    ],
    [
      'key/open',
      'deadline.key.open.just-before',
      [KNOCK, { until: { moment: '$key.body.until', seconds: -5 } }, opened('just before its end')],
    ],
  ]);
});

test('what has ended is refused just after its end and a day after it, each time once what is due has been done', () => {
  const sweep = { act: 'sweep the house' };
  const refused = (when: string): object => ({
    ...OPEN,
    expect: [{ clauses: ['doors.key'], status: [403], expected: `a refusal: a key, ${when}` }],
  });
  expect(stepsAt({ until: { duration: 'PT2H' }, prepare: [sweep] })).toEqual([
    [
      'key/open',
      'deadline.key.open.after',
      [
        KNOCK,
        { until: { duration: 'PT2H', seconds: 5 } },
        sweep,
        refused('just after its end'),
        { advance: 'P1D' },
        sweep,
        refused('a day after its end'),
      ],
    ],
  ]);
});

test('a duration may have begun before the use was prepared to the end', () => {
  expect(stepsAt({ until: { duration: '$door.lasts' }, before: [{ clauses: ['doors.open'] }] })).toContainEqual([
    'key/open',
    'deadline.key.open.just-before',
    [KNOCK, { until: { duration: '$door.lasts', seconds: -30 } }, expect.anything()],
  ]);
});

test('what a use does not spend is used just before its end, and just after it', () => {
  const before = [{ clauses: ['doors.open'], status: [200] }] satisfies DeadlineRow['before'];
  const opened = (clause: string, status: number, when: string): object => ({
    ...OPEN,
    expect: [{ clauses: [clause], status: [status], expected: `a refusal: a key, ${when}` }],
  });
  expect(stepsAt({ until: { duration: 'PT2H' }, again: true, before })).toContainEqual([
    'key/open',
    'deadline.key.open.just-before',
    [
      KNOCK,
      { until: { duration: 'PT2H', seconds: -30 } },
      opened('doors.open', 200, 'just before its end'),
      { advance: 'PT35S' },
      opened('doors.key', 403, 'just after its end, having been used just before'),
    ],
  ]);
});

test('what has ended is not revived by another of its kind', () => {
  const steps = stepsAt({ until: { duration: 'PT2H' }, another: [{ ...KNOCK, id: 'other' }] }).flatMap((probe) => probe[2]);
  expect(steps.slice(3, 5)).toEqual([
    { ...KNOCK, id: 'other' },
    { ...OPEN, expect: [{ clauses: ['doors.key'], status: [403], expected: 'a refusal: a key, once there is another' }] },
  ]);
});
