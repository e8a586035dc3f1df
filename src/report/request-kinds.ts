import type { Report } from '../model/types.ts';

/** The requests of a run by what they were sent for, and how the tour stands to the fewest that can do; without those in all. */
export function requestKinds({ requests }: Report): string {
  const { tour, readBack, probes, pagination, walks, followUp, preflight, cleanUp, load = 0, lowerBound } = requests;
  const kinds = `${tour} tour, ${readBack} read-back, ${probes} probes, ${pagination} pagination, ${walks} walks,${followUp === 0 ? '' : ` ${followUp} follow-up,`} ${preflight} preflight, ${cleanUp} clean-up${load === 0 ? '' : `, ${load} load`}`;
  return lowerBound > 0 ? `${kinds}; tour ÷ lower bound ${(tour / lowerBound).toFixed(2)}` : kinds;
}
