import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { PAGES } from '../../src/cli/help.ts';

/** Every page that people read, by its path from the package's root. */
export function pages(): readonly string[] {
  return [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(PACKAGE_ROOT, PAGES))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${PAGES}/${name}`),
  ];
}

export function textOfPage(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  /** the file that it is, where the page names one */
  readonly title: string | undefined;
  readonly text: string;
}

export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w+)(?: title=(\S+))?\n([\s\S]*?)^```$/gm)].map(([, language = '', title, text = '']) => ({
    language,
    title,
    text,
  }));
}

/** A command of a page, with the exit codes that the comment behind it announces; 0 where there is none. */
export interface Command {
  readonly typed: string;
  readonly codes: readonly number[];
}

/** What a page types into a shell. */
export function shellOf(blocks: readonly Block[]): readonly Command[] {
  return blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
}

/** The commands that ended otherwise than their page announces. */
export function otherwise(commands: readonly Command[], codes: readonly number[]): readonly object[] {
  return commands.flatMap(({ typed, codes: announced }, index) =>
    announced.some((code) => code === codes[index]) ? [] : [{ typed, announced, code: codes[index] }],
  );
}

/** The commands of a block of shell, continued lines joined. */
export function commandsOf({ text }: Block): readonly Command[] {
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, typed = line, comment = ''] = /^(.*?)\s+# (.*)$/.exec(line) ?? [];
      const [, code = '0', ...others] = /^exit code (\d)(?:, or (\d)(?: or (\d))?)?/.exec(comment) ?? [];
      return { typed, codes: [code, ...others.filter((other) => other !== undefined)].map(Number) };
    });
}
