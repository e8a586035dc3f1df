import type { Faults } from '../kit/faults.ts';
import { accessFaults } from './faults/access.ts';
import { assignmentFaults } from './faults/assignments.ts';
import { campaignFaults } from './faults/campaigns.ts';
import { catalogFaults } from './faults/catalog.ts';
import { collectionFaults } from './faults/collections.ts';
import { entitlementFaults } from './faults/entitlements.ts';
import { pairingFaults } from './faults/pairings.ts';
import { requestConditionFaults } from './faults/request-conditions.ts';
import { requestTypeFaults } from './faults/request-types.ts';
import { requestV1Faults } from './faults/requests-v1.ts';
import { requestFaults } from './faults/requests.ts';
import type { Policy } from './policy.ts';

/** All seeded defects of the governance service, written from the document. */
export const faults: Faults<Policy> = {
  ...accessFaults,
  ...entitlementFaults,
  ...collectionFaults,
  ...assignmentFaults,
  ...campaignFaults,
  ...requestConditionFaults,
  ...pairingFaults,
  ...catalogFaults,
  ...requestFaults,
  ...requestTypeFaults,
  ...requestV1Faults,
};
