import { v1, v2, type Kit } from '../test-kit.ts';
import { accessFaults } from './resources.ts';
import { prove } from './test-proof.ts';

const withoutSubscription = async (kit: Kit): Promise<unknown> =>
  (await kit.send({ target: `${v1}/collections`, headers: { authorization: 'SSWS mock-token-without-governance' } })).status;

const environments = async (kit: Kit): Promise<unknown> => {
  const [production, preview] = await Promise.all([
    kit.call('GET', `${v2}/catalogs/default/entries`),
    kit.call('GET', `/preview${v2}/catalogs/default/entries`),
  ]);
  return [production.status, preview.status];
};

prove(accessFaults, {
  'gov-subscription-not-asked': { scene: withoutSubscription, healthy: 403, faulty: 200 },
  'gov-beta-missing-in-preview': { scene: environments, healthy: [200, 200], faulty: [200, 404] },
  'gov-beta-missing-in-production': { scene: environments, healthy: [200, 200], faulty: [404, 200] },
});
