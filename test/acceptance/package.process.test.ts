import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

/** Everything that may be in the tarball, by what it is for; the first that matches counts. */
const CATEGORIES: readonly (readonly [string, RegExp])[] = [
  ['tests and fixtures', /^dist\/.*(\.test\.|\/fixtures\.|\/test-)/],
  ['tools of the repository', /\/main\.js$(?<!^dist\/src\/cli\/main\.js)/],
  ['left by tools', /\.tsbuildinfo$|\.map$|\.npmignore$|(?<!^examples\/k6\/rows)\.ndjson$|\.tgz$/],
  ['parts of the k6 export', /^src\/export\/k6\/([a-z0-9-]+\.(js|yaml)|README\.md)$/],
  ['code that runs', /^dist\/(src\/cli\/main\.js|bundle\/[\w-]+\.js|validators\/[a-z0-9_-]+\.cjs)$/],
  ['types of the exports', /^dist\/(src|types)\/.+\.d\.ts$/],
  ['what the build puts on record', /^dist\/(specs|suite|files|shown)\.json$/],
  ['specs', /^specs\/.+\.(yaml|json)$/],
  [
    'for people, and for npm',
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|CONTRIBUTING\.md|docs\/mutants\.json|docs\/[a-z-]+\.(md|svg)|examples\/([a-z0-9-]+\/)?[A-Za-z.-]+\.(md|yml|yaml|json|js|mjs|ndjson))$/,
  ],
];

function categoryOf(path: string): string {
  return CATEGORIES.find(([, pattern]) => pattern.test(path))?.[0] ?? `nothing that was foreseen: ${path}`;
}

const packed = (): readonly string[] => inject('installation').packed;
const installed = (path: string): string => join(inject('installation').folder, 'node_modules', 'assay', path);
const textOf = (path: string): string => readFileSync(installed(path), 'utf8');

test('the tarball holds what runs, its types, the specs, what people read, and nothing else', () => {
  expect(new Set(packed().map(categoryOf))).toEqual(
    new Set([
      'parts of the k6 export',
      'code that runs',
      'types of the exports',
      'what the build puts on record',
      'specs',
      'for people, and for npm',
    ]),
  );
});

test('whatever a file of the tarball imports is there too', () => {
  const references = packed()
    .filter((path) => /\.(js|d\.ts)$/.test(path))
    .flatMap((path) =>
      [...textOf(path).matchAll(/^(?:import|export)\b[^;]*?\bfrom ['"](\.[^'"]+)['"];$/gm)].map(([, name = '']) => ({
        path,
        file: path.endsWith('.d.ts') ? name.replace(/\.[jt]s$/, '.d.ts') : name,
      })),
    );
  expect(references.length).toBeGreaterThan(500);
  expect(references.filter(({ path, file }) => !existsSync(installed(join(dirname(path), file))))).toEqual([]);
});

test('no file of the tarball knows where it was built, or refers to a map of its source', () => {
  const telling = [PACKAGE_ROOT, join(homedir(), '/'), 'sourceMappingURL='];
  expect(packed().filter((path) => telling.some((text) => textOf(path).includes(text)))).toEqual([]);
});
