/** What a replay needs to send the same requests again and look at the same clause. */
export interface Replay {
  readonly seed: number;
  readonly case: string;
  readonly clause: string;
  readonly check: string;
  /** first digits of the specs' digest: a token of other specs cannot be replayed */
  readonly specs: string;
}

/** One word that can be passed to `assay run --replay`. */
export function replayToken(replay: Replay): string {
  return Buffer.from(JSON.stringify(replay)).toString('base64url');
}
