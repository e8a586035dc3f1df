import type { Fault } from '../core/service.ts';
import type { Rules } from './rules.ts';
export const faults: readonly Fault<Rules>[] = [];
