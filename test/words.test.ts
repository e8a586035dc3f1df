import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { unpacked } from '../src/report/page/fragments.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';
import { pages, textOfPage } from './support/pages.ts';
import { writtenPages } from './support/written-pages.ts';

/** Words that the field does not use for what they stood for, and the terms that it does use. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['ledger', 'clauses, pool, tally'],
  ['silence', 'undocumented, unspecified'],
  ['hindrance', 'blocker'],
  ['dice', 'seeded random'],
  ['patience', 'rate-limit wait'],
  ['overtaken', 'stale read'],
  ['unproven', 'unverified'],
  ['needle', 'secret'],
  ['needles', 'secrets'],
  ['spoil', 'alter, fault'],
  ['spoilt', 'altered'],
  ['spoiler', 'fault injector'],
  ['suspect', 'failing case'],
  ['suspects', 'failing cases'],
  ['conductor', 'client'],
  ['course', 'probe'],
  ['courses', 'probes'],
  ['understanding', 'inference'],
  ['exhumation', 'tombstone'],
  ['backlog', 'job queue'],
  ['farewell', 'graceful close'],
  ['sundial', 'clock'],
  ['gazette', 'events'],
  ['stewardship', 'governance'],
  ['vault', 'privileged access'],
  ['desk', 'control'],
  ['lesson', 'help text'],
]);

/** A type is a noun and a function a verb phrase: none of them is named by a participle, or by a word for anything, alone. */
const NO_NAMES = ['told', 'said', 'shown', 'asked', 'seen', 'given', 'made', 'data', 'world', 'workshop', 'kit', 'bench'];

/** Phrases that pages do not use, and plain technical English for them. */
const PHRASES: readonly (readonly [phrase: RegExp, say: string])[] = [
  [/\bledger\b/, 'clauses, requirements traceability matrix'],
  [/\bwhoever\b/, 'the author, the owner, the provider'],
  [/\bwhose turn\b/, 'who has to act'],
  [/\bnobody (?:provides|else)\b/, 'no provider; a dedicated key'],
  [/\bthat there (?:is|are)\b/, 'existing, valid; unknown'],
  [/\bsilence\b/, 'undocumented, unspecified'],
  [/\bleaves? (?:it )?open\b/, 'undocumented; inconclusive'],
  [/\b(?:seen|put|judged) otherwise\b/, 'changed'],
  [/\b(?:is|are|only) (?:tell|told)\b/, 'reported; report only'],
  [/\b(?:the|an|each|every|no|all|whose|these|those) answers?\b/, 'response'],
  [/\bwhat (?:came|comes) back\b/, 'received, the response'],
  [/\b(?:driven|drives?) again\b/, 'rerun, replay'],
  [/\buse spends\b/, 'single-use'],
  [/\busually pays\b/, 'most effective first'],
  [/\bstay so\b/, 'soak test'],
  [/\bas fast as (?:answers|it is answered)\b/, 'closed model'],
  [/\b(?:spoils?|spoilt)\b/, 'fault injection'],
  [/\b(?:exhumed|caught out)\b/, 'killed'],
  [/\b(?:its|'s) (?:doing|matter)\b/, 'caused by, blamed on'],
  [/\bknew already\b/, 'baseline, known'],
  [/\ball that it needs\b/, 'requires'],
];

const FILES = ['src', 'suites', 'test', 'bench', 'build']
  .flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path).replaceAll('\\', '/')),
  )
  .filter((file) => file.endsWith('.ts') && !file.includes('/generated/'));

test('names of files and in them are words of the field', () => {
  const found = FILES.flatMap((file) => {
    const { identifiers, declared } = namesIn(file);
    return [
      ...[basename(file, '.ts'), ...identifiers].flatMap((name) => wordsOf(name).map((word) => [name, WORDS.get(word)] as const)),
      ...declared.flatMap((name) =>
        NO_NAMES.includes(name.toLowerCase()) ? [[name, 'a noun for a type, a verb for a function'] as const] : [],
      ),
    ].flatMap(([name, say]) => (say === undefined ? [] : [`${file}: ${name}: say ${say}`]));
  });
  expect([...new Set(found)]).toEqual([]);
});

test('pages of documentation, and those that Assay writes, are in plain technical English', () => {
  const written = Object.entries(writtenPages()).map(([name, html]) => [name, textOfHtml(unpacked(html))] as const);
  const found = [...pages().map((page) => [page, proseOf(page)] as const), ...written].flatMap(([page, prose]) => {
    return PHRASES.flatMap(([phrase, say]) => prose.match(phrase)?.map((found) => `${page}: '${found}': say ${say}`) ?? []);
  });
  expect(found).toEqual([]);
});

/** A page without what is generated, and without the tables of errors, which are compared with the sources. */
function proseOf(page: string): string {
  const text = textOfPage(page).replaceAll(/<!-- (\w+) -->[^]*?<!-- \/\1 -->/g, '');
  const prose = page === 'docs/errors.md' ? text.replaceAll(/^\|.*$/gm, '') : text;
  return prose.replaceAll(/\s+/g, ' ').toLowerCase();
}

/** What a reader sees of a page, without its style and script. */
function textOfHtml(html: string): string {
  return html
    .replaceAll(/<(style|script)>[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

/** All identifiers of a file, and those of its types and functions. */
function namesIn(file: string): { readonly identifiers: readonly string[]; readonly declared: readonly string[] } {
  const identifiers: string[] = [];
  const declared: string[] = [];
  const declare = ({ id }: { readonly id: { readonly name: string } | null }): void => void declared.push(id?.name ?? '');
  new Visitor({
    Identifier: ({ name }) => void identifiers.push(name),
    TSInterfaceDeclaration: declare,
    TSTypeAliasDeclaration: declare,
    ClassDeclaration: declare,
    FunctionDeclaration: declare,
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') declared.push(id.name);
    },
  }).visit(parseSync(file, readFileSync(join(PACKAGE_ROOT, file), 'utf8')).program);
  return { identifiers, declared };
}

/** The words of a name in any notation: `readStoredJson`, `MOST_FILES`, `run-plan`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}
