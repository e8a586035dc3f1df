import { defined } from '../model/defined.ts';
import { join } from 'node:path';
import type { EndEvent, Report, RunEvent, RunPlan, Selection, Specs } from '../model/types.ts';
import { documentOf } from '../model/document-of.ts';
import { errataDigest } from '../model/errata.ts';
import { judge, EMPTY_JUDGEMENT, type Judgement } from '../judge/judgement.ts';
import { judges } from '../judge/judges.ts';
import { shownUnderLoad } from '../judge/under-load/answer-judges.ts';
import { limiterJudge } from '../load/limiter/judge/limiter-judge.ts';
import { rowsLimiterJudge } from '../load/rows/rows-limiter-judge.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { TraceEvent } from '../trace/events.ts';
import { assembleReport } from './assemble-report.ts';
import { documentedTransitions } from './plans.ts';
import { LOCK_FILE, readPlan } from './run-plan.ts';
import { lasted, TRACE_FILE } from './run-trace.ts';
import { demandFolder, demandOneOrigin, readStoredTrace } from './stored-trace.ts';
import { storedWaivers } from './waivers.ts';
import { entryAt } from '../model/stored-file.ts';
import { CERTIFICATE_FILE } from './certificate/run-files.ts';
import { RunError } from './run-error.ts';
import { writeReports, type RegeneratedReport } from './write-reports.ts';

/** A stored run, judged again from its trace alone. */
export interface Rejudged {
  readonly lock: RunPlan;
  readonly events: readonly TraceEvent[];
  /** the trace's last line was cut off, as a killed run leaves it */
  readonly truncated: boolean;
  /** the profile of the target without its secrets, as the trace has it */
  readonly profile: PublicProfile;
  /** what else than the target may make verdicts differ from those of the run; undefined where nothing */
  readonly otherwise: string | undefined;
  /** as it follows from trace and lock; `partial` where the trace does not reach the run's end */
  readonly report: Report;
}

/**
 * Judges the trace in a run's folder again, offline. Throws RunError for a folder that is no run or holds what this version cannot
 * read, SpecError for a lock that is not one of ours.
 *
 * @param unfinished why the judgement is none of the whole, wherever the trace ends
 */
export function rejudge(folder: string, specs: Specs, judgeEvents: typeof judgedAgain = judgedAgain, unfinished?: string): Rejudged {
  const plan = readPlan(folder);
  const { events, truncated, start, profile } = readStoredTrace(folder);
  for (const name of Object.keys(profile.services)) documentOf(specs, name, `${join(folder, TRACE_FILE)}:1  profile.services  `);
  demandOneOrigin(join(folder, LOCK_FILE), plan, { start, profile });
  const end = events.find((event) => event.type === 'end');
  const { stopped } = end ?? {};
  const report = assembleReport({
    plan,
    // The run's own digest, whatever it is judged with now.
    specs: { ...specs, digest: start.specsDigest },
    profile,
    transitions: documentedTransitions(specs, profile, plan.selection),
    durationMs: lasted(plan.startedAt, events),
    events,
    judgement: stopped === undefined ? judgeEvents(specs, profile, events, plan.selection) : EMPTY_JUDGEMENT,
    harnessErrors: end?.harnessErrors ?? [],
    waivers: storedWaivers(folder, plan, specs)?.waivers ?? [],
    ...(unfinished === undefined ? cutShort(end, truncated) : { interrupted: true, cutShort: unfinished }),
    ...defined({ stopped }),
  });
  return { lock: plan, events, truncated, profile, otherwise: otherwise(plan, start, specs), report };
}

function otherwise({ tool, specs: then }: RunPlan, { specsDigest }: RunEvent, { digest, errata }: Specs): string | undefined {
  if (specsDigest !== digest) return `it was made with other specs (${specsDigest}) than these (${digest}): use assay ${tool.version}`;
  return then.errata === errataDigest(errata)
    ? undefined
    : `errata have come since, or gone: use the assay ${tool.version} of that day, or run again`;
}

/** A run that was killed has no end in its trace, and perhaps half a line. */
function cutShort(end: EndEvent | undefined, truncated: boolean): { readonly interrupted: boolean; readonly cutShort?: string } {
  if (truncated) return { interrupted: true, cutShort: 'it was killed while it wrote: the last line of its trace is cut off' };
  if (end === undefined) return { interrupted: true, cutShort: 'it was killed: its trace ends before the run did' };
  return { interrupted: end.how === 'interrupted', ...defined({ cutShort: end.because }) };
}

/** The judgement of a whole trace, of a run or of a load. */
export function judgedAgain(specs: Specs, profile: PublicProfile, events: readonly TraceEvent[], selection: Selection): Judgement {
  const judgement = judge(specs, profile, events, selection, [...judges, limiterJudge, rowsLimiterJudge]);
  return events.some(({ type }) => type === 'load') ? shownUnderLoad(judgement) : judgement;
}

/**
 * Makes every projection of a stored run again, from its trace and its lock alone: nothing depends on how the run ended. Throws RunError
 * for a folder that is no run, cannot be written, or is certified; nothing is overwritten then.
 */
export function reportAgain(folder: string, specs: Specs): RegeneratedReport {
  demandFolder(folder);
  if (entryAt(join(folder, CERTIFICATE_FILE)) !== undefined)
    throw new RunError(
      'run-certified',
      `${folder}: it is certified, and its files are signed as they are. Copy the folder without its ${CERTIFICATE_FILE} to make reports again`,
    );
  const { report, events, otherwise } = rejudge(folder, specs);
  return { report, otherwise, files: writeReports(folder, { report, events }) };
}
