import type { ControlEvent } from '../model/types.ts';

/** True for what the target emitted, as the contract tells it: {seq, kind, at}. */
export function isEvent(value: unknown): value is ControlEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'at' in value &&
    typeof value.at === 'string'
  );
}
