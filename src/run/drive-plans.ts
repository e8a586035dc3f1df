import type { DocumentName } from '../model/types.ts';
import type { Drive } from '../drive/drive.ts';
import { executeCase, executeWalk } from '../drive/case-runner.ts';
import type { Case } from '../plan/case.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { recordOmissions } from './omissions.ts';

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
 */
export async function drivePlans(
  drive: Drive,
  plans: Iterable<DocumentPlan>,
  around: (unit: Unit, execute: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const plan of plans) {
    if (drive.signal.aborted) return;
    recordOmissions(drive.trace, plan);
    for (const unit of unitsOf(plan)) {
      if (drive.signal.aborted) return;
      await around(unit, () => unit.execute(drive));
    }
  }
}
