/**
 * What others have written (a target, a profile, a file's name, a run's folder of somebody else) on its way out: one rule for what no
 * channel may carry, and for each channel what would be markup or a command there.
 */

/** Characters that steer or deceive instead of being seen: controls, bidirectional marks and overrides, what has no width, line separators. */
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]|[\uD800-\uDFFF]`;
const ANY = new RegExp(UNSEEN, 'gu');
const BUT_LINES = new RegExp(String.raw`(?![\n\t])(?:${UNSEEN})`, 'gu');

/** A text cut at each character that would not be seen: every second piece is such a one. */
export function splitUnseen(text: string): readonly string[] {
  return text.split(new RegExp(`(${UNSEEN})`, 'u'));
}

/** One line for people: what would steer a terminal is shown as what it is, and no CI takes a part of it for a command. */
export function visible(text: string): string {
  return withoutCommands(text.replaceAll(ANY, escape));
}

/** The same with a space for what breaks lines. */
export function oneLine(text: string): string {
  return visible(text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' '));
}

/** The same where lines and tabs are the layout's own. */
export function visibleLines(text: string): string {
  return withoutCommands(text.replaceAll(BUT_LINES, escape));
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** As JSON escapes it, so that what was JSON stays JSON. */
function escape(character: string): string {
  return ESCAPES[character] ?? Array.from({ length: character.length }, (_none, at) => escapeOf(character.charCodeAt(at))).join('');
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** `::name` of GitHub at the beginning of a line, `##[name]` and `##vso[name]` of GitHub and Azure anywhere: a layout may begin a line anywhere. */
function withoutCommands(text: string): string {
  return text.replaceAll(/:(?=:[A-Za-z])|#(?=#[\w-]*\[)/g, escape);
}

/**
 * A whole text on its way to standard output or error, or JSON, which stays the same JSON. Colours of our own pass, and what redraws a line of progress on a terminal; whatever
 * else a text has brought along is shown as what it is.
 */
export function forStream(text: string, tty: boolean): string {
  const pieces = text.split(tty ? OWN_ON_TERMINAL : OWN);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : withoutCommands(piece.replaceAll(BUT_LINES, escape)))).join('');
}

/** As node:util writes the styles that our layouts use. */
const COLOUR = String.raw`\u001B\[(?:1|2|22|3[1-6]|39)m`;
const OWN = new RegExp(`(${COLOUR})`);
const OWN_ON_TERMINAL = new RegExp(String.raw`(${COLOUR}|\r(?:\u001B\[2K)?)`);

/** A workflow command of GitHub's form, a line of its own: the one that we mean. */
export function workflowCommand(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const escaped = (text: string): string => visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
  return `::${kind} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text of an element, or of an attribute in quotes, of HTML and XML alike: what XML 1.0 cannot write is shown like all that is unseen. */
export function elementText(text: string): string {
  // Most of what a report shows is plain: all exchanges of a run go through here.
  const seen = /[^ -~\n\t]/.test(text) ? text.replaceAll(BUT_LINES, escape).replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD') : text;
  return seen.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The same for an attribute of XML, where a line feed would be read as a space. */
export function attributeText(text: string): string {
  return elementText(text).replaceAll(/[\t\n]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** Text for a paragraph or cell of Markdown: nothing in it is markup, a link, an image, or a mention that notifies somebody. */
export function plainText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~>]/g, '\\$&')
    .replaceAll('@', '&#64;&#8203;')
    .replaceAll('://', ':&#8203;//')
    .replaceAll(/\bwww(?=\.)/gi, '$&&#8203;')
    .replace(/^(\s*\d+)(?=\\?[.)](?:\s|$))/, '$1&#8203;')
    .replace(/^(?=[=:-])/, '&#8203;');
}

/** Code for a paragraph or cell; the fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const content = oneLine(text);
  if (content === '') return '';
  const fence = '`'.repeat(longestRun(content) + 1);
  const pad = /^`|`$|^ .* $/.test(content) ? ' ' : '';
  return fence + pad + content + pad + fence;
}

/** A fenced block. */
export function codeBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${visibleLines(text)}\n${fence}`;
}

/** A table row; a bar inside a cell is escaped unless it already is. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
}

function longestRun(text: string): number {
  return text.match(/`+/g)?.reduce((longest, run) => Math.max(longest, run.length), 0) ?? 0;
}
