import type { TombstoneLookup, Rules } from '../rules.ts';

/** Deleted things that `matches` are found all the same. */
export function kept(matches: (question: TombstoneLookup) => boolean): (rules: Rules) => Partial<Rules> {
  return (rules) => ({ isGone: (question) => !matches(question) && rules.isGone(question) });
}

/** What was read before a wait counts for this kind, even where it has been changed or deleted since. */
export function staleRead(stale: TombstoneLookup['kind']): (rules: Rules) => Partial<Rules> {
  return (rules) => ({ readAgain: (kind, before, after) => (kind === stale ? before : rules.readAgain(kind, before, after)) });
}

/** Things of this kind that are not there answer another status than 404. */
export function notFoundAs(status: number, wrong: TombstoneLookup['kind']): (rules: Rules) => Partial<Rules> {
  return (rules) => ({ notFoundStatus: (kind) => (kind === wrong ? status : rules.notFoundStatus(kind)) });
}
