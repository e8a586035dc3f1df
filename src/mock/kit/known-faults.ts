import type { WireFault } from '../../model/wire-faults/wire-fault.ts';
import { authentication } from '../authentication/service.ts';
import { governance } from '../governance/service.ts';
import { privilegedAccess } from '../privileged-access/service.ts';
import type { FaultSummary } from './control.ts';
import { documentNames, type DocumentName } from './documents.ts';
import { wireFaultsOf } from './wire/known-wire-faults.ts';

/** A fault that no suite may miss: any password signs a user in. */
export const MUST_DIE = 'authn-any-password';

let known: readonly FaultSummary[] | undefined;

/** The seeded faults of all three services, in the order of the documents: behavioural ones, then wire faults. */
export function knownFaults(): readonly FaultSummary[] {
  known ??= [...behaviouralFaults(), ...documentNames.flatMap((name) => wireFaultsOf(name).map((fault) => summariseWire(name, fault)))];
  return known;
}

/** Those that are written by hand; the specs are not needed for them. */
export function behaviouralFaults(): readonly FaultSummary[] {
  return [...privilegedAccess.faults(), ...authentication.faults(), ...governance.faults()];
}

function summariseWire(document: DocumentName, { id, clause, alsoBreaks, about }: WireFault): FaultSummary {
  return { id, kind: 'wire', document, clause, alsoBreaks, difficulty: 'response', about, rules: [] };
}
