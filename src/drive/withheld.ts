import { PSEUDONYM } from '../trace/pseudonym.ts';

/** What stands for words that are withheld. */
export const WITHHELD = '…';
/** A mark of JSON, HTML or a sentence, white space, or a word between them. */
const TOKEN = /[{}[\]":,<>/=.;()!?\s]|[^{}[\]":,<>/=.;()!?\s]+/g;

/**
 * A text of which nothing is known but that it does not parse: its marks, its pseudonyms and the words that are known to be harmless
 * stay, everything else is withheld. Nothing that a secret could be is let through because of how it is written.
 */
export function withheld(text: string, isHarmless: (word: string) => boolean): string {
  const shown: string[] = [];
  let done = 0;
  for (const { 0: name, index } of text.matchAll(PSEUDONYM)) {
    shown.push(skeleton(text.slice(done, index), isHarmless), name);
    done = index + name.length;
  }
  return [...shown, skeleton(text.slice(done), isHarmless)].join('');
}

function skeleton(text: string, isHarmless: (word: string) => boolean): string {
  return text.replace(TOKEN, (token) => ((token.length === 1 && MARK.test(token)) || isHarmless(token) ? token : WITHHELD));
}

const MARK = /[{}[\]":,<>/=.;()!?\s]/;
