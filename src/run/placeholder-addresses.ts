import type { Specs } from '../model/types.ts';
import type { EmbeddedAddresses } from '../profile/load-profile.ts';

const NOWHERE = 'http://127.0.0.1';

/** Stands for the embedded deployment where it is only planned what would be sent to it. */
export function placeholderAddresses({ documents }: Specs): EmbeddedAddresses {
  return { services: Object.fromEntries(Object.keys(documents).map((name) => [name, NOWHERE])), control: NOWHERE };
}
