import { v1, v2, type Fixture } from '../test-fixture.ts';
import { accessFaults } from '../faults.ts';
import { prove } from './test-faults.ts';

const withoutSubscription = async (fixture: Fixture): Promise<unknown> =>
  (await fixture.send({ target: `${v1}/collections`, headers: { authorization: 'SSWS mock-token-without-governance' } })).status;

const environments = async (fixture: Fixture): Promise<unknown> => {
  const [production, preview] = await Promise.all([
    fixture.call('GET', `${v2}/catalogs/default/entries`),
    fixture.call('GET', `/preview${v2}/catalogs/default/entries`),
  ]);
  return [production.status, preview.status];
};

prove(accessFaults, {
  'gov-subscription-not-asked': { scene: withoutSubscription, healthy: 403, faulty: 200 },
  'gov-subscription-not-asked-for-reads': { scene: withoutSubscription, healthy: 403, faulty: 200 },
  'gov-subscription-not-asked-for-beta': {
    async scene(fixture) {
      const headers = { authorization: 'SSWS mock-token-without-governance' };
      const { status } = await fixture.send({ target: `${v2}/catalogs/default/entries`, headers });
      return [await withoutSubscription(fixture), status];
    },
    healthy: [403, 403],
    faulty: [403, 200],
  },
  'gov-beta-missing-in-preview': { scene: environments, healthy: [200, 200], faulty: [200, 404] },
  'gov-beta-missing-in-production': { scene: environments, healthy: [200, 200], faulty: [404, 200] },
});
