import { isPassed, isRefused, isServerError, OWN, type RequestKind, type Place, type Sample } from '../sample.ts';
import { clockOffset } from '../clock.ts';

/** The time that the probe lives in; in tests it is made. Milliseconds since the epoch. */
interface ProbeClock {
  now(): number;
  /** resolves at that moment, or earlier when the probe is interrupted */
  sleepUntil(moment: number): Promise<void>;
}

/** What a probe may use, all of it given, so that it runs on any clock and against anything that answers. */
export interface ProbeMeans {
  readonly clock: ProbeClock;
  readonly send: (place: Place) => Promise<Sample>;
  /** whose requests can be sent beside those of the probed subject, to see whether they share its limit */
  readonly others: readonly string[];
  readonly budget: {
    readonly requests: number;
    readonly concurrency: number;
    /** moment after which nothing is waited for */
    readonly endsAt: number;
  };
  readonly isInterrupted: () => boolean;
  readonly onSample: (sample: Sample) => void;
}

/** Why a probe does not go on; what it has seen by then is judged all the same. */
type StopCause = 'interrupted' | 'requests' | 'time' | 'no-answer' | 'server-errors' | 'not-served';

export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly why: StopCause;
  constructor(why: StopCause, message: string) {
    super(message);
    this.why = why;
  }
}

/** Sends the probe's requests within its budget and keeps what came back. */
export interface ProbeClient {
  readonly samples: readonly Sample[];
  readonly others: readonly string[];
  readonly concurrency: number;
  now(): number;
  ask(phase: string, about?: { readonly subject?: string; readonly asks?: RequestKind }): Promise<Sample>;
  /** so many of the probed subject's requests, as many at once as the budget allows; answers in the order in which they came */
  flood(phase: string, count: number, options?: FloodOptions): Promise<readonly Sample[]>;
  /** throws Stopped where the budget ends before */
  waitUntil(moment: number): Promise<void>;
  /** whether the budget lasts until then */
  lasts(moment: number): boolean;
  /** the moment on our clock at which the target's clock has surely reached so many Unix seconds */
  surely(seconds: number): number;
  /** the moment on our clock at which it may have reached them at the earliest, the header's rounding included */
  earliest(seconds: number): number;
}

interface FloodOptions {
  /** end with the first answer that is a refusal, or an error of ours; those of the server may be chance, as long as they are few */
  readonly untilRefused?: boolean;
  readonly atOnce?: number;
}

const MOST_UNANSWERED = 2;
const MOST_SERVER_ERRORS = 5;
/** Without a Date header the target's clock is taken for ours, with this much distrust. */
const UNKNOWN_OFFSET_MS = 2000;
/** Timers may fire a little early. */
const TIMER_MS = 2;

export function createProbeClient(means: ProbeMeans): ProbeClient {
  const { clock, budget } = means;
  const samples: Sample[] = [];
  let sent = 0;
  let unanswered = 0;
  let serverErrors = 0;

  function admit(): void {
    if (means.isInterrupted()) throw new Stopped('interrupted', 'the run was interrupted');
    if (unanswered >= MOST_UNANSWERED) throw new Stopped('no-answer', `${unanswered} requests in a row were not answered`);
    if (serverErrors >= MOST_SERVER_ERRORS)
      throw new Stopped('server-errors', `${serverErrors} answers in a row were errors of the server`);
    if (sent >= budget.requests) throw new Stopped('requests', `the budget of ${budget.requests} requests is used up (budget.requests)`);
    if (clock.now() >= budget.endsAt) throw new Stopped('time', 'the time of the budget is over (budget.duration)');
  }

  async function ask(phase: string, { subject = OWN, asks = 'call' }: { subject?: string; asks?: RequestKind } = {}): Promise<Sample> {
    admit();
    sent += 1;
    const sample = await means.send({ phase, subject, asks });
    samples.push(sample);
    unanswered = sample.status === undefined ? unanswered + 1 : 0;
    serverErrors = sample.status !== undefined && sample.status >= 500 ? serverErrors + 1 : 0;
    means.onSample(sample);
    return sample;
  }

  return {
    samples,
    others: means.others,
    concurrency: budget.concurrency,
    now: () => clock.now(),
    ask,
    async flood(phase, count, { untilRefused = false, atOnce = budget.concurrency } = {}) {
      const came: Sample[] = [];
      let left = count;
      let over = false;
      const sender = async (): Promise<void> => {
        while (left > 0 && !over) {
          left -= 1;
          const sample = await ask(phase);
          came.push(sample);
          over ||= untilRefused && !isPassed(sample) && !isServerError(sample);
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: Math.min(count, atOnce, budget.concurrency) }, sender));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      return came;
    },
    async waitUntil(moment) {
      if (moment > budget.endsAt)
        throw new Stopped(
          'time',
          `what comes next would come ${Math.ceil((moment - clock.now()) / 1000)} s from now, after the time of the budget (budget.duration)`,
        );
      await clock.sleepUntil(moment);
      admit();
    },
    lasts: (moment) => moment <= budget.endsAt,
    surely(seconds) {
      const offset = clockOffset(samples)?.low ?? -UNKNOWN_OFFSET_MS;
      return seconds * 1000 - offset + TIMER_MS;
    },
    earliest(seconds) {
      const offset = clockOffset(samples)?.high ?? UNKNOWN_OFFSET_MS;
      return (seconds - 1) * 1000 - offset;
    },
  };
}

/** The newest refusal of the probed subject. */
export function lastRefusal({ samples }: ProbeClient): Sample | undefined {
  return samples.findLast((sample) => sample.subject === OWN && isRefused(sample));
}
