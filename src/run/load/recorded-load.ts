import type { AnswerRow, LoadEvent } from '../../model/types.ts';
import { openRequestTally } from '../../load/engine/accounting.ts';
import type { LoadOutcome } from '../../load/engine/load-order.ts';
import { createLatencyHistogram, loadHistograms } from '../../load/engine/histogram.ts';
import { createTimeline, sliceLength } from '../../load/engine/timeline.ts';
import type { RowGenerator } from '../../load/rows/generators.ts';
import type { MergedRow } from '../../load/rows/merge.ts';

/** What became of the answer in a row. */
export type JudgedRow = 'clean' | 'violation' | 'too large';

/** Adds up what other generators have recorded, row by row, to what a load of our own comes to. */
export interface RecordedLoad {
  /** @param request which of all requests it is */
  sees(merged: MergedRow, request: number, judged: JudgedRow): void;
  /** to be called once, at the end */
  end(): LoadOutcome;
}

const NO_LAG = { count: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 };

/** Of these generators, whose rows are yet to be seen. */
export async function openRecordedLoad(generators: readonly RowGenerator[]): Promise<RecordedLoad> {
  await loadHistograms();
  const tally = openRequestTally();
  const latency = createLatencyHistogram();
  const timeline = createTimeline();
  const dropped = generators.reduce((sum, { end }) => sum + end.dropped, 0);
  const sliceMs = sliceLength(Math.max(...generators.map(({ firstMs, lastMs }) => lastMs - firstMs)));
  let [sent, violations] = [0, 0];
  let [begunAt, lastAt] = [Infinity, 0];

  function begin({ row, atMs }: MergedRow): void {
    begunAt = atMs - row.durationMs;
    timeline.begin(begunAt);
  }

  return {
    sees: (merged, request, judged) => {
      const { row, atMs } = merged;
      if (sent === 0) begin(merged);
      sent += 1;
      lastAt = Math.max(lastAt, atMs);
      timeline.next(lastAt, sliceMs);
      tally.sent(request);
      const loss = judged === 'too large' ? judged : lossOf(row);
      if (loss !== undefined) {
        tally.lost(loss, row.durationMs);
        timeline.lost();
        if (loss === 'timed out') latency.record(row.durationMs);
        return;
      }
      const isViolation = judged === 'violation';
      if (isViolation) violations += 1;
      tally.answered(row.status, Buffer.byteLength(row.text ?? ''));
      latency.record(row.durationMs);
      timeline.answered(row.status, row.durationMs, isViolation);
    },
    end: () => {
      tally.scheduled(sent + dropped);
      const durationMs = sent === 0 ? 0 : lastAt - begunAt;
      const accounts = tally.totals();
      const outcome: LoadOutcome = {
        end: { how: 'completed' },
        accounts,
        sentOf: tally.sentOf(),
        violations,
        latencyMs: latency.summary(),
        coordinatedOmission: 'not corrected',
        durationMs,
        throughput: durationMs === 0 ? 0 : (accounts.answered * 1000) / durationMs,
        slices: timeline.end(lastAt),
        generator: {
          eventLoopDelayMs: { p50: 0, p99: 0, max: 0 },
          processorShare: 0,
          sendLagMs: NO_LAG,
          bottleneck: dropped === 0 ? [] : [`${dropped} requests were due and dropped for want of virtual users (VUS)`],
        },
      };
      latency.close();
      timeline.close();
      return outcome;
    },
  };
}

function lossOf({ status, lost }: AnswerRow): 'timed out' | 'closed' | undefined {
  if (status !== 0) return undefined;
  return lost === 'timed out' ? lost : 'closed';
}

/** Who has recorded the rows, as the trace tells of it. */
export function generatorsOf(generators: readonly RowGenerator[]): NonNullable<LoadEvent['generators']> {
  return generators.map(({ name, answers, end, ahead }) => ({
    name,
    answers,
    dropped: end.dropped,
    ...(ahead === undefined ? {} : { ahead: { ...ahead } }),
  }));
}
