import { elementText } from '../safe-text.ts';

/** Text that is HTML already, because `markup` made it; everything else is escaped where it is put in. */
export interface Markup {
  readonly html: string;
}

type Part = Markup | string | number | readonly Markup[];

/** A template of HTML: what is put in is text, and stays text, unless it is markup itself. Attributes stand in double quotes. */
export function markup(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: pieces.map((piece, index) => (index === 0 ? piece : `${rendered(parts[index - 1] ?? '')}${piece}`)).join('') };
}

export const NOTHING: Markup = { html: '' };

export function join(items: readonly Markup[]): Markup {
  return { html: items.map((item) => item.html).join('') };
}

function rendered(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return elementText(String(part));
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}
