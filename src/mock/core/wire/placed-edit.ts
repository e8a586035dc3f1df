import type { Edit } from '../../../spec/wire-faults/wire-fault.ts';

/** An edit that is made at a path. */
export type PlacedEdit = Exclude<Edit, { readonly do: 'relink' }>;
