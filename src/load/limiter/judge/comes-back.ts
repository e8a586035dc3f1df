import { isPassed, isRefused } from '../sample.ts';
import { fullReset } from './full-reset.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { isOpen, type Ruling } from './ruling.ts';
import { partialRefill } from './partial-refill.ts';

/** What was announced for a moment is there when that moment has surely come: some of the allowance, and at last all of it. */
export function judgeComesBack(evidence: ProbeEvidence): readonly Ruling[] {
  const { facts, own, classification } = evidence;
  const { offset } = facts;
  const refused = own.filter(isRefused);
  const last = own.at(-1);
  if (last === undefined || classification.mayBeConcurrency) return [];
  if (refused.length === 0) return [];
  if (!own.some(isPassed)) return RETURNS.map((topic) => isOpen(topic, NOTHING_PASSED, 'config', last));
  if (offset === undefined) return RETURNS.map((topic) => isOpen(topic, 'no answer says what time it is there (Date)', 'target', last));
  const some = partialRefill(evidence);
  return [...some, ...fullReset(evidence, offset, some)];
}

const RETURNS = ['retry-at', 'reset', 'until-replenished'] as const;
const NOTHING_PASSED =
  'every request was refused: nothing ever comes back, or somebody else takes all that does, which cannot be told apart. Probe with a key of its own';
