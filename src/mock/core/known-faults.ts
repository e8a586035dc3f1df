import { faults as authentication } from '../authentication/faults.ts';
import { faults as governance } from '../governance/faults.ts';
import { faults as privilegedAccess } from '../privileged-access/faults.ts';
import type { FaultSummary } from './control.ts';
import { summarise } from './host.ts';

/** The seeded faults of all three services, in the order of the documents. */
export function knownFaults(): readonly FaultSummary[] {
  return [
    ...summarise('privileged-access', privilegedAccess),
    ...summarise('authentication', authentication),
    ...summarise('governance', governance),
  ];
}
