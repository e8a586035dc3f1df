import type { Faults } from '../kit/faults.ts';
import { concurrencyFaults } from './faults/concurrency.ts';
import { deviceFaults } from './faults/devices.ts';
import { errorFaults } from './faults/errors.ts';
import { factorFaults } from './faults/factors.ts';
import { hiddenStateFaults } from './faults/hidden-state.ts';
import { linkFaults } from './faults/links.ts';
import { newDeviceEmailFaults } from './faults/new-device-email.ts';
import { optionFaults } from './faults/options.ts';
import { passwordFaults } from './faults/passwords.ts';
import { signInFaults } from './faults/sign-in.ts';
import { stepUpFaults } from './faults/step-up.ts';
import { timeFaults } from './faults/time.ts';
import { transactionFaults } from './faults/transaction.ts';
import { trustFaults } from './faults/trust.ts';
import { userFaults } from './faults/user.ts';
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
