import type { Selection } from '../spec/types.ts';
import { RunError } from './run-error.ts';

/** What a replay needs to send the same requests again and look at the same clause. */
export interface Replay {
  readonly seed: number;
  readonly case: string;
  readonly clause: string;
  readonly check: string;
  /** first digits of the specs' digest: a token of other specs cannot be replayed */
  readonly specs: string;
  /** the filter under which the case was planned */
  readonly selection: Selection;
}

/** Digits of the specs' digest that a token carries. */
export const SPECS_DIGITS = 12;

/** One word that can be passed to `assay run --replay`. */
export function replayToken(replay: Replay): string {
  return Buffer.from(JSON.stringify(replay)).toString('base64url');
}

/** Reads a token of these specs. Throws RunError for a foreign or stale one. */
export function readReplayToken(token: string, specsDigest: string): Replay {
  const replay = parsed(token);
  if (replay === undefined)
    throw new RunError(
      'usage',
      `--replay ${token.slice(0, 20)}…: this is no replay token. Copy the whole word that stands under the failure`,
    );
  if (replay.specs !== specsDigest.slice(0, SPECS_DIGITS)) {
    throw new RunError(
      'usage',
      `--replay: the token belongs to other specs (${replay.specs}, these are ${specsDigest.slice(0, SPECS_DIGITS)}). Run again and take a new token`,
    );
  }
  return replay;
}

function parsed(token: string): Replay | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return isReplay(value) ? value : undefined;
  } catch {
    // No JSON inside: not one of our tokens, which the caller says.
    return undefined;
  }
}

function isReplay(value: unknown): value is Replay {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['case', 'clause', 'check', 'specs'].every((key) => typeof Reflect.get(value, key) === 'string');
  return texts && typeof Reflect.get(value, 'selection') === 'object' && Number.isSafeInteger(Reflect.get(value, 'seed'));
}
