import { createLatencyHistogram } from './histogram.ts';

/** One slice of a load's time; milliseconds from the start. */
export interface Slice {
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly answered: number;
  readonly byClass: Readonly<Record<StatusClass, number>>;
  /** answered with 429: the limit, not an error */
  readonly limited: number;
  readonly unanswered: number;
  readonly violations: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export type StatusClass = '2xx' | '3xx' | '4xx' | '5xx';

const CLASSES: readonly StatusClass[] = ['2xx', '3xx', '4xx', '5xx'];

/** Adds up what happens in each slice of the time; a row a slice is all that is kept. */
export interface Timeline {
  begin(now: number): void;
  answered(status: number, ms: number, isViolation: boolean): void;
  lost(): void;
  /** the slice that is over, where one is */
  next(now: number, lengthMs: number): Slice | undefined;
  /** all slices, the last one as far as it got */
  end(now: number): readonly Slice[];
  close(): void;
}

const SLICE_MS = 1000;
const MOST_SLICES = 600;

/** How long a slice of a load of such a length is: a second, or longer where there would be too many. Milliseconds. */
export function sliceLength(durationMs: number): number {
  return Math.max(SLICE_MS, durationMs / MOST_SLICES);
}

export function createTimeline(): Timeline {
  const histogram = createLatencyHistogram();
  const classes = new Uint32Array(CLASSES.length + 2);
  const slices: Slice[] = [];
  let [begunAt, fromMs] = [0, 0];
  let [answered, limited, unanswered, violations] = [0, 0, 0, 0];

  function close(untilMs: number): Slice {
    const { p50, p99, max } = histogram.summary();
    const count = (index: number): number => classes[index + 2] ?? 0;
    const slice: Slice = {
      fromMs,
      lengthMs: untilMs - fromMs,
      answered,
      byClass: { '2xx': count(0), '3xx': count(1), '4xx': count(2), '5xx': count(3) },
      limited,
      unanswered,
      violations,
      p50,
      p99,
      max,
    };
    slices.push(slice);
    histogram.reset();
    classes.fill(0);
    [answered, limited, unanswered, violations] = [0, 0, 0, 0];
    fromMs = untilMs;
    return slice;
  }

  return {
    begin: (now) => {
      begunAt = now;
    },
    answered: (status, ms, isViolation) => {
      answered += 1;
      const index = Math.min(classes.length - 1, Math.floor(status / 100));
      classes[index] = (classes[index] ?? 0) + 1;
      if (status === 429) limited += 1;
      if (isViolation) violations += 1;
      histogram.record(ms);
    },
    lost: () => {
      unanswered += 1;
    },
    next: (now, lengthMs) => (now - begunAt - fromMs >= lengthMs ? close(Math.round(now - begunAt)) : undefined),
    end: (now) => {
      if (answered + unanswered > 0) close(Math.round(now - begunAt));
      return slices;
    },
    close: () => histogram.close(),
  };
}
