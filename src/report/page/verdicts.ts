import type { ClauseResult, Verdict } from '../../model/types.ts';
import { markup, type Markup } from './markup.ts';

/** How a reader is told of a verdict. */
export const WORDS: Readonly<Record<Exclude<Verdict, null> | 'null' | 'waived', string>> = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  error: 'error',
  waived: 'waived',
  null: 'not judged',
};

const SIGNS: Readonly<Record<keyof typeof WORDS, string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '?',
  skipped: '–',
  error: '!',
  waived: '~',
  null: '·',
};

export type DisplayedVerdict = keyof typeof WORDS;

/** What is waived is never shown as passed, and not as failed either. */
export function displayedVerdict({ verdict, waived }: Pick<ClauseResult, 'verdict' | 'waived'>): DisplayedVerdict {
  return waived === true ? 'waived' : (verdict ?? 'null');
}

/** A verdict by sign, word and colour: none of them alone. */
export function badge(shown: DisplayedVerdict): Markup {
  return markup`<span class="badge ${shown === 'null' ? 'none' : shown}"
    ><span aria-hidden="true">${SIGNS[shown]}</span> ${WORDS[shown]}</span
  >`;
}

/** The verdict that a reader has to know of first; undefined where there is none. */
export function worstOf(verdicts: readonly Verdict[]): 'fail' | 'inconclusive' | 'pass' | 'skipped' | undefined {
  if (verdicts.includes('fail')) return 'fail';
  if (verdicts.includes('inconclusive') || verdicts.includes('error')) return 'inconclusive';
  return verdicts.includes('pass') ? 'pass' : verdicts.length > 0 ? 'skipped' : undefined;
}
