import { changesOf } from '../kit/faults.ts';
import type { Policy } from './policy.ts';

export const { around, after, before } = changesOf<Policy>();
