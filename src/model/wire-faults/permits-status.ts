import type { Expectation } from '../types.ts';

/** Whether an expectation permits an answer with this status, whatever else it shows. */
export function permitsStatus({ state, error, status, notStatus = [] }: Expectation, answered: number): boolean {
  if (names(notStatus, answered)) return false;
  if (status !== undefined) return names(status, answered);
  // A state is shown by what is no refusal, an error by its own status only.
  return error === undefined && (state === undefined || answered < 400);
}

/** Whether a status is one of these: statuses, and classes such as 2xx. */
function names(entries: readonly (number | string)[], status: number): boolean {
  return entries.some((entry) => (typeof entry === 'number' ? entry === status : entry === `${String(status).slice(0, 1)}xx`));
}
