import { isObject } from '../../kit/json.ts';
import type { JsonObject } from '../../kit/service.ts';
import { v1, type Fixture } from '../test-fixture.ts';
import { askV1, idOf } from '../test-scenes.ts';
import { requestV1Faults } from '../faults.ts';
import { prove } from './test-faults.ts';

/** The request of a published type after these moves. */
const moved =
  (...moves: readonly JsonObject[]) =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await askV1(fixture, fixture.provide('an owner for a request type'));
    for (const move of moves) await fixture.act('move a v1 request', { requestId: idOf(path), ...move });
    return (await fixture.object('GET', path))['requestStatus'];
  };

const makeRequest =
  (look: (request: JsonObject, ownership: JsonObject) => unknown, decided = false) =>
  async (fixture: Fixture): Promise<unknown> => {
    const ownership = fixture.provide('an owner for a request type');
    const path = await askV1(fixture, ownership);
    if (decided) await fixture.act('decide the approvals of a v1 request', { requestId: idOf(path), decision: 'approve' });
    return look(await fixture.object('GET', path), ownership);
  };

const idIn = (value: unknown): unknown => (isObject(value) ? value['id'] : undefined);
const firstApproval = ({ approvals }: JsonObject): JsonObject => (Array.isArray(approvals) && isObject(approvals[0]) ? approvals[0] : {});

/** The requester field values of two requests of a type, of which each was made with its own. */
async function valuesOfTwo(fixture: Fixture): Promise<unknown> {
  const ownership = fixture.provide('an owner for a request type');
  const path = await askV1(fixture, ownership);
  const { requestTypeId } = await fixture.object('GET', path);
  const { requesterId, requesterFieldValues, otherRequesterFieldValues } = ownership;
  const sent = { requestTypeId, requesterId, requesterFieldValues: otherRequesterFieldValues };
  const { id } = await fixture.object('POST', `${v1}/requests`, sent);
  const shown = await Promise.all([path, `${v1}/requests/${String(id)}`].map(async (one) => fixture.object('GET', one)));
  const names = new Map([requesterFieldValues, otherRequesterFieldValues].map((values, index) => [JSON.stringify(values), index]));
  return shown.map((one) => names.get(JSON.stringify(one['requesterFieldValues'])));
}

/** The status of a request that was moved on to there, and then decided. */
const decidedWhen =
  (decision: 'approve' | 'deny', ...moves: readonly string[]) =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await askV1(fixture, fixture.provide('an owner for a request type'));
    for (const to of moves) await fixture.act('move a v1 request', { requestId: idOf(path), to });
    await fixture.act('decide the approvals of a v1 request', { requestId: idOf(path), decision });
    return (await fixture.object('GET', path))['requestStatus'];
  };

