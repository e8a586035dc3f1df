import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects of who may use the service, and where. */
export const accessFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-subscription-not-asked',
    clause: 'gov.service.subscription',
    difficulty: 'exchange',
    about: 'the operations can be used without a subscription',
    change: () => ({ mayUse: () => true }),
  },
  {
    id: 'gov-beta-missing-in-preview',
    clause: 'gov.versioning.beta-environments',
    alsoBreaks: ['gov.service.beta-environments'],
    difficulty: 'exchange',
    about: 'an API marked beta is not there in the preview environment',
    change: () => ({ servesBeta: (environment) => environment !== 'preview' }),
  },
  {
    id: 'gov-beta-missing-in-production',
    clause: 'gov.versioning.beta-environments',
    alsoBreaks: [
      'gov.service.beta-environments',
      'gov.resources.catalog-entry.represents-resource',
      'gov.resources.catalog-entry.children',
      'gov.resources.catalog-entry.related-access-scope',
      'gov.resources.catalog-entry.related-group',
      'gov.resources.catalog-entry.related-bundle',
      'gov.resources.catalog-entry.related-value',
    ],
    difficulty: 'exchange',
    about: 'an API marked beta is not there in production',
    change: () => ({ servesBeta: (environment) => environment !== 'production' }),
  },
];
