/** Text for a paragraph or cell: nothing in it is markup, a link, an image, or a mention that notifies somebody. */
export function plainText(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~>]/g, '\\$&')
    .replaceAll('@', '&#64;')
    .replaceAll(/\b(https?|www)(?=[:.])/gi, '$&\u200b');
}

/** Code for a paragraph or cell; the fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const content = oneLine(text);
  if (content === '') return '';
  const fence = '`'.repeat(longestRun(content) + 1);
  const pad = /^`|`$|^ .* $/.test(content) ? ' ' : '';
  return fence + pad + content + pad + fence;
}

/** A fenced block; control and formatting characters other than line feed and tab are made visible. */
export function codeBlock(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '\ufffd')}\n${fence}`;
}

/** A table row; a bar inside a cell is escaped unless it already is. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
