/** One violated clause, and where it shows. */
export interface Symptom {
  readonly clause: string;
  readonly check: string;
  readonly expected?: string;
  readonly received?: string;
  /** Sequence numbers of the exchanges that show it (not of those that only led there), the deciding one last. */
  readonly exchanges: readonly number[];
  /** Deciding exchanges of all occurrences; those above where it was seen once. */
  readonly seenAt?: readonly number[];
  /** What is wrong in the response, as a JSON pointer into status, headers, body, state or error. */
  readonly pointer?: string;
  /** The case in which nothing could be sent any more; only where no exchange shows the symptom. */
  readonly blockedIn?: string;
}
