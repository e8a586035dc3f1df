import type { Faults } from '../../kit/faults.ts';
import { exchange } from '../fault.ts';
import type { Policy } from '../policy.ts';

/** Defects of who may use the service, and where. */
export const accessFaults: Faults<Policy> = {
  'gov-subscription-not-asked': exchange('the operations can be used without a subscription', 'gov.service.subscription', {
    mayUse: () => true,
  }),
  'gov-beta-missing-in-preview': exchange(
    'an API marked beta is not there in the preview environment',
    ['gov.versioning.beta-environments', 'gov.service.beta-environments'],
    { servesBeta: (environment) => environment !== 'preview' },
  ),
  'gov-beta-missing-in-production': exchange(
    'an API marked beta is not there in production',
    [
      'gov.versioning.beta-environments',
      'gov.service.beta-environments',
      'gov.resources.catalog-entry.represents-resource',
      'gov.resources.catalog-entry.children',
      'gov.resources.catalog-entry.related-access-scope',
      'gov.resources.catalog-entry.related-group',
      'gov.resources.catalog-entry.related-bundle',
      'gov.resources.catalog-entry.related-value',
    ],
    { servesBeta: (environment) => environment !== 'production' },
  ),
};
