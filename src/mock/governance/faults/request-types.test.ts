import { isObject } from '../../kit/json.ts';
import { v1, type Fixture } from '../test-fixture.ts';
import { idOf, requestTypeFor, statusOf } from '../test-scenes.ts';
import { requestTypeFaults } from '../faults.ts';
import { prove } from './test-faults.ts';

type State = 'DRAFT' | 'ACTIVE' | 'DISABLED';

async function typeIn(fixture: Fixture, state: State): Promise<string> {
  const path = await requestTypeFor(fixture, fixture.provide('an owner for a request type'));
  if (state !== 'DRAFT') await fixture.call('POST', `${path}/publish`);
  if (state === 'DISABLED') await fixture.call('POST', `${path}/un-publish`);
  return path;
}

/** What an operation answers, and what stands there afterwards. */
const moved =
  (from: State, operation: 'publish' | 'un-publish') =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await typeIn(fixture, from);
    const { status } = await fixture.object('POST', `${path}/${operation}`);
    return [status, await statusOf(fixture, path)];
  };

const broken =
  (from: State, operation?: 'publish') =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await typeIn(fixture, from);
    await fixture.act('make a request type invalid', { requestTypeId: idOf(path) });
    if (operation !== undefined) await fixture.call('POST', `${path}/${operation}`);
    return statusOf(fixture, path);
  };

const repairedToActive = async (fixture: Fixture): Promise<unknown> => {
  const path = await typeIn(fixture, 'DISABLED');
  await fixture.act('repair a request type in the portal', { requestTypeId: idOf(path), to: 'ACTIVE' });
  return statusOf(fixture, path);
};

const deleted =
  (from: State) =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await typeIn(fixture, from);
    const { status } = await fixture.call('DELETE', path);
    const read = await fixture.call('GET', path);
    return [status, read.status, (await fixture.call('DELETE', path)).status];
  };

const owner =
  (look: (owner: unknown, fixture: Fixture) => unknown) =>
  async (fixture: Fixture): Promise<unknown> =>
    look((await fixture.object('GET', await typeIn(fixture, 'DRAFT')))['owner'], fixture);

/** Is brought back as it was, and moved a second time. */
const movedAgain =
  (operation: 'publish' | 'un-publish', from: 'DRAFT' | 'ACTIVE') =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await typeIn(fixture, 'DISABLED');
    await fixture.act('repair a request type in the portal', { requestTypeId: idOf(path), to: from });
    await fixture.call('POST', `${path}/${operation}`);
    return statusOf(fixture, path);
  };

/** Whether a request type has its settings as a draft, once it is published, and once it is requested. */
async function settingsKept(fixture: Fixture): Promise<unknown> {
  const { requesterId, requesterFieldValues, ...owner } = fixture.provide('an owner for a request type');
  const path = await requestTypeFor(fixture, owner);
  const hasSettings = async (): Promise<unknown> => isObject((await fixture.object('GET', path))['requestSettings']);
  const draft = await hasSettings();
  await fixture.call('POST', `${path}/publish`);
  const published = await hasSettings();
  await fixture.call('POST', `${v1}/requests`, { requestTypeId: idOf(path), requesterId, requesterFieldValues });
  return [draft, published, await hasSettings()];
}

