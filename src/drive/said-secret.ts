/** A value that a sentence gives to a name. */
export interface SpokenSecret {
  /** the name, of two words and of one */
  readonly names: readonly string[];
  readonly value: string;
  /** where the value begins in the text */
  readonly start: number;
}

/** What a text says of whatever has a name: `password is X`, `new password: X`. What is said with the words below is no value. */
export function saidOf(text: string): readonly SpokenSecret[] {
  const found: SpokenSecret[] = [];
  for (const { 0: link, index } of text.matchAll(LINK)) {
    const names = namesBefore(text, index);
    if (names.length === 0) continue;
    const from = index + link.length;
    const { 1: lead = '', 2: said = '' } = VALUE.exec(text.slice(from, from + LONGEST_VALUE)) ?? [];
    const value = withoutPunctuation(said);
    if (value !== '' && !ORDINARY.has(value.toLowerCase())) found.push({ names, value, start: from + lead.length });
  }
  return found;
}

const LONGEST_NAME = 80;
const LONGEST_VALUE = 1_024;
const LINK = /\s?[:=]>?\s|(?<=[a-z]):(?![/:])|\s(?:is|was|be|equals|reads)\s(?:now\s|still\s|set\sto\s)?/gi;
const VALUE = /^(["'`“‘«([<*\s]{0,3})([^\s"'`“”‘’«»<>]+)/;
/** What a sentence goes on with that says something of a secret and not the secret itself. */
const ORDINARY = new Set(
  [
    'a an and any as at but by each every for from has have in it its no none not null of on one only or such that the their this to with without your',
    'must may can cannot should shall will would please too very already also always never now still only both either more less than least most',
    'active actual allowed bad blank blocked changed correct deleted different disabled empty enabled equal exhausted expected expired false given',
    'inactive incorrect ineligible insufficient invalid known limited locked long malformed mismatched missing needed new obsolete old optional out',
    'outdated pending permitted present recent required revoked reused rejected same sent set short similar supported true undefined unknown unsupported unused',
    'updated used using valid verified weak well wrong bearer basic',
  ].flatMap((words) => words.split(' ')),
);

/** The last two words before a place and the last alone, behind which a quotation mark or a bracket may stand. */
function namesBefore(text: string, index: number): readonly string[] {
  const end = index > 0 && '`”’»)]*'.includes(text.charAt(index - 1)) ? index - 1 : index;
  const last = startOfWord(text, end);
  if (last === end) return [];
  const first = text.charAt(last - 1) === ' ' ? startOfWord(text, last - 1) : last;
  return [...new Set([text.slice(first, end), text.slice(last, end)])];
}

function startOfWord(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME && WORD.test(text.charAt(start - 1))) start -= 1;
  return start;
}

const WORD = /[\w.-]/;

function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && '.,;:!?)]}*'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
