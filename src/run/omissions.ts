import type { DocumentPlan } from '../plan/plan.ts';
import type { TraceWriter } from '../trace/writer.ts';

/** What the names of these cases begin with. */
export const OMITTED = 'omitted';

/** Puts on record what the plan leaves out and why, so that judges can say so from the trace alone. */
export function recordOmissions(trace: TraceWriter, { spec, omissions }: DocumentPlan): void {
  for (const { row, why, blame, key } of omissions) {
    const id = `${OMITTED}/${row}`;
    trace.append({
      type: 'case',
      case: id,
      document: spec.name,
      kind: row.startsWith('probe:') ? 'probe' : 'tour',
      title: row,
      rows: [row],
    });
    trace.append({ type: 'blocked', case: id, place: { row, at: 'given' }, because: why, blame, ...(key === undefined ? {} : { key }) });
  }
}
