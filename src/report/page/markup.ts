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
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map((one) => one.html).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Control and formatting characters become visible: what a target sent cannot turn text around. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]|[\uD800-\uDFFF]/gu, '\uFFFD');
}
