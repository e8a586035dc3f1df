import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { loadSpecs } from '../src/model/load.ts';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';

/** Source files that ship. */
const FILES: readonly string[] = ['src', 'suites']
  .flatMap((folder) =>
    readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => posix.join(folder, path)),
  )
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|fixtures\.ts$/.test(file));

/** Of each: the files it imports, now or when it needs them, types included, by path. */
const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(FILES.map((file) => [file, importsOf(file)]));

function importsOf(file: string): readonly string[] {
  const text = textOf(file);
  const { module } = parseSync(file, text);
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
  const named = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reExported(module.staticExports), ...later];
  return named.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(file), name));
}

function textOf(file: string): string {
  return readFileSync(join(PACKAGE_ROOT, file), 'utf8');
}

function reExported(exports: ReturnType<typeof parseSync>['module']['staticExports']): readonly string[] {
  return exports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []));
}

test('each folder imports only what the table of the architecture page permits', () => {
  const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'architecture.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w./-]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
    ([, place = '', may = '']) => [place, may === '–' ? [] : may.split(', ').map((folder) => `src/${folder}`)] as const,
  );
  const placeOf = (file: string): string | undefined => rows.find(([place]) => file === place || file.startsWith(`${place}/`))?.[0];
  const permitted = new Map<string | undefined, readonly string[]>(rows);
  const files = [...IMPORTS];
  expect(files.filter(([file]) => placeOf(file) === undefined && file !== 'src/mock.ts').map(([file]) => file)).toEqual([]);
  const forbidden = files.flatMap(([file, imported]) =>
    imported
      .filter((other) => placeOf(other) !== placeOf(file) && permitted.get(placeOf(file))?.includes(placeOf(other) ?? '') !== true)
      .map((other) => `${file} imports ${other}`),
  );
  expect(forbidden).toEqual([]);
});

test('assay --version and --help load neither specs nor schemas, network or mock', () => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = ['src/cli/start.ts'];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const { module } = parseSync(file, textOf(file));
    for (const { moduleRequest, entries } of module.staticImports) {
      if (entries.length > 0 && entries.every(({ isType }) => isType)) continue;
      const name = moduleRequest.value;
      if (name.startsWith('.')) open.push(posix.join(posix.dirname(file), name));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  }
  expect([...packages].toSorted()).toEqual(['commander', 'entities']);
  expect([...files].filter((file) => file.startsWith('src/cli/')).toSorted()).toEqual([
    'src/cli/end-process.ts',
    'src/cli/fail.ts',
    'src/cli/flags.ts',
    'src/cli/help.ts',
    'src/cli/output.ts',
    'src/cli/program.ts',
    'src/cli/start.ts',
  ]);
  expect(files.size).toBeLessThanOrEqual(31);
});

test('no files import each other in a circle, types included', () => {
  expect(cycles(IMPORTS)).toEqual([]);
});

/** Groups of files that can each be reached from each other (strongly connected components), sorted. */
function cycles(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachableFrom(file, imports)]));
  const groups = new Map<string, readonly string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const group = [...others].filter((other) => reached.get(other)?.has(file) === true).toSorted();
    groups.set(group[0] ?? file, group);
  }
  return [...groups.values()].toSorted(([a = ''], [b = '']) => a.localeCompare(b));
}

/** A file reaches itself only through a circle. */
function reachableFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(imports.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(imports.get(next) ?? []));
  }
  return reached;
}

/** Where a document may be named outside of the mock: by the command that starts it. */
const LAUNCHER = 'src/cli/mock.ts';
/** The heading of that name, which every document may have a file for. */
const HEADING = 'authentication';

test('no source outside of the mock names a document, a clause or a prefix of ids; examples of help apart', () => {
  const documents = Object.values(loadSpecs().documents);
  const names = documents.map(({ name }) => name);
  const prefixes = documents.map(({ document }) => document.idPrefix);
  const naming = new RegExp(
    String.raw`\b(?:${names.filter((name) => name !== HEADING).join('|')})\b|^(?:services\.)?${HEADING}$|\bservices\W+${HEADING}\b|(?<![\w.-])(?:${prefixes.join('|')})[.-][a-z]|--(?:${prefixes.join('|')})\b`,
  );
  // What is generated has the types of the mock's fixtures, whose format names its services.
  const others = FILES.filter((file) => !/^(?:src\/mock\/|src\/mock\.ts|src\/model\/generated\/|suites\/)|small-specs/.test(file));
  const found = others
    .filter((file) => file !== LAUNCHER)
    .flatMap((file) =>
      textsIn(parseSync(file, textOf(file)).program)
        .filter((text) => naming.test(text) && !(file.startsWith('src/model/') && text === HEADING))
        .map((text) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
});

/** Every text of a source, comments and the examples of its help apart. */
function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, callee }: { readonly type?: unknown; readonly value?: unknown; readonly callee?: unknown } = node;
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  if (type === 'TemplateElement') return [JSON.stringify(value)];
  if (typeof callee === 'object' && callee !== null && Reflect.get(callee, 'name') === 'helpText') return [];
  return Object.values(node).flatMap(textsIn);
}
