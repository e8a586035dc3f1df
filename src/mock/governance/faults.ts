import type { Faults } from '../kit/faults.ts';
import { accessFaults, entitlementFaults } from './faults/resources.ts';
import { assignmentFaults, collectionFaults } from './faults/collections.ts';
import { campaignFaults } from './faults/campaigns.ts';
import { catalogFaults, requestFaults } from './faults/requests.ts';
import { pairingFaults, requestConditionFaults } from './faults/request-conditions.ts';
import { requestTypeFaults, requestV1Faults } from './faults/request-types.ts';
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
