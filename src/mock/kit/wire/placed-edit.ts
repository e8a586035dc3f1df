import type { Edit } from '../../../model/wire-faults/wire-fault.ts';

/** An edit that is made at a path. */
export type PlacedEdit = Exclude<Edit, { readonly do: 'relink' }>;
