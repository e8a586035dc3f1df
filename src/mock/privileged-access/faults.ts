import type { Faults } from '../kit/faults.ts';
import { admissionFaults, limitHeaderFaults } from './faults/limits.ts';
import { delegateFaults, roleFaults } from './faults/roles.ts';
import { groupFaults } from './faults/groups.ts';
import { keyFaults, tokenFaults } from './faults/tokens.ts';
import { pageFaults, walkFaults, wayBackFaults } from './faults/pages.ts';
import { requestFaults } from './faults/requests.ts';
import { resourceFaults } from './faults/resources.ts';
import type { Policy } from './policy.ts';

/** The seeded defects of the service, each of which breaks a clause of the document. */
export const faults: Faults<Policy> = {
  ...walkFaults,
  ...wayBackFaults,
  ...pageFaults,
  ...limitHeaderFaults,
  ...admissionFaults,
  ...keyFaults,
  ...tokenFaults,
  ...roleFaults,
  ...delegateFaults,
  ...groupFaults,
  ...resourceFaults,
  ...requestFaults,
};
