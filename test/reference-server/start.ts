import { turnableClock } from './clock.ts';
import { newOutbox } from './control/outbox.ts';
import { deskService } from './control/service.ts';
import { newDoor } from './authentication/people.ts';
import { doorPreparation } from './authentication/prepare.ts';
import { doorService } from './authentication/service.ts';
import { newStewardship } from './governance/model.ts';
import { stewardshipPreparation } from './governance/prepare.ts';
import { stewardshipService } from './governance/service.ts';
import { vaultPreparation } from './privileged-access/prepare.ts';
import { vaultService } from './privileged-access/service.ts';
import { newVault } from './privileged-access/teams.ts';
import { listen } from './http/listen.ts';

/** A running deployment: what its profile takes from the environment, and its end. */
export interface SecondDeployment {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const VAULT = '/edge/vault';
const DOOR = '/tenants/aurora/identity';
const STEWARDSHIP = '/x';

/** Starts all three services and their control plane on ephemeral ports of the loopback interface. */
export async function startSecondDeployment(): Promise<SecondDeployment> {
  const clock = turnableClock();
  const outbox = newOutbox(clock);
  let origin = '';
  const vault = newVault(clock, () => origin + VAULT);
  const door = newDoor(clock, outbox, () => origin + DOOR);
  const stewardship = newStewardship(clock, outbox);
  const services = await listen(
    [
      { prefix: VAULT, answer: vaultService(vault), type: 'application/vnd.second.vault+json', headerCase: (name) => name.toLowerCase() },
      { prefix: DOOR, answer: doorService(door), type: 'Application/JSON; charset=UTF-8', headerCase: (name) => name.toUpperCase() },
      { prefix: STEWARDSHIP, answer: stewardshipService(stewardship), type: 'application/hal+json', headerCase: (name) => name },
    ],
    clock.now,
  );
  origin = services.origin;
  const preparations = [vaultPreparation(vault), doorPreparation(door), stewardshipPreparation(stewardship)];
  const desk = await listen(
    [{ prefix: '/backstage', answer: deskService(preparations, clock, outbox), type: 'application/json', headerCase: (name) => name }],
    clock.now,
  );
  return {
    environment: {
      SECOND_VAULT: origin + VAULT,
      SECOND_DOOR: origin + DOOR,
      SECOND_STEWARDSHIP: origin + STEWARDSHIP,
      SECOND_PREPARE: `${desk.origin}/backstage/prepare`,
      SECOND_HAPPEN: `${desk.origin}/backstage/happen`,
      SECOND_SUNDIAL: `${desk.origin}/backstage/sundial`,
      SECOND_GAZETTE: `${desk.origin}/backstage/gazette`,
      SECOND_API_TOKEN: door.apiToken,
      SECOND_STEWARD_KEY: stewardship.key,
      SECOND_UNPAID_KEY: stewardship.keyWithoutSubscription,
    },
    close: async () => {
      await Promise.all([services.close(), desk.close()]);
    },
  };
}
