import { createHash } from 'node:crypto';

/** What a page of ours may do: show itself, with these styles and scripts and no others. It asks for nothing and sends nothing. */
export function contentPolicy(styles: readonly string[], scripts: readonly string[] = []): string {
  return `default-src 'none'; style-src ${sources(styles)}; script-src ${sources(scripts)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function sources(texts: readonly string[]): string {
  return texts.length === 0 ? "'none'" : texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}
