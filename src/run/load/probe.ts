import { documentOf } from '../../model/document-of.ts';
import type { DocumentName } from '../../model/types.ts';
import type { Block } from '../../drive/blocked.ts';
import type { Drive } from '../../drive/drive.ts';
import { probeLimiter, type ProbeEnd } from '../../load/limiter/probe/probe.ts';
import { Stopped } from '../../load/limiter/probe/probe-client.ts';
import { OWN, PROBE_ROW, sampleOf, type Place, type Sample } from '../../load/limiter/sample.ts';
import { BudgetUsedUp } from '../../drive/pacer.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import type { Mistake } from '../preflight/mistake.ts';
import { setUpSubjects, PROBE_CASE, preparation, type Subjects } from './subjects.ts';

/** What a probe tells while it goes on. */
export interface ProbeWatch {
  readonly onSample: (sample: Sample) => void;
  /** milliseconds since the epoch */
  readonly onWait: (until: number) => void;
}

/** Probes the rate limit of one document over HTTP, on record, and takes down again what was set up for it. Answers what keeps it from that. */
export async function probeRateLimit(drive: Drive, document: DocumentName, watch: ProbeWatch): Promise<readonly Mistake[]> {
  const { title } = preparation(documentOf(drive.specs, document));
  drive.trace.append({ type: 'case', case: PROBE_CASE, document, kind: 'load', title });
  const subjects = await setUpSubjects(drive, document);
  if ('block' in subjects) {
    const { because, blame, key } = subjects.block;
    if (blame === 'config' || blame === 'provider-state') return [mistakeOf(document, { because, blame, key })];
    recordBlock(drive, { because: `nobody could be set up to be limited: ${because}`, blame });
    return [];
  }
  try {
    const { stopped } = await conduct(drive, document, subjects, watch);
    if (stopped !== undefined) recordStop(drive, stopped);
    return [];
  } finally {
    await subjects.release();
  }
}

/** Where nobody can be set up to be limited, it is for the profile to be put right, unless the target has not done its part. */
function mistakeOf(
  document: DocumentName,
  { because, blame, key }: { readonly because: string; readonly blame: 'config' | 'provider-state'; readonly key: string | undefined },
): Mistake {
  const keys = { 'provider-state': 'providerStates', config: `services.${document}` } as const;
  return { key: key ?? keys[blame], what: because, remedy: 'The limit is probed with a key or user of its own', blame };
}

function conduct(drive: Drive, document: DocumentName, subjects: Subjects, { onSample, onWait }: ProbeWatch): Promise<ProbeEnd> {
  const { limits } = drive.profile;
  return probeLimiter({
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
  return sampleOf(documentOf(drive.specs, document).limits.rateLimitHeaders ?? [], event);
}

function recordStop(drive: Drive, { why, message }: Stopped): void {
  const blame = why === 'no-answer' ? 'network' : why === 'server-errors' ? 'target' : 'config';
  const key = why === 'requests' ? 'budget.requests' : why === 'time' ? 'budget.duration' : undefined;
  recordBlock(drive, { because: message, blame, ...(key === undefined ? {} : { key }) });
}

/** Why the probe did not go on stands in the trace, so that judges can say so. */
function recordBlock({ trace, redactor }: Drive, { because, ...rest }: Pick<Block, 'because' | 'blame' | 'key'>): void {
  trace.append({ type: 'blocked', case: PROBE_CASE, place: { row: PROBE_ROW, at: 'end' }, because: redactor.redactText(because), ...rest });
}
