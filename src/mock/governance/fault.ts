import { changesOf } from '../kit/faults.ts';
import type { Policy, TombstoneLookup } from './policy.ts';

export const { around, after, before } = changesOf<Policy>();

/** Deleted things that `matches` are found all the same. */
export const kept = (matches: (lookup: TombstoneLookup) => boolean) => after('isGone', (result, lookup) => !matches(lookup) && result);

/** What was read before a wait counts for this kind, even where it has been changed or deleted since. */
export const staleRead = (stale: TombstoneLookup['kind']) => after('readAgain', (now, kind, before) => (kind === stale ? before : now));

/** Things of this kind that are not there answer another status than 404. */
export const notFoundAs = (status: number, wrong: TombstoneLookup['kind']) =>
  after('notFoundStatus', (result, kind) => (kind === wrong ? status : result));