prove(requestTypeFaults, {
  'gov-published-once': { scene: movedAgain('publish', 'DRAFT'), healthy: 'ACTIVE', faulty: 'DRAFT' },
  'gov-un-published-once': { scene: movedAgain('un-publish', 'ACTIVE'), healthy: 'DISABLED', faulty: 'ACTIVE' },
  'gov-published-type-loses-settings': { scene: settingsKept, healthy: [true, true, true], faulty: [true, false, false] },
  'gov-used-type-loses-settings': { scene: settingsKept, healthy: [true, true, true], faulty: [true, true, false] },
  'gov-publish-not-kept': { scene: moved('DRAFT', 'publish'), healthy: ['ACTIVE', 'ACTIVE'], faulty: ['ACTIVE', 'DRAFT'] },
  'gov-publish-disables': { scene: moved('DRAFT', 'publish'), healthy: ['ACTIVE', 'ACTIVE'], faulty: ['DISABLED', 'DISABLED'] },
  'gov-un-publish-to-draft': { scene: moved('ACTIVE', 'un-publish'), healthy: ['DISABLED', 'DISABLED'], faulty: ['DRAFT', 'DRAFT'] },
  'gov-un-publish-not-kept': { scene: moved('ACTIVE', 'un-publish'), healthy: ['DISABLED', 'DISABLED'], faulty: ['DISABLED', 'ACTIVE'] },
  'gov-un-publish-to-draft-behind': {
    scene: moved('ACTIVE', 'un-publish'),
    healthy: ['DISABLED', 'DISABLED'],
    faulty: ['DISABLED', 'DRAFT'],
  },
  'gov-invalid-type-undetected': { scene: broken('ACTIVE'), healthy: 'DISABLED', faulty: 'ACTIVE' },
  'gov-invalid-draft-undetected': { scene: broken('DRAFT', 'publish'), healthy: 'DISABLED', faulty: 'ACTIVE' },
  'gov-invalid-active-undetected': { scene: broken('ACTIVE'), healthy: 'DISABLED', faulty: 'ACTIVE' },
  'gov-invalid-disabled-reset': { scene: broken('DISABLED'), healthy: 'DISABLED', faulty: 'DRAFT' },
  'gov-type-repaired-to-draft-only': { scene: repairedToActive, healthy: 'ACTIVE', faulty: 'DRAFT' },
  'gov-type-beyond-repair': { scene: repairedToActive, healthy: 'ACTIVE', faulty: 'DISABLED' },
  'gov-type-never-deleted': { scene: deleted('DRAFT'), healthy: [204, 404, 404], faulty: [204, 200, 204] },
  'gov-disabled-type-not-deleted': {
    scene: async (fixture) => [await deleted('ACTIVE')(fixture), await deleted('DISABLED')(fixture)],
    healthy: [
      [204, 404, 404],
      [204, 404, 404],
    ],
    faulty: [
      [204, 404, 404],
      [204, 200, 204],
    ],
  },
  'gov-type-deleted-again': { scene: deleted('DRAFT'), healthy: [204, 404, 404], faulty: [204, 404, 204] },
  'gov-deleted-type-publishes': { scene: deleted('DRAFT'), healthy: [204, 404, 404], faulty: [204, 404, 204] },
  'gov-deleted-type-takes-requests': {
    async scene(fixture) {
      const { requesterId, requesterFieldValues, ...owner } = fixture.provide('an owner for a request type');
      const path = await requestTypeFor(fixture, owner);
      await fixture.call('POST', `${path}/publish`);
      await fixture.call('DELETE', path);
      const asked = { requestTypeId: idOf(path), requesterId, requesterFieldValues };
      return (await fixture.call('POST', `${v1}/requests`, asked)).status;
    },
    healthy: 404,
    faulty: 201,
  },
  'gov-deleted-type-200': { scene: deleted('DRAFT'), healthy: [204, 404, 404], faulty: [204, 200, 200] },
  'gov-type-revived-by-late-write': {
    at: 'governance.publishRequestType',
    async scene(fixture, gate) {
      const path = await typeIn(fixture, 'DRAFT');
      const late = fixture.call('POST', `${path}/publish`);
      await gate.reached;
      await fixture.call('DELETE', path);
      gate.go();
      return [(await late).status, await statusOf(fixture, path)];
    },
    healthy: [404, 404],
    faulty: [200, 'ACTIVE'],
  },
  'gov-type-without-owner': { scene: owner(isObject), healthy: true, faulty: false },
  'gov-type-owned-by-group': { scene: owner((shown) => isObject(shown) && shown['kind']), healthy: 'member', faulty: 'group' },
  'gov-type-owned-by-nobody': {
    scene: owner(async (shown, fixture) => isObject(shown) && (await fixture.call('GET', `/api/v1/users/${String(shown['id'])}`)).status),
    healthy: 200,
    faulty: 404,
  },
});
