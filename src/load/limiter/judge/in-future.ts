import { GRAIN_MS } from '../moment.ts';
import { isRefused, type Sample } from '../sample.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { fails, type Ruling } from './ruling.ts';

/** Once something has been used, what is to come back cannot be back already: both timestamps lie ahead. */
export function judgeInFuture({ facts, own }: ProbeEvidence): readonly Ruling[] {
  const { offset } = facts;
  if (offset === undefined) return [];
  return own.flatMap((sample): readonly Ruling[] => {
    const isSpent = isRefused(sample) || (sample.remaining !== undefined && sample.limit !== undefined && sample.remaining < sample.limit);
    if (!isSpent || sample.limit === 0) return [];
    const now = sample.sentMs + offset.low;
    return (['reset', 'retryAt'] as const).flatMap((role) => past(sample, role, now));
  });
}

function past(sample: Sample, role: 'reset' | 'retryAt', now: number): readonly Ruling[] {
  const moment = sample[role];
  if (moment?.form !== 'seconds' || moment.seconds * 1000 + GRAIN_MS >= now) return [];
  return [
    fails(
      role === 'reset' ? 'reset' : 'retry-at',
      `a moment to come, after ${Math.floor(now / 1000)}, since something has been used`,
      String(moment.seconds),
      sample,
    ),
  ];
}
