import type { JsonObject } from '../../kit/service.ts';
import type { Fixture } from '../test-fixture.ts';
import { ask, granted, grantsOf, idOf } from '../test-scenes.ts';
import { requestFaults } from '../faults.ts';
import { prove } from './test-faults.ts';

const halfHourMs = 1_800_000;

async function readView(fixture: Fixture, path: string): Promise<unknown> {
  const { body, status: answer } = await fixture.call('GET', path);
  if (answer !== 200 || typeof body !== 'object' || body === null) return answer;
  return ['status', 'grantStatus', 'revocationStatus']
    .map((name) => Object.entries(body).find(([key]) => key === name)?.[1])
    .filter((value) => value !== undefined)
    .join(' ');
}

/** A request, after one act upon it. */
const after =
  (act: string | undefined, params: object = {}, of = 'app') =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await ask(fixture, fixture.provide('a resource that can be requested', { of }));
    if (act !== undefined) await fixture.act(act, { requestId: idOf(path), ...params });
    if (of === 'app-group') await fixture.act('let the background jobs finish');
    return readView(fixture, path);
  };

/** A request that was granted for an hour: its statuses and the number of grants after so many half hours. */
const revoked =
  (halfHours: number, fails = false) =>
  async (fixture: Fixture): Promise<unknown> => {
    const wanted = fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' });
    const path = await granted(fixture, wanted);
    if (fails) await fixture.act('make the next background job fail', { job: 'revocation' });
    fixture.advance(halfHours * halfHourMs);
    await fixture.act('let the background jobs finish');
    return `${String(await readView(fixture, path))} ${(await grantsOf(fixture, wanted)).length}`;
  };

const scheduled = async (fixture: Fixture): Promise<unknown> => {
  const { revocationStatus, revocationScheduled } = await fixture.object(
    'GET',
    await granted(fixture, fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' })),
  );
  return [revocationStatus, revocationScheduled];
};

const examine = after('let the system examine a request', { finding: 'available' });
const reject = after('decide the approvals of a request', { decision: 'reject' });

async function rejected(fixture: Fixture, wanted: JsonObject): Promise<void> {
  await fixture.act('decide the approvals of a request', { requestId: idOf(await ask(fixture, wanted)), decision: 'reject' });
}

/** Two requests for the same, the first of them as it is left by what comes between: whether they are two. */
const askedTwice =
  (first: typeof ask) =>
  async (fixture: Fixture): Promise<unknown> => {
    const wanted = fixture.provide('a resource that can be requested');
    return (await first(fixture, wanted)) === (await ask(fixture, wanted));
  };

/** A request that was granted, after an act that comes too late. */
const actedOnTooLate =
  (act: string, params: JsonObject = {}) =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await granted(fixture, fixture.provide('a resource that can be requested', params));
    await fixture.act(act, { requestId: idOf(path) });
    return readView(fixture, path);
  };

