/** Whether a status is one of these: statuses, and classes such as '2xx'. */
export function isStatusOf(entries: readonly (number | string)[], status: number): boolean {
  return entries.some((entry) => entry === status || entry === `${Math.floor(status / 100)}xx`);
}
