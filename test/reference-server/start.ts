import type { Choices } from './choices.ts';
import { turnableClock } from './clock.ts';
import { newFaultSwitch } from './faults/defects.ts';
import { newOutbox } from './control/outbox.ts';
import { controlService } from './control/service.ts';
import { newAuthenticationService } from './authentication/people.ts';
import { authenticationPreparation } from './authentication/prepare.ts';
import { authenticationService } from './authentication/service.ts';
import { newGovernanceService } from './governance/model.ts';
import { governancePreparation } from './governance/prepare.ts';
import { governanceService } from './governance/service.ts';
import { privilegedAccessPreparation } from './privileged-access/prepare.ts';
import { privilegedAccessService } from './privileged-access/service.ts';
import { newPrivilegedAccessService } from './privileged-access/teams.ts';
import { listen } from './http/listen.ts';

/** A running deployment: what its profile takes from the environment, and its end. */
export interface SecondDeployment {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const PRIVILEGED_ACCESS = '/edge/vault';
const AUTHENTICATION = '/tenants/aurora/identity';
const GOVERNANCE = '/x';

/**
 * Starts all three services and their control plane on ephemeral ports of the loopback interface.
 *
 * @param front what stands before the services, by their origin: the origin under which they are known
 * @param choices the rarer ways that it takes
 */
export async function startSecondDeployment(
  front: (origin: string) => Promise<string> = (own) => Promise.resolve(own),
  choices: Choices = new Set(),
): Promise<SecondDeployment> {
  const clock = turnableClock();
  const outbox = newOutbox(clock);
  const faults = newFaultSwitch();
  let origin = '';
  const privilegedAccess = newPrivilegedAccessService(clock, faults, choices, () => origin + PRIVILEGED_ACCESS);
  const authentication = newAuthenticationService(clock, outbox, faults, choices, () => origin + AUTHENTICATION);
  const governance = newGovernanceService(clock, outbox, faults, choices);
  const services = await listen(
    [
      {
        prefix: PRIVILEGED_ACCESS,
        answer: privilegedAccessService(privilegedAccess),
        type: 'application/vnd.second.vault+json',
        headerCase: (name) => name.toLowerCase(),
      },
      {
        prefix: AUTHENTICATION,
        answer: authenticationService(authentication),
        type: 'Application/JSON; charset=UTF-8',
        headerCase: (name) => name.toUpperCase(),
      },
      { prefix: GOVERNANCE, answer: governanceService(governance), type: 'application/hal+json', headerCase: (name) => name },
    ],
    clock.now,
    faults.takesTime,
  );
  origin = await front(services.origin);
  const preparations = [
    privilegedAccessPreparation(privilegedAccess),
    authenticationPreparation(authentication),
    governancePreparation(governance),
  ];
  const control = await listen(
    [
      {
        prefix: '/backstage',
        answer: controlService(preparations, clock, outbox, faults),
        type: 'application/json',
        headerCase: (name) => name,
      },
    ],
    clock.now,
    () => false,
  );
  return {
    environment: {
      REFERENCE_PRIVILEGED_ACCESS: origin + PRIVILEGED_ACCESS,
      REFERENCE_AUTHENTICATION: origin + AUTHENTICATION,
      REFERENCE_GOVERNANCE: origin + GOVERNANCE,
      REFERENCE_PREPARE: `${control.origin}/backstage/prepare`,
      REFERENCE_ACTS: `${control.origin}/backstage/acts`,
      REFERENCE_CLOCK: `${control.origin}/backstage/clock`,
      REFERENCE_EVENTS: `${control.origin}/backstage/events`,
      // The other sets are for measurements before a repair: whoever asks for all of them sees them.
      REFERENCE_FAULTS: `${control.origin}/backstage/faults?set=A`,
      REFERENCE_API_TOKEN: authentication.apiToken,
      REFERENCE_FACTORS_TOKEN: authentication.factorsToken,
      REFERENCE_GOVERNANCE_KEY: governance.key,
      REFERENCE_UNPAID_KEY: governance.keyWithoutSubscription,
    },
    close: async () => {
      await Promise.all([services.close(), control.close()]);
    },
  };
}
