import type { CaseEvent } from '../../trace/events.ts';
import { OMITTED } from '../omissions.ts';

/** What stands together in a trace: a case, or all cases of a walk, by the id of the plan; or what is no part of the plan. */
export const PREFLIGHT = 'preflight';
export const FOLLOW_UP = 'follow-up';

/** Which of them a case belongs to. */
export function unitOf({ case: id, kind, walk, again }: CaseEvent): string {
  if (kind === 'preflight') return PREFLIGHT;
  if (again !== undefined) return FOLLOW_UP;
  if (id.startsWith(`${OMITTED}/`)) return OMITTED;
  return walk?.id ?? id;
}
