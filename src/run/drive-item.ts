import type { Again } from '../model/types.ts';
import type { Drive } from '../drive/drive.ts';
import { executeCase, executeWalk } from '../drive/case-runner.ts';
import type { Finding } from '../judge/finding.ts';
import { judge } from '../judge/judgement.ts';
import type { Case } from '../plan/case.ts';
import type { PlannedWalk } from '../plan/walk.ts';
import type { TraceEvent } from '../trace/events.ts';

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
  const { findings } = judge(drive.specs, drive.profile, [...surroundings, ...events.slice(before)]);
  return findings.filter(({ verdict }) => verdict === 'fail');
}

/** The same item under another name: with the same data, and identities of its own. */
export function itemAgain(item: Item, suffix: string): Item {
  if ('planned' in item) {
    const { planned } = item;
    const again = followsUp(planned, { of: planned.id, to: 'repeat' });
    return { planned: { ...again, id: `${planned.id}/${suffix}`, data: planned.data ?? planned.id } };
  }
  const id = `${item.walk.id}/${suffix}`;
  const cases = item.walk.cases.map((planned, index): Case => ({
    ...followsUp(planned, { of: planned.id, to: 'repeat' }),
    id: `${id}/${index + 1}`,
    ...(planned.walk === undefined ? {} : { walk: { ...planned.walk, id } }),
  }));
  return { walk: { ...item.walk, id, cases } };
}

/** A case that is driven because of another one; whether its provider states go has been looked at before. */
export function followsUp(planned: Case, again: Again): Case {
  return { ...planned, again, looks: [], steps: planned.steps.map((step) => ({ ...step, purpose: 'follow-up' })) };
}
