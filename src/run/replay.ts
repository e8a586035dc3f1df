import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Selection } from '../model/types.ts';
import type { Profile } from '../profile/profile.ts';
import { RunError } from './run-error.ts';

/** What a replay needs to send the same requests again and look at the same clause. */
export interface Replay {
  readonly seed: number;
  readonly case: string;
  /** what the walk can be planned from again, where the case was part of one */
  readonly walk?: string;
  readonly clause: string;
  readonly check: string;
  /** first digits of the specs' digest: a token of other specs cannot be replayed */
  readonly specs: string;
  /** name of the target that failed, and first digits of its profile's digest */
  readonly target: string;
  readonly profile: string;
  /** the filter under which the case was planned */
  readonly selection: Selection;
}

/** Digits of a digest that a token carries. */
const DIGITS = 12;

/** So many digits of a digest as a token carries. */
export function inToken(digest: string): string {
  return digest.slice(0, DIGITS);
}

/** One word that can be passed to `assay run --replay`. */
export function replayToken(replay: Replay): string {
  return deflateRawSync(JSON.stringify(replay)).toString('base64url');
}

/** Reads a token of these specs. Throws RunError for a foreign or stale one. */
export function readReplayToken(token: string, specsDigest: string): Replay {
  const replay = parsed(token);
  if (replay === undefined)
    throw new RunError(
      'replay-malformed',
      `--replay ${token.slice(0, 20)}…: this is no replay token. Copy the whole word that stands under the failure`,
    );
  if (replay.specs !== inToken(specsDigest)) {
    throw new RunError(
      'replay-of-other-specs',
      `--replay: the token belongs to other specs (${replay.specs}, these are ${inToken(specsDigest)}). Run again and take a new token`,
    );
  }
  return replay;
}

/**
 * A failure of one target says nothing of another: throws RunError where the token is another target's. Answers what is to be said
 * where the profile is not what it was.
 */
export function demandTarget({ target, profile: digits }: Replay, profile: Profile): string | undefined {
  if (target !== profile.name)
    throw new RunError(
      'replay-of-another-target',
      `--replay: the token belongs to the target '${target}', this is '${profile.name}'. Name its profile with --target, or take a token of this one`,
    );
  return digits === inToken(profile.digest)
    ? undefined
    : `the profile has changed since the failure: what is seen now may have to do with that`;
}

function parsed(token: string): Replay | undefined {
  try {
    const value: unknown = JSON.parse(inflateRawSync(Buffer.from(token, 'base64url')).toString('utf8'));
    return isReplay(value) ? value : undefined;
  } catch {
    // Nothing packed, or no JSON inside: not one of our tokens, which the caller says.
    return undefined;
  }
}

const TEXTS = ['case', 'clause', 'check', 'specs', 'target', 'profile'];

function isReplay(value: unknown): value is Replay {
  if (typeof value !== 'object' || value === null) return false;
  const walk: unknown = Reflect.get(value, 'walk');
  return (
    TEXTS.every((key) => typeof Reflect.get(value, key) === 'string') &&
    (walk === undefined || typeof walk === 'string') &&
    typeof Reflect.get(value, 'selection') === 'object' &&
    Number.isSafeInteger(Reflect.get(value, 'seed'))
  );
}
