import { grouped } from '../model/grouped.ts';
import type { DocumentName, Again } from '../model/types.ts';
import type { Drive } from '../drive/drive.ts';
import { executeCase, executeWalk } from '../drive/case-runner.ts';
import type { Case } from '../plan/case.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { TraceWriter } from '../trace/writer.ts';
import type { Finding } from '../judge/finding.ts';
import { judge } from '../judge/judgement.ts';
import { servedElsewhere } from '../judge/refused-operations.ts';
import type { PlannedWalk } from '../plan/walk.ts';
import type { TraceEvent } from '../trace/events.ts';

/** What is driven in one go: a case, or a walk of several. */
export interface Unit {
  readonly id: string;
  readonly title: string;
  readonly document: DocumentName;
  readonly cases: readonly Case[];
  readonly execute: (drive: Drive) => Promise<unknown>;
}

/** The cases of a plan in its order, and its walks after them. */
export function unitsOf({ spec: { name: document }, cases, walks }: DocumentPlan): readonly Unit[] {
  return [
    ...cases.map((planned): Unit => {
      const { id, title } = planned;
      return { id, title, document, cases: [planned], execute: (drive) => executeCase(drive, planned) };
    }),
    ...walks.map((walk): Unit => ({ id: walk.id, title: '', document, cases: walk.cases, execute: (drive) => executeWalk(drive, walk) })),
  ];
}

/**
 * Drives plans one after the other, unit by unit, until the signal of the drive aborts.
 *
 * @param around drives a unit, or leaves it out
 * @param isOver whether what was driven is enough
 */
export async function drivePlans(
  drive: Drive,
  plans: Iterable<DocumentPlan>,
  around: (unit: Unit, execute: () => Promise<unknown>) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  for (const plan of plans) {
    if (drive.signal.aborted || isOver()) return;
    recordOmissions(drive.trace, plan);
    for (const unit of unitsOf(plan)) {
      if (drive.signal.aborted || isOver()) return;
      await around(unit, () => unit.execute(drive));
    }
  }
}

/** What the names of these cases begin with. */
export const OMITTED = 'omitted';

/** Puts on record what the plan leaves out and why, so that judges can say so from the trace alone. */
export function recordOmissions(trace: TraceWriter, { spec, omissions }: DocumentPlan): void {
  for (const [row, reasons] of grouped(omissions, (omission) => omission.row)) {
    const id = `${OMITTED}/${row}`;
    trace.append({
      type: 'case',
      case: id,
      document: spec.name,
      kind: row.startsWith('probe:') ? 'probe' : 'tour',
      title: row,
      rows: [row],
    });
    for (const { why, blame, key } of reasons)
      trace.append({ type: 'blocked', case: id, place: { row, at: 'given' }, because: why, blame, ...(key === undefined ? {} : { key }) });
  }
}

/** What drives on in the trace of a run. */
export interface Driver {
  readonly drive: Drive;
  /** what has happened so far, and, growing, what this drive adds to it */
  readonly events: readonly TraceEvent[];
}

/** A case, or cases that are driven together. */
export type Item = { readonly planned: Case } | { readonly walk: PlannedWalk };

/** Drives it, and answers what fails in it, judged by itself. */
export async function driveItem({ drive, events }: Driver, item: Item): Promise<readonly Finding[]> {
  const before = events.length;
  await ('walk' in item ? executeWalk(drive, item.walk) : executeCase(drive, item.planned));
  const surroundings = events.slice(0, before).filter(({ type }) => type === 'run' || type === 'secret');
  const own = events.slice(before);
  const served = servedElsewhere(events, own);
  const asDriven = own.map((event) => (event.type === 'case' ? { ...event, served } : event));
  const { findings } = judge(drive.specs, drive.profile, [...surroundings, ...asDriven]);
  return findings.filter(({ verdict }) => verdict === 'fail');
}

/**
 * The same item under another name: with the same data, and identities of its own.
 * @param looks whether its clean-up reads back what it read back before
 */
export function itemAgain(item: Item, suffix: string, looks: boolean): Item {
  const repeated = (planned: Case): Case => {
    const again = followsUp(planned, { of: planned.id, to: 'repeat' });
    return looks && planned.looks !== undefined ? { ...again, looks: planned.looks } : again;
  };
  if ('planned' in item) {
    const { planned } = item;
    const again = repeated(planned);
    return { planned: { ...again, id: `${planned.id}/${suffix}`, data: planned.data ?? planned.id } };
  }
  const id = `${item.walk.id}/${suffix}`;
  const cases = item.walk.cases.map((planned, index): Case => ({
    ...repeated(planned),
    id: `${id}/${index + 1}`,
    ...(planned.walk === undefined ? {} : { walk: { ...planned.walk, id } }),
  }));
  return { walk: { ...item.walk, id, cases } };
}

/** A case that is driven because of another one; whether its provider states go has been looked at before. */
export function followsUp(planned: Case, again: Again): Case {
  return { ...planned, again, looks: [], steps: planned.steps.map((step) => ({ ...step, purpose: 'follow-up' })) };
}
