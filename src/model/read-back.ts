import type { Place } from './types.ts';

/** True where a step asks the target for its state again: what it answers changes nothing of what later steps refer to. */
export function isReadBack({ at }: Place): boolean {
  return at.startsWith('readBack/');
}
