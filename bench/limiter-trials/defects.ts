import type { Defect } from './defect.ts';
import { COUNT_DEFECTS } from './defects/counts.ts';
import { HEADER_DEFECTS } from './defects/headers.ts';
import { MOMENT_DEFECTS } from './defects/moments.ts';
import { REFUSAL_DEFECTS } from './defects/refusals.ts';
import { RETURN_DEFECTS } from './defects/returns.ts';

/** Kinds of defect that a rate limit of document 1 may have; each must turn one of its clauses red. */
export const DEFECTS: readonly Defect[] = [...COUNT_DEFECTS, ...MOMENT_DEFECTS, ...HEADER_DEFECTS, ...REFUSAL_DEFECTS, ...RETURN_DEFECTS];
