import { createHash } from 'node:crypto';
import { markup, NOTHING, type Markup } from './markup.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** A section of a page, which its navigation leads to by the title. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

interface HtmlPage {
  readonly title: string;
  /** stands above the sections; its `h1` says what the page comes to */
  readonly header: Markup;
  /** those without content are left out */
  readonly sections: readonly Section[];
  /** what the page's script puts in when it is asked for */
  readonly packs?: Markup;
}

/**
 * The shell of every page: one file that needs nothing else and may ask for nothing. What a target has sent is text in it, never markup; the
 * page's own script is the only one that its policy lets run.
 */
export function htmlPage({ title, header, sections, packs = NOTHING }: HtmlPage): string {
  const shown = sections.filter(({ content }) => content.html !== '');
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${{ html: POLICY }}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>${{ html: STYLE }}</style>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>${header}${navigation(shown)}</header>
        <main id="content">${shown.map(sectionMarkup)}</main>
        ${packs}
        <script>${{ html: SCRIPT }}</script>
      </body>
    </html> `.html;
}

function sectionMarkup({ id, title, content }: Section): Markup {
  return markup`<section id="${id}">
    <h2>${title}</h2>
    ${content}
  </section>`;
}

function navigation(sections: readonly Section[]): Markup {
  return sections.length < 2
    ? NOTHING
    : markup`<nav aria-label="Sections">
        <ul>
          ${sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}
        </ul>
      </nav>`;
}

/** What a page of ours may do: show itself, with its own style and script and no others. It asks for nothing and sends nothing. */
const POLICY = `default-src 'none'; style-src ${source(STYLE)}; script-src ${source(SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`;

function source(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