prove(requestFaults, {
  'gov-same-request-once': { scene: askedTwice(ask), healthy: false, faulty: true },
  'gov-granted-request-again': { scene: askedTwice(granted), healthy: false, faulty: true },
  'gov-granted-request-ends': {
    scene: actedOnTooLate('cancel a request as its requester'),
    healthy: 'APPROVED GRANTED',
    faulty: 'CANCELED GRANTED',
  },
  'gov-access-for-a-while-ends-with-its-request': {
    scene: actedOnTooLate('let a request expire', { accessDuration: 'PT1H' }),
    healthy: 'APPROVED GRANTED PENDING',
    faulty: 'EXPIRED GRANTED PENDING',
  },
  'gov-revocation-from-the-request': {
    async scene(fixture) {
      const path = await ask(fixture, fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' }));
      fixture.advance(halfHourMs);
      await fixture.act('let a request be granted', { requestId: idOf(path) });
      return (await fixture.object('GET', path))['revocationScheduled'];
    },
    healthy: '2026-01-01T01:30:00.000Z',
    faulty: '2026-01-01T01:00:00.000Z',
  },
  'gov-rejection-ends-access-of-others': {
    async scene(fixture) {
      const [wanted, other] = [fixture.provide('a resource that can be requested'), fixture.provide('a resource that can be requested')];
      const { requesterId, principalId } = other;
      await granted(fixture, { ...wanted, requesterId });
      await rejected(fixture, wanted);
      return (await grantsOf(fixture, { ...wanted, principalId })).length;
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-rejection-ends-other-access': {
    async scene(fixture) {
      const [wanted, other] = [fixture.provide('a resource that can be requested'), fixture.provide('a resource that can be requested')];
      const { requesterId, principalId } = wanted;
      await granted(fixture, { ...other, requesterId });
      await fixture.act('cancel a request as its requester', { requestId: idOf(await ask(fixture, wanted)) });
      return (await grantsOf(fixture, { ...other, principalId })).length;
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-grant-for-a-rejected-requester': {
    async scene(fixture) {
      const [wanted, other] = [fixture.provide('a resource that can be requested'), fixture.provide('a resource that can be requested')];
      const { requesterId, principalId } = other;
      await rejected(fixture, wanted);
      await granted(fixture, { ...wanted, requesterId });
      return [(await grantsOf(fixture, wanted)).length, (await grantsOf(fixture, { ...wanted, principalId })).length];
    },
    healthy: [0, 1],
    faulty: [1, 0],
  },
  'gov-second-requester-without-grant': {
    async scene(fixture) {
      const [wanted, other] = [fixture.provide('a resource that can be requested'), fixture.provide('a resource that can be requested')];
      const { requesterId, principalId } = other;
      await granted(fixture, wanted);
      await granted(fixture, { ...wanted, requesterId });
      return [(await grantsOf(fixture, wanted)).length, (await grantsOf(fixture, { ...wanted, principalId })).length];
    },
    healthy: [1, 1],
    faulty: [1, 0],
  },
  'gov-requested-entitlements-as-the-whole': {
    async scene(fixture) {
      const wanted = fixture.provide('a resource that can be requested', { of: 'entitlements' });
      await granted(fixture, wanted);
      return (await grantsOf(fixture, wanted)).map(({ grantType }) => grantType);
    },
    healthy: ['ENTITLEMENT'],
    faulty: ['CUSTOM'],
  },
  'gov-manual-grant-revoked': {
    async scene(fixture) {
      const path = await ask(fixture, fixture.provide('a resource that can be requested', { of: 'app-group', accessDuration: 'PT1H' }));
      await fixture.act('decide the approvals of a request', { requestId: idOf(path), decision: 'approve' });
      await fixture.act('let the background jobs finish');
      return readView(fixture, path);
    },
    healthy: 'APPROVED MANUAL_GRANT_REQUIRED',
    faulty: 'APPROVED MANUAL_GRANT_REQUIRED PENDING',
  },
  'gov-request-revoked-ungranted': {
    async scene(fixture) {
      const path = await ask(fixture, fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' }));
      await fixture.act('decide the approvals of a request', { requestId: idOf(path), decision: 'reject' });
      return readView(fixture, path);
    },
    healthy: 'DENIED',
    faulty: 'DENIED PENDING',
  },
  'gov-approval-of-all': {
    async scene(fixture) {
      const [first, second] = [fixture.provide('a resource that can be requested'), fixture.provide('a resource that can be requested')];
      const paths = [await ask(fixture, first), await ask(fixture, { ...second, requesterId: first['requesterId'] })];
      await fixture.act('let the background jobs finish');
      await fixture.act('decide the approvals of a request', { requestId: idOf(paths[0] ?? ''), decision: 'approve' });
      return Promise.all(paths.map((path) => readView(fixture, path)));
    },
    healthy: ['APPROVED PENDING', 'PENDING'],
    faulty: ['APPROVED PENDING', 'APPROVED PENDING'],
  },
  'gov-approval-for-everyone': {
    async scene(fixture) {
      const [wanted, other] = [fixture.provide('a resource that can be requested'), fixture.provide('a resource that can be requested')];
      const paths = [await ask(fixture, wanted), await ask(fixture, { ...wanted, requesterId: other['requesterId'] })];
      await fixture.act('let the background jobs finish');
      await fixture.act('decide the approvals of a request', { requestId: idOf(paths[0] ?? ''), decision: 'approve' });
      return Promise.all(paths.map((path) => readView(fixture, path)));
    },
    healthy: ['APPROVED PENDING', 'PENDING'],
    faulty: ['APPROVED PENDING', 'APPROVED PENDING'],
  },
  'gov-access-duration-of-a-year': {
    async scene(fixture) {
      const path = await granted(fixture, fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' }));
      return (await fixture.object('GET', path))['accessDuration'];
    },
    healthy: 'PT1H',
    faulty: 'P365D',
  },
  'gov-failed-grant-revoked': {
    async scene(fixture) {
      const path = await ask(fixture, fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' }));
      await fixture.act('decide the approvals of a request', { requestId: idOf(path), decision: 'approve' });
      await fixture.act('make the next background job fail', { job: 'grant' });
      await fixture.act('let the background jobs finish');
      return readView(fixture, path);
    },
    healthy: 'APPROVED FAILED',
    faulty: 'APPROVED FAILED PENDING',
  },
  'gov-request-not-kept': { scene: after(undefined), healthy: 'SUBMITTED', faulty: 404 },
  'gov-request-in-review': { scene: examine, healthy: 'PENDING', faulty: 'IN_REVIEW' },
  'gov-grant-status-from-the-start': { scene: after(undefined), healthy: 'SUBMITTED', faulty: 'SUBMITTED PENDING' },
  'gov-grant-status-of-denied': { scene: reject, healthy: 'DENIED', faulty: 'DENIED FAILED' },
  'gov-approval-in-two-writes': {
    at: 'governance.approval',
    async scene(fixture, gate) {
      const path = await ask(fixture, fixture.provide('a resource that can be requested'));
      const approval = fixture.act('decide the approvals of a request', { requestId: idOf(path), decision: 'approve' });
      await gate.reached;
      const between = await readView(fixture, path);
      gate.go();
      await approval;
      return [between, await readView(fixture, path)];
    },
    healthy: ['APPROVED PENDING', 'APPROVED PENDING'],
    faulty: ['PENDING PENDING', 'APPROVED PENDING'],
  },
  'gov-grant-status-manual-required': {
    scene: after('decide the approvals of a request', { decision: 'approve' }, 'app-group'),
    healthy: 'APPROVED MANUAL_GRANT_REQUIRED',
    faulty: 'APPROVED MANUAL_REQUIRED',
  },
  'gov-granted-without-grant': {
    async scene(fixture) {
      const wanted = fixture.provide('a resource that can be requested');
      return [await readView(fixture, await granted(fixture, wanted)), (await grantsOf(fixture, wanted)).length];
    },
    healthy: ['APPROVED GRANTED', 1],
    faulty: ['APPROVED GRANTED', 0],
  },
  'gov-grant-before-approval': {
    async scene(fixture) {
      const wanted = fixture.provide('a resource that can be requested');
      return [await readView(fixture, await ask(fixture, wanted)), (await grantsOf(fixture, wanted)).length];
    },
    healthy: ['SUBMITTED', 0],
    faulty: ['SUBMITTED', 1],
  },
  'gov-access-duration-forgotten': {
    scene: async (fixture) =>
      (await fixture.object('GET', await ask(fixture, fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' }))))[
        'accessDuration'
      ],
    healthy: 'PT1H',
    faulty: undefined,
  },
  'gov-revocation-without-duration': {
    scene: after('let a request be granted'),
    healthy: 'APPROVED GRANTED',
    faulty: 'APPROVED GRANTED PENDING',
  },
  'gov-revocation-not-scheduled': { scene: scheduled, healthy: ['PENDING', '2026-01-01T01:00:00.000Z'], faulty: [undefined, undefined] },
  'gov-revocation-without-timestamp': { scene: scheduled, healthy: ['PENDING', '2026-01-01T01:00:00.000Z'], faulty: ['PENDING', null] },
  'gov-revocation-scheduled-in-milliseconds': {
    scene: scheduled,
    healthy: ['PENDING', '2026-01-01T01:00:00.000Z'],
    faulty: ['PENDING', 1_767_229_200_000],
  },
  'gov-revocation-scheduled-in-words': {
    scene: scheduled,
    healthy: ['PENDING', '2026-01-01T01:00:00.000Z'],
    faulty: ['PENDING', 'in PT1H'],
  },
  'gov-revocation-early': { scene: revoked(1), healthy: 'APPROVED GRANTED PENDING 1', faulty: 'APPROVED GRANTED REVOKED 0' },
  'gov-revocation-late': { scene: revoked(3), healthy: 'APPROVED GRANTED REVOKED 0', faulty: 'APPROVED GRANTED PENDING 1' },
  'gov-revocation-a-minute-early': {
    scene: revoked(2 - 1 / 60),
    healthy: 'APPROVED GRANTED PENDING 1',
    faulty: 'APPROVED GRANTED REVOKED 0',
  },
  'gov-revocation-an-hour-late': { scene: revoked(3), healthy: 'APPROVED GRANTED REVOKED 0', faulty: 'APPROVED GRANTED PENDING 1' },
  'gov-revocation-never': { scene: revoked(1000), healthy: 'APPROVED GRANTED REVOKED 0', faulty: 'APPROVED GRANTED PENDING 1' },
  'gov-revocation-failure-hidden': { scene: revoked(2, true), healthy: 'APPROVED GRANTED FAILED 1', faulty: 'APPROVED GRANTED REVOKED 1' },
  'gov-revocation-success-hidden': { scene: revoked(2), healthy: 'APPROVED GRANTED REVOKED 0', faulty: 'APPROVED GRANTED FAILED 0' },
  'gov-revocation-takes-all': {
    async scene(fixture) {
      const wanted = fixture.provide('a resource that can be requested', { accessDuration: 'PT1H' });
      const other = fixture.provide('a resource that can be requested');
      await granted(fixture, wanted);
      await granted(fixture, { ...other, requesterId: wanted['requesterId'] });
      fixture.advance(2 * 3_600_000);
      await fixture.act('let the background jobs finish');
      return (await grantsOf(fixture, { ...other, principalId: wanted['principalId'] })).length;
    },
    healthy: 1,
    faulty: 0,
  },
  'gov-revoked-access-stays': { scene: revoked(2), healthy: 'APPROVED GRANTED REVOKED 0', faulty: 'APPROVED GRANTED REVOKED 1' },
});
