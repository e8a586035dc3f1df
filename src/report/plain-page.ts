import { markup } from './page/markup.ts';
import { createHash } from 'node:crypto';

/** A page that needs nothing else, in the reader's colour scheme; `body` is HTML already, `styles` are those of the drawings in it. */
export function page(title: string, body: readonly string[], styles: readonly string[] = []): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy([STYLE, ...styles])}">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${body.join('\n')}
</body>
</html>
`;
}

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}',
  '.conclusion{font-size:1.2rem;font-weight:600}',
  'table{border-collapse:collapse;width:100%}',
  'th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #8884}',
].join('');

/** A table under its heading; nothing where there are no rows. */
export function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cells = (kind: 'th' | 'td', row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${kind}>${escaped(cell)}</${kind}>`).join('')}</tr>`;
  return [`<h2>${escaped(title)}</h2>`, '<table>', cells('th', head), ...rows.map((row) => cells('td', row)), '</table>'].join('\n');
}

/** Text as HTML shows it. */
export function escaped(text: string): string {
  return markup`${text}`.html;
}

/** What a page of ours may do: show itself, with these styles and scripts and no others. It asks for nothing and sends nothing. */
export function contentPolicy(styles: readonly string[], scripts: readonly string[] = []): string {
  return `default-src 'none'; style-src ${sources(styles)}; script-src ${sources(scripts)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function sources(texts: readonly string[]): string {
  return texts.length === 0 ? "'none'" : texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}
