import type { Faults } from '../kit/faults.ts';
import { admissionFaults } from './faults/admission.ts';
import { delegateFaults } from './faults/delegates.ts';
import { groupFaults } from './faults/groups.ts';
import { keyFaults } from './faults/keys.ts';
import { limitHeaderFaults } from './faults/limits.ts';
import { pageFaults } from './faults/pages.ts';
import { requestFaults } from './faults/requests.ts';
import { resourceFaults } from './faults/resources.ts';
import { roleFaults } from './faults/roles.ts';
import { tokenFaults } from './faults/tokens.ts';
import { walkFaults } from './faults/walk.ts';
import { wayBackFaults } from './faults/way-back.ts';
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
