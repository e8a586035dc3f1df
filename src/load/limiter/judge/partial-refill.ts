import { isPassed, isRefused, type Sample } from '../sample.ts';
import { GRAIN_MS } from '../moment.ts';
import { SOON_MS, surelyBack } from './announced-reset.ts';
import { foreignTraffic } from './foreign-traffic.ts';
import { notWaited, type ProbeEvidence } from './probe-evidence.ts';
import { isPostponed, postponementsBy } from './retry-postponed.ts';
import { eachPassOnce, fails, isOpen, passes, type Ruling } from './ruling.ts';

/** A request after the moment of partial replenishment passes, if it comes alone; several that share it may be refused again. */
export function partialRefill(evidence: ProbeEvidence): readonly Ruling[] {
  const { own, counted, facts } = evidence;
  const surely = (sample: Sample): number => surelyBack(facts, sample) ?? Infinity;
  const others = foreignTraffic(evidence);
  const postponements = postponementsBy(counted, surely);
  const last = own.at(-1);
  const announced = counted.filter((sample) => isRefused(sample) && sample.retryAt?.form === 'seconds' && sample.limit !== 0);
  const rulings = counted.flatMap((sample): readonly Ruling[] => {
    const due = announced.filter((refusal) => refusal.receivedMs <= sample.sentMs && surely(refusal) <= sample.sentMs);
    const latest = due.at(-1);
    if (latest === undefined) return [];
    if (isPassed(sample)) return [passes('retry-at', latest, sample), passes('until-replenished', latest, sample)];
    const overdue = due.find(
      (refusal) =>
        surely(refusal) + GRAIN_MS <= sample.sentMs &&
        sample.sentMs <= surely(refusal) + SOON_MS &&
        !isTaken(own, refusal, sample) &&
        !isPostponed(postponements, refusal, sample, surely(refusal)),
    );
    if (!isRefused(sample) || overdue?.retryAt === undefined) return [];
    if (others !== undefined) return [isOpen('retry-at', others, 'config', overdue, sample)];
    const received = `refused ${((sample.sentMs - surely(overdue)) / 1000).toFixed(1)} s after it`;
    return [fails('retry-at', `a request at ${overdue.retryAt.seconds} passes`, received, overdue, sample)];
  });
  if (rulings.length > 0 || last === undefined || announced.length === 0) return eachPassOnce(rulings);
  return [isOpen('retry-at', notWaited(evidence), 'config', last), isOpen('until-replenished', notWaited(evidence), 'config', last)];
}

/** What came back may be what another request of ours, sent meanwhile, was given. */
function isTaken(own: readonly Sample[], refusal: Sample, sample: Sample): boolean {
  return own.some((other) => other !== sample && isPassed(other) && other.receivedMs > refusal.sentMs && other.sentMs < sample.receivedMs);
}
