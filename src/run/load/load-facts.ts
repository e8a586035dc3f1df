import type { Report } from '../../model/types.ts';
import { assembleReport } from '../assemble-report.ts';
import type { RunFacts } from '../assemble-report.ts';
import { beginRecord } from '../begin-record.ts';
import type { Beginning } from '../begin-record.ts';
import { TOOL } from '../tool.ts';

/** What a load or a probe is made of, from its first line on record to its report. */
export interface LoadFacts extends Omit<Beginning, 'planned' | 'ordered'> {
  /** at most; 0 where only the time bounds them */
  readonly requests: number;
}

/** What it has come to. */
export interface LoadResult extends Pick<RunFacts, 'events' | 'judgement' | 'durationMs' | 'interrupted'> {
  /** what has to be put right before anything can be sent; none where something was */
  readonly stopped?: NonNullable<Report['stopped']>;
}

/** A load walks nowhere. */
const ORDERED = { walks: 0 };

/** What is run goes on record before anything is sent. Throws RunError. */
export function beginLoad({ requests, ...facts }: LoadFacts): void {
  beginRecord({ ...facts, planned: { requests, lowerBound: 0 }, ordered: ORDERED });
}

export function reportOfLoad({ requests, faults, waivers, ...facts }: LoadFacts, { stopped = [], ...result }: LoadResult): Report {
  return assembleReport({
    ...facts,
    tool: TOOL,
    planned: { requests, lowerBound: 0, transitions: [] },
    ordered: { ...ORDERED, faults },
    waivers: waivers?.waivers ?? [],
    harnessErrors: [],
    ...result,
    ...(stopped.length === 0 ? {} : { stopped }),
  });
}
