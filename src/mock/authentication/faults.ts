import type { Faults } from '../kit/faults.ts';
import { concurrencyFaults, hiddenStateFaults } from './faults/hidden-state.ts';
import { deviceFaults, newDeviceEmailFaults, trustFaults } from './faults/trust.ts';
import { errorFaults, userFaults } from './faults/errors.ts';
import { factorFaults } from './faults/factors.ts';
import { linkFaults, transactionFaults } from './faults/transaction.ts';
import { optionFaults, signInFaults } from './faults/sign-in.ts';
import { passwordFaults } from './faults/passwords.ts';
import { stepUpFaults } from './faults/step-up.ts';
import { timeFaults } from './faults/time.ts';
import type { Policy } from './policy.ts';

/** The seeded defects of the service, each of which breaks a clause of document 2. */
export const faults: Faults<Policy> = {
  ...transactionFaults,
  ...linkFaults,
  ...factorFaults,
  ...userFaults,
  ...errorFaults,
  ...signInFaults,
  ...optionFaults,
  ...passwordFaults,
  ...stepUpFaults,
  ...trustFaults,
  ...deviceFaults,
  ...newDeviceEmailFaults,
  ...hiddenStateFaults,
  ...concurrencyFaults,
  ...timeFaults,
};
