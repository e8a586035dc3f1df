import type { DocumentName } from '../../spec/types.ts';
import type { Drive } from '../../drive/drive.ts';
import { conductCourse } from '../../load/limiter/course/course.ts';
import { Stopped } from '../../load/limiter/course/conductor.ts';
import type { CourseEnd } from '../../load/limiter/course/course.ts';
import { OWN } from '../../load/limiter/facts.ts';
import { PROBE_ROW, sampleOf } from '../../load/limiter/sample.ts';
import type { Place, Sample } from '../../load/limiter/sample.ts';
import { BudgetUsedUp } from '../../target/pacer.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import { PROBE_CASE, setUpSubjects } from './subjects.ts';
import type { Subjects } from './subjects.ts';

/** What a probe tells while it goes on. */
export interface ProbeWatch {
  readonly onSample: (sample: Sample) => void;
  /** milliseconds since the epoch */
  readonly onWait: (until: number) => void;
}

/** Probes the rate limit of one document over HTTP, on record, and takes down again what was set up for it. Throws RunError. */
export async function probeRateLimit(drive: Drive, document: DocumentName, watch: ProbeWatch): Promise<CourseEnd> {
  drive.trace.append({
    type: 'case',
    case: PROBE_CASE,
    document,
    kind: 'load',
    title: 'the rate limit: limit, period, kind, and whether it does what it says',
  });
  const subjects = await setUpSubjects(drive, document);
  try {
    const end = await conduct(drive, document, subjects, watch);
    if (end.stopped !== undefined) recordStop(drive, end.stopped);
    return end;
  } finally {
    await subjects.release();
  }
}

function conduct(drive: Drive, document: DocumentName, subjects: Subjects, { onSample, onWait }: ProbeWatch): Promise<CourseEnd> {
  const { limits } = drive.profile;
  return conductCourse({
    clock: {
      now: () => Date.now(),
      sleepUntil: async (moment) => {
        onWait(moment);
        await drive.timer.sleep(Math.max(0, moment - Date.now()), drive.signal);
      },
    },
    send: (place) => send(drive, document, subjects, place),
    others: subjects.others.map(({ name }) => name),
    budget: { requests: limits.requests, concurrency: limits.concurrency, endsAt: Date.now() + drive.pacer.leftMs() },
    isInterrupted: () => drive.signal.aborted,
    onSample,
  });
}

async function send(drive: Drive, document: DocumentName, { own, others }: Subjects, place: Place): Promise<Sample> {
  const subject = place.subject === OWN ? own : others.find(({ name }) => name === place.subject);
  if (subject === undefined) throw new TypeError(`there is no subject ${place.subject}`);
  const { head, request } = subject.request(place);
  const recorded: ExchangeEvent[] = [];
  try {
    await drive.exchanger.exchange(head, request, { recorded: (event) => void recorded.push(event) });
  } catch (error) {
    if (!(error instanceof BudgetUsedUp)) throw error;
    throw new Stopped(error.usedUp.key === 'budget.requests' ? 'requests' : 'time', error.message);
  }
  const [event] = recorded;
  if (event === undefined) throw new TypeError('the exchange was not recorded');
  return sampleOf(drive.specs.documents[document].limits.rateLimitHeaders ?? [], event);
}

/** Why the probe did not go on stands in the trace, so that judges can say so. */
function recordStop({ trace, redactor }: Drive, { why, message }: Stopped): void {
  const blame = why === 'no-answer' ? 'network' : why === 'server-errors' ? 'target' : 'config';
  const key = why === 'requests' ? 'budget.requests' : why === 'time' ? 'budget.duration' : undefined;
  trace.append({
    type: 'blocked',
    case: PROBE_CASE,
    place: { row: PROBE_ROW, at: 'end' },
    because: redactor.redactText(message),
    blame,
    ...(key === undefined ? {} : { key }),
  });
}