prove(requestV1Faults, {
  'gov-v1-denial-reopens': { scene: decidedWhen('deny', 'pending'), healthy: 'PENDING', faulty: 'OPEN' },
  'gov-v1-decision-takes-back': { scene: decidedWhen('approve', 'pending', 'resolved'), healthy: 'RESOLVED', faulty: 'PENDING' },
  'gov-v1-values-of-the-first': { scene: valuesOfTwo, healthy: [0, 1], faulty: [0, 0] },
  'gov-v1-values-of-the-latest': { scene: valuesOfTwo, healthy: [0, 1], faulty: [1, 1] },
  'gov-v1-moves-together': {
    async scene(fixture) {
      const ownership = fixture.provide('an owner for a request type');
      const path = await askV1(fixture, ownership);
      const { requestTypeId } = await fixture.object('GET', path);
      const { requesterId, requesterFieldValues } = ownership;
      const { id } = await fixture.object('POST', `${v1}/requests`, { requestTypeId, requesterId, requesterFieldValues });
      await fixture.act('move a v1 request', { requestId: idOf(path), to: 'pending' });
      return (await fixture.object('GET', `${v1}/requests/${String(id)}`))['requestStatus'];
    },
    healthy: 'OPEN',
    faulty: 'PENDING',
  },
  'gov-v1-resolved-together': {
    async scene(fixture) {
      const ownership = fixture.provide('an owner for a request type');
      const paths = [await askV1(fixture, ownership), await askV1(fixture, ownership)];
      for (const path of paths) await fixture.act('move a v1 request', { requestId: idOf(path), to: 'pending' });
      await fixture.act('move a v1 request', { requestId: idOf(paths[0] ?? ''), to: 'resolved' });
      return (await fixture.object('GET', paths[1] ?? ''))['requestStatus'];
    },
    healthy: 'PENDING',
    faulty: 'RESOLVED',
  },
  'gov-v1-pending-seen-once': {
    async scene(fixture) {
      const path = await askV1(fixture, fixture.provide('an owner for a request type'));
      await fixture.act('move a v1 request', { requestId: idOf(path), to: 'pending' });
      const first = await fixture.object('GET', path);
      return [first, await fixture.object('GET', path)].map(({ requestStatus }) => requestStatus);
    },
    healthy: ['PENDING', 'PENDING'],
    faulty: ['PENDING', 'RESOLVED'],
  },
  'gov-v1-resolved-loses-decision': {
    async scene(fixture) {
      const path = await askV1(fixture, fixture.provide('an owner for a request type'));
      const requestId = idOf(path);
      await fixture.act('decide the approvals of a v1 request', { requestId, decision: 'approve' });
      for (const to of ['pending', 'resolved']) await fixture.act('move a v1 request', { requestId, to });
      return firstApproval(await fixture.object('GET', path))['decision'];
    },
    healthy: 'APPROVED',
    faulty: undefined,
  },
  'gov-v1-request-changes-hands': {
    async scene(fixture) {
      const ownership = fixture.provide('an owner for a request type');
      const path = await askV1(fixture, ownership);
      await fixture.act('move a v1 request', { requestId: idOf(path), to: 'pending' });
      const { creator } = await fixture.object('GET', path);
      return isObject(creator) && creator['id'] === ownership['creatorId'];
    },
    healthy: true,
    faulty: false,
  },
  'gov-v1-pending-not-kept': { scene: moved({ to: 'pending' }), healthy: 'PENDING', faulty: 'OPEN' },
  'gov-v1-pending-resolves': { scene: moved({ to: 'pending' }), healthy: 'PENDING', faulty: 'RESOLVED' },
  'gov-v1-resolved-reopens': { scene: moved({ to: 'pending' }, { to: 'resolved' }), healthy: 'RESOLVED', faulty: 'OPEN' },
  'gov-v1-moves-by-itself': {
    async scene(fixture) {
      const path = await askV1(fixture, fixture.provide('an owner for a request type'));
      await fixture.act('let the background jobs finish');
      return (await fixture.object('GET', path))['requestStatus'];
    },
    healthy: 'OPEN',
    faulty: 'PENDING',
  },
  'gov-v1-chat-ignored': { scene: moved({ to: 'pending', through: 'chat' }), healthy: 'PENDING', faulty: 'OPEN' },
  'gov-v1-creator-is-requester': {
    scene: makeRequest(({ creator }, { creatorId }) => idIn(creator) === creatorId),
    healthy: true,
    faulty: false,
  },
  'gov-v1-requester-is-creator': {
    scene: makeRequest(({ requester }, { requesterId }) => idIn(requester) === requesterId),
    healthy: true,
    faulty: false,
  },
  'gov-v1-values-lost': { scene: makeRequest((request) => 'requesterFieldValues' in request), healthy: true, faulty: false },
  'gov-v1-approval-undecided': {
    scene: makeRequest((request) => firstApproval(request)['decision'], true),
    healthy: 'APPROVED',
    faulty: undefined,
  },
  'gov-v1-approver-values-lost': {
    scene: makeRequest((request) => 'approverFieldValues' in firstApproval(request), true),
    healthy: true,
    faulty: false,
  },
  'gov-v1-of-another-resource': {
    scene: makeRequest(({ resource }, { resourceId }) => isObject(resource) && resource['resourceId'] === resourceId),
    healthy: true,
    faulty: false,
  },
});
