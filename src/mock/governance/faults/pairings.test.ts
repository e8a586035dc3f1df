import type { Fixture } from '../test-fixture.ts';
import { activeCampaign, activeCondition, campaignOver, conditionFor, statusOf } from '../test-scenes.ts';
import { pairingFaults } from '../faults.ts';
import { prove, type Proof } from './test-faults.ts';

type Reach = (fixture: Fixture) => Promise<string>;

const access = (fixture: Fixture): ReturnType<Fixture['provide']> => fixture.provide('access that a campaign can review');
const governed = (fixture: Fixture): ReturnType<Fixture['provide']> => fixture.provide('a resource that a request condition can govern');

/** A campaign in each of its statuses. */
const campaigns = {
  SCHEDULED: (fixture) => campaignOver(fixture, access(fixture)),
  async LAUNCHING(fixture) {
    const path = await campaignOver(fixture, access(fixture));
    await fixture.call('POST', `${path}/launch`);
    return path;
  },
  ACTIVE: (fixture) => activeCampaign(fixture, access(fixture)),
  async ERROR(fixture) {
    const path = await campaignOver(fixture, access(fixture));
    await fixture.call('POST', `${path}/launch`);
    await fixture.act('make the next background job fail', { job: 'campaign' });
    await fixture.act('let the background jobs finish');
    return path;
  },
  async COMPLETED(fixture) {
    const path = await activeCampaign(fixture, access(fixture));
    await fixture.call('POST', `${path}/end`);
    return path;
  },
} satisfies Record<string, Reach>;

const conditions = {
  INACTIVE: (fixture) => conditionFor(fixture, governed(fixture)),
  ACTIVE: (fixture) => activeCondition(fixture, governed(fixture)),
  async INVALID(fixture) {
    const given = governed(fixture);
    const path = await activeCondition(fixture, given);
    await fixture.act('delete a resource', { resourceId: given['resourceId'] });
    await fixture.act('let the periodic check of request conditions run');
    return path;
  },
} satisfies Record<string, Reach>;

/** Status before and after an operation, and the status of its answer. */
const tried =
  (reach: Reach, method: string, suffix: string) =>
  async (fixture: Fixture): Promise<unknown> => {
    const path = await reach(fixture);
    const before = await statusOf(fixture, path);
    const { status } = await fixture.call(method, `${path}${suffix}`, method === 'PATCH' ? { name: 'other' } : undefined);
    return [before, status, await statusOf(fixture, path)];
  };

const launched = (from: keyof typeof campaigns): Proof => ({
  scene: tried(campaigns[from], 'POST', '/launch'),
  healthy: [from, 409, from],
  faulty: [from, 202, 'LAUNCHING'],
});
const ended = (from: keyof typeof campaigns): Proof => ({
  scene: tried(campaigns[from], 'POST', '/end'),
  healthy: [from, 409, from],
  faulty: [from, 202, 'COMPLETED'],
});
const deleted = (from: keyof typeof campaigns): Proof => ({
  scene: tried(campaigns[from], 'DELETE', ''),
  healthy: [from, 409, from],
  faulty: [from, 204, 404],
});
const moved = (from: keyof typeof conditions, by: 'activate' | 'deactivate'): Proof => ({
  scene: tried(conditions[from], 'POST', `/${by}`),
  healthy: [from, 409, from],
  faulty: [from, 200, by === 'activate' ? 'ACTIVE' : 'INACTIVE'],
});
const updated = (from: keyof typeof conditions, to: string): Proof => ({
  scene: tried(conditions[from], 'PATCH', ''),
  healthy: [from, 200, from],
  faulty: [from, 200, to],
});
const worked = (from: keyof typeof campaigns, to: string): Proof => ({
  async scene(fixture) {
    const path = await campaigns[from](fixture);
    await fixture.act('let the background jobs finish');
    return statusOf(fixture, path);
  },
  healthy: from,
  faulty: to,
});

prove(pairingFaults, {
  'gov-campaign-launched-from-launching': launched('LAUNCHING'),
  'gov-campaign-launched-from-active': launched('ACTIVE'),
  'gov-campaign-launched-from-error': launched('ERROR'),
  'gov-campaign-launched-from-completed': launched('COMPLETED'),
  'gov-campaign-ended-from-scheduled': ended('SCHEDULED'),
  'gov-campaign-ended-from-launching': ended('LAUNCHING'),
  'gov-campaign-ended-from-error': ended('ERROR'),
  'gov-campaign-ended-from-completed': ended('COMPLETED'),
  'gov-campaign-deleted-from-launching': deleted('LAUNCHING'),
  'gov-campaign-deleted-from-active': deleted('ACTIVE'),
  'gov-campaign-deleted-from-completed': deleted('COMPLETED'),
  'gov-condition-activated-from-active': moved('ACTIVE', 'activate'),
  'gov-condition-activated-from-invalid': moved('INVALID', 'activate'),
  'gov-condition-deactivated-from-inactive': moved('INACTIVE', 'deactivate'),
  'gov-condition-deactivated-from-invalid': moved('INVALID', 'deactivate'),
  'gov-condition-never-deactivated': {
    scene: tried(conditions.ACTIVE, 'POST', '/deactivate'),
    healthy: ['ACTIVE', 200, 'INACTIVE'],
    faulty: ['ACTIVE', 409, 'ACTIVE'],
  },
  'gov-condition-updated-from-inactive': updated('INACTIVE', 'ACTIVE'),
  'gov-condition-updated-from-active': updated('ACTIVE', 'INACTIVE'),
  'gov-condition-updated-from-invalid': updated('INVALID', 'INACTIVE'),
  'gov-campaign-starts-early': worked('SCHEDULED', 'ACTIVE'),
  'gov-campaign-ends-early': worked('ACTIVE', 'COMPLETED'),
});
