/** The class of a status, or of what names one or a whole class: '4' of 404 and of '4xx'. */
export function classOf(entry: number | string): string {
  return String(entry).slice(0, 1);
}

/** Whether a status is one of these: statuses, and classes such as '2xx'. */
export function isStatusOf(entries: readonly (number | string)[], status: number): boolean {
  return entries.some((entry) => (typeof entry === 'number' ? entry === status : classOf(entry) === classOf(status)));
}
