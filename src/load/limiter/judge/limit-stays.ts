import { isConcurrencyRefusal } from '../facts.ts';
import type { Sample } from '../sample.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { fails, passes, type Ruling } from './ruling.ts';

/** The limit is the same throughout a period: until what an answer announces as its end, it may change once at most, for a new one. */
export function judgeLimitStays({ counted }: ProbeEvidence): readonly Ruling[] {
  const told = counted.filter((sample) => sample.limit !== undefined && !isConcurrencyRefusal(sample));
  const last = told.at(-1);
  if (last === undefined) return [];
  const wrong = told.flatMap((sample, index) => {
    const before = told[index - 1];
    return before !== undefined && changesBack(told, before, sample, index) ? [{ sample, before }] : [];
  });
  const [first] = wrong;
  if (first === undefined) return [passes('limit-stays', last)];
  const words = ({ before, sample }: Change): readonly [string, string] => [
    `a limit of ${before.limit} throughout the period, as the answer before has it`,
    String(sample.limit),
  ];
  // Of two numbers for the same period one at most is what it permits.
  return [
    ...wrong.map((change) => fails('limit-stays', ...words(change), change.sample)),
    fails('permitted', ...words(first), first.sample),
  ];
}

interface Change {
  readonly before: Sample;
  readonly sample: Sample;
}

/** Another limit than the answer before, and the one before that again: no period ended twice in between. */
function changesBack(told: readonly Sample[], before: Sample, sample: Sample, index: number): boolean {
  if (before.limit === sample.limit) return false;
  if (sameWindow(before, sample)) return true;
  if (endsBefore(sample, before)) return false;
  return told.slice(0, index - 1).some((earlier) => earlier.limit === sample.limit && !endsBefore(before, earlier));
}

/** Seconds by which the end of one period moves at most between answers that overtake each other. */
const GRAIN_S = 2;

/** The end of a period only moves on. Of two limits at once, such as of a second and of a minute, each answer may speak of the one that binds. */
function endsBefore({ reset }: Sample, earlier: Sample): boolean {
  return reset?.form === 'seconds' && earlier.reset?.form === 'seconds' && reset.seconds < earlier.reset.seconds - GRAIN_S;
}

function sameWindow(one: Sample, other: Sample): boolean {
  return one.reset?.form === 'seconds' && one.reset.seconds === other.reset?.seconds;
}
