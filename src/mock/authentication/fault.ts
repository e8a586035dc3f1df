import { faultNotation } from '../kit/faults.ts';
import type { Policy } from './policy.ts';

export const { response, exchange, sequence, concurrency, time, around, after, before } = faultNotation<Policy>();
