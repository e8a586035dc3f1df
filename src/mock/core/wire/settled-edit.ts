import type { Edit } from '../../../spec/wire-faults/wire-fault.ts';

/** An edit whose value is known. */
export type SettledEdit = Exclude<Edit, { readonly do: 'renew' }>;

/** One that is made at a path. */
export type PlacedEdit = Exclude<SettledEdit, { readonly do: 'relink' }>;
