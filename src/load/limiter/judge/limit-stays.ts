import { isConcurrencyRefusal } from '../facts.ts';
import type { Sample } from '../sample.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { fails, passes } from './ruling.ts';
import type { Ruling } from './ruling.ts';

/** The limit is the same throughout a period: until what an answer announces as its end, it may change once at most, for a new one. */
export function judgeLimitStays({ counted }: ProbeEvidence): readonly Ruling[] {
  const told = counted.filter((sample) => sample.limit !== undefined && !isConcurrencyRefusal(sample));
  const last = told.at(-1);
  if (last === undefined) return [];
  const wrong = told.filter((sample, index) => changesBack(told, sample, index));
  const [first] = wrong;
  if (first === undefined) return [passes('limit-stays', last)];
  const expected = `a limit of ${told[0]?.limit} throughout the period`;
  // Of two numbers for the same period one at most is what it permits.
  return [
    ...wrong.map((sample) => fails('limit-stays', expected, String(sample.limit), sample)),
    fails('permitted', expected, String(first.limit), first),
  ];
}

/** Another limit than the answer before, and the one before that again: no period ended twice in between. */
function changesBack(told: readonly Sample[], sample: Sample, index: number): boolean {
  const before = told[index - 1];
  if (before === undefined || before.limit === sample.limit) return false;
  return told.slice(0, index - 1).some((earlier) => earlier.limit === sample.limit) || sameWindow(before, sample);
}

function sameWindow(one: Sample, other: Sample): boolean {
  return one.reset?.form === 'seconds' && one.reset.seconds === other.reset?.seconds;
}
