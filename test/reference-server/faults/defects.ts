import { editDistance } from '../../../src/model/yaml-file.ts';
import { AUTHENTICATION_FAULTS } from './authentication.ts';
import { GOVERNANCE_FAULTS } from './governance.ts';
import { PRIVILEGED_ACCESS_FAULTS } from './privileged-access.ts';

const LISTS = { 'privileged-access': PRIVILEGED_ACCESS_FAULTS, authentication: AUTHENTICATION_FAULTS, governance: GOVERNANCE_FAULTS };

export type FaultId = (typeof LISTS)[keyof typeof LISTS][number]['id'];

/** The defects that are switched on. */
export interface Defects {
  readonly has: (id: FaultId) => boolean;
}

/** All faults, as the control plane lists them. */
export interface ListedFault {
  readonly id: FaultId;
  readonly about: string;
  readonly quote: string;
  readonly labels: Readonly<Record<'document' | 'family' | 'difficulty' | 'set', string>>;
}

export interface FaultSwitch extends Defects {
  readonly listed: readonly ListedFault[];
  /** Switches these on and all others off; nothing else changes them, not even a teardown. Answers with the ids that nobody knows. */
  readonly set: (ids: readonly string[]) => readonly UnknownFault[];
  /** whether a defect is on that only requests at once can show: they take a moment then */
  readonly takesTime: () => boolean;
}

export interface UnknownFault {
  readonly id: string;
  readonly nearest: FaultId | undefined;
}

export function newFaultSwitch(): FaultSwitch {
  const listed = Object.entries(LISTS).flatMap(([document, faults]) =>
    faults.map(({ id, about, quote, ...labels }): ListedFault => ({ id, about, quote, labels: { document, ...labels } })),
  );
  const on = new Set<FaultId>();
  return {
    listed,
    has: (id) => on.has(id),
    set: (ids) => {
      const known = listed.filter(({ id }) => ids.includes(id));
      const unknown = ids.filter((id) => !known.some((one) => one.id === id));
      if (unknown.length > 0) return unknown.map((id) => ({ id, nearest: nearest(id, listed) }));
      on.clear();
      for (const { id } of known) on.add(id);
      return [];
    },
    takesTime: () => listed.some(({ id, labels }) => labels.family === 'concurrency' && on.has(id)),
  };
}

function nearest(id: string, listed: readonly ListedFault[]): FaultId | undefined {
  return listed.map((one) => ({ ...one, distance: editDistance(id, one.id) })).toSorted((a, b) => a.distance - b.distance)[0]?.id;
}
