/** What the measuring process itself uses. */
export interface OwnUse {
  /** user and system time so far, seconds */
  cpuSeconds(): number;
  /** resident memory now, megabytes */
  residentMb(): number;
  /** the most so far, megabytes */
  peakMb(): number;
}
