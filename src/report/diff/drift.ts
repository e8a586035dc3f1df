import type { Latency, LatencyChange, Report, Drift } from '../../model/types.ts';

/** How far the latency of an operation may move before it is told. */
export interface Band {
  /** times the earlier value, up or down */
  readonly factor: number;
  /** milliseconds that never matter: what a scheduler or a garbage collector takes */
  readonly floorMs: number;
  /** answers that an operation needs in both runs: fewer say nothing */
  readonly samples: number;
}

export const DEFAULT_BAND: Band = { factor: 1.5, floorMs: 5, samples: 20 };

/**
 * Operations whose median and 90th percentile have both left the band around the earlier ones, in the same direction, and whose answers have
 * moved apart: the slower run's median lies beyond the faster one's 90th percentile. A busy machine stretches the tail long before that.
 */
export function latencyChanges(before: Report, after: Report, band: Band = DEFAULT_BAND): LatencyChange[] {
  const then = new Map((before.latency ?? []).map((one) => [keyOf(one), one]));
  return (after.latency ?? []).flatMap((now) => {
    const was = then.get(keyOf(now));
    if (was === undefined || Math.min(was.samples, now.samples) < band.samples) return [];
    const direction = left(was.p50, now.p50, band);
    const [faster, slower] = direction === 'slower' ? [was, now] : [now, was];
    return direction === undefined || left(was.p90, now.p90, band) !== direction || slower.p50 <= faster.p90
      ? []
      : [{ document: now.document, operation: now.operation, direction, before: was, after: now }];
  });
}

function keyOf({ document, operation }: Latency): string {
  return `${document} ${operation}`;
}

function left(was: number, is: number, { factor, floorMs }: Band): LatencyChange['direction'] | undefined {
  if (is > Math.max(was * factor, was + floorMs)) return 'slower';
  return is < Math.min(was / factor, was - floorMs) ? 'faster' : undefined;
}

/**
 * What is seen otherwise where the documents are silent. Who sends the same requests again expects to see the same; with another seed
 * or suite, only what was seen in both runs, with no value in common, has changed.
 */
export function driftBetween(before: Report, after: Report, sameRequests: boolean): Drift[] {
  const then = valuesOf(before);
  const now = valuesOf(after);
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((key) => {
    const was = then.get(key) ?? new Map<string, unknown>();
    const is = now.get(key) ?? new Map<string, unknown>();
    const gone = [...was].filter(([text]) => !is.has(text));
    const come = [...is].filter(([text]) => !was.has(text));
    const differs = sameRequests ? gone.length + come.length > 0 : was.size > 0 && is.size > 0 && gone.length === was.size;
    const { clause = '', about = '' } = nameIn(key);
    return differs ? [{ clause, about, before: [...was.values()], after: [...is.values()] }] : [];
  });
}

/** All values that were seen, by clause and topic; values by their text. */
function valuesOf({ observations }: Report): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const values = new Map<string, Map<string, unknown>>();
  for (const { clause, about, value } of observations) {
    const key = JSON.stringify({ clause, about });
    values.set(key, (values.get(key) ?? new Map<string, unknown>()).set(JSON.stringify(value), value));
  }
  return values;
}

function nameIn(key: string): { readonly clause?: string; readonly about?: string } {
  return JSON.parse(key);
}
