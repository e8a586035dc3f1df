import type { CaseEvent } from '../../trace/events.ts';
import { OMITTED } from '../omissions.ts';

/** What a trace holds beside the units of the plan: what was looked at before them, and what was driven again after them. */
export const PREFLIGHT = 'preflight';
export const FOLLOW_UP = 'follow-up';

/** Which part of a trace a case begins or goes on with: a case or walk of the plan, by its id, or what the plan does not name. */
export function unitOf({ case: id, kind, walk, again }: CaseEvent): string {
  if (kind === 'preflight') return PREFLIGHT;
  if (again !== undefined) return FOLLOW_UP;
  if (id.startsWith(`${OMITTED}/`)) return OMITTED;
  return walk?.id ?? id;
}
