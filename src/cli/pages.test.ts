import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { checkProfile } from '../profile/check-profile.ts';
import { EXIT_CODES } from '../run/results.ts';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { loadSpecs } from '../model/load.ts';
import { parseYaml } from '../model/yaml-file.ts';
import type { ProfileFile } from '../model/types.ts';
import { PAGES } from './help.ts';
import { wholeProgram } from '../../test/support/whole-program.ts';
import { blocksOf, pages, textOfPage } from '../../test/support/pages.ts';

const program = await wholeProgram();

interface YamlOfPage {
  readonly page: string;
  readonly text: string;
  readonly kind: 'accounts' | 'fixtures' | 'waivers' | 'profile' | 'document';
}

test('the page of errors has the exit codes of the report', () => {
  const rows = [...textOfPage(`${PAGES}/errors.md`).matchAll(/^\| (\d) \| `(\w+)` \|/gm)].map(([, code, outcome = '']) => [
    outcome,
    Number(code),
  ]);
  expect(Object.fromEntries(rows)).toEqual(EXIT_CODES);
});

test('the page of reports has the fields of the report', () => {
  const [table = ''] = /(?<=\| field \| holds \|\n)(\|.*\n)+/.exec(textOfPage(`${PAGES}/reports.md`)) ?? [];
  const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field));
  const schema: { readonly properties: object } = JSON.parse(textOfPage('specs/meta/report.schema.json'));
  expect(new Set(named)).toEqual(new Set(Object.keys(schema.properties)));
});

test('the page of the profile has every kind of event that a target may be asked for', () => {
  const kinds = Object.values(loadSpecs().documents).flatMap(({ providerStates }) => (providerStates.events ?? []).map(({ kind }) => kind));
  expect(kinds.length).toBeGreaterThan(0);
  expect(kinds.filter((kind) => !textOfPage(`${PAGES}/profile.md`).includes(`\`${kind}\``))).toEqual([]);
});

test('every file of YAML on a page is what its schema says', () => {
  const files = pages().flatMap((page): readonly YamlOfPage[] =>
    blocksOf(textOfPage(page))
      // Steps of a workflow are held against the action that they use.
      .filter(({ language, text }) => language === 'yaml' && !text.startsWith('- uses:'))
      .map(({ text }) => ({
        page,
        text,
        kind: KINDS.find(([key]) => text.includes(`\n${key}:`) || text.startsWith(`${key}:`))?.[1] ?? 'profile',
      })),
  );
  expect(files.map(({ kind }) => kind).sort()).toEqual([
    'accounts',
    'accounts',
    'document',
    'fixtures',
    'profile',
    'profile',
    'profile',
    'profile',
    'profile',
    'profile',
    'waivers',
  ]);
  expect(() => files.forEach(readAsItsKind)).not.toThrow();
});

test.each(pages().map((page) => [page]))('%s: every link leads somewhere', (page) => {
  const broken = [
    ...textOfPage(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
  ].filter(([, path = '', anchor]) => {
    const file = path === '' ? page : join(dirname(page), path);
    return !existsSync(join(PACKAGE_ROOT, file)) || (anchor !== undefined && !anchorsOf(textOfPage(file)).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test('what a page of the package links to is in the package', () => {
  const { files }: { readonly files: readonly string[] } = JSON.parse(textOfPage('package.json'));
  const packed = (file: string): boolean => files.some((one) => file === one || file.startsWith(`${one}/`));
  const linked = pages()
    .filter(packed)
    .flatMap((page) => [...textOfPage(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path = '']) => join(dirname(page), path)));
  expect(linked.filter((file) => !packed(file))).toEqual([]);
});

test('every command that is named in passing is one, with the flags that it has', () => {
  const named = pages().flatMap((page) =>
    [...textOfPage(page).matchAll(/`(?:npx )?assay (?!COMMAND)([^`]+)`/g)].map(([, typed = '']) => ({ page, typed })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ typed }) => !isTypable(program, typed.split(/[ =]/)))).toEqual([]);
});

test('every page is linked from the README', () => {
  const readme = textOfPage('README.md');
  expect(pages().filter((page) => page !== 'README.md' && !readme.includes(`(${page}`))).toEqual([]);
});

/** What a file is, by a key that only such files have. */
const KINDS = [
  ['accounts', 'accounts'] as const,
  ['privileged-access', 'fixtures'] as const,
  ['waivers', 'waivers'] as const,
  ['idPrefix', 'document'] as const,
];

function readAsItsKind({ page, text, kind }: YamlOfPage): void {
  if (kind === 'profile') checkProfile(parseYaml<ProfileFile>(text, page, kind).value, page, loadSpecs());
  else parseYaml(text, page, kind);
}

/** The words lead to a command, and its flags are among the rest. */
function isTypable(command: Command, [word = '', ...rest]: readonly string[]): boolean {
  const below = command.commands.find((one) => one.name() === word);
  if (below !== undefined) return isTypable(below, rest);
  const flags = [word, ...rest].filter((one) => one.startsWith('--') && one !== '--help');
  return command.parent !== null && flags.every((flag) => command.options.some(({ long }) => long === flag));
}

/** How GitHub names headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}
