import type { EmbeddedAddresses } from '../profile/load-profile.ts';

const NOWHERE = 'http://127.0.0.1';

/** Stands for the embedded deployment where it is only planned what would be sent to it. */
export const UNSTARTED: EmbeddedAddresses = {
  services: { 'privileged-access': NOWHERE, authentication: NOWHERE, governance: NOWHERE },
  control: NOWHERE,
};
