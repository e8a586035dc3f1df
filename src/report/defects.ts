import type { Failure, Report } from '../model/types.ts';
import { brief } from './excerpt.ts';

/** Failures of one presumed root cause. */
export interface Defect {
  readonly name: string;
  /** a sentence: the request and what was expected of it */
  readonly title: string;
  readonly cause: Failure;
  readonly consequences: readonly Failure[];
}

/** The report's failures by their cluster, in the report's order: the cause of a cluster stands first there. */
export function defectsOf(report: Report): readonly Defect[] {
  const defects = new Map<string, Defect & { readonly consequences: Failure[] }>();
  for (const failure of report.failures) {
    const known = defects.get(failure.cluster);
    if (known === undefined)
      defects.set(failure.cluster, { name: failure.cluster, title: defectTitle(failure), cause: failure, consequences: [] });
    else known.consequences.push(failure);
  }
  return [...defects.values()];
}

/** 'POST /api/v1/authn: status 401': the request that shows it, where one does, and what was expected. */
function defectTitle({ sequence, exchanges, expected, cluster }: Failure): string {
  const request = exchanges.length === 0 ? undefined : / [A-Z]+ \/[^\s?]*/.exec(sequence.at(-1) ?? '')?.[0].trim();
  const demand = brief(expected.replaceAll(/\s+/g, ' '), 160);
  return `${request === undefined ? cluster : brief(request, 120)}: expected ${demand}`;
}

/** '1 defect, 23 consequences' */
export function defectCount(defects: readonly Defect[]): string {
  const consequences = defects.reduce((sum, defect) => sum + defect.consequences.length, 0);
  return plural(defects.length, 'defect') + (consequences === 0 ? '' : `, ${plural(consequences, 'consequence')}`);
}

/** '1 clause', '2 clauses' */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
