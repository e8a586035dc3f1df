import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '../src/run/package-root.ts';

/** What declares a name, comments apart. */
interface Declaration {
  readonly file: string;
  readonly text: string;
}

interface Module {
  readonly own: ReadonlyMap<string, string>;
  /** name here, and module and name there */
  readonly from: ReadonlyMap<string, readonly [string, string]>;
  readonly exported: readonly string[];
}

const modules = new Map<string, Module>();

/** A declaration file as the compiler wrote it. */
function moduleAt(file: string): Module {
  const known = modules.get(file) ?? readModule(file);
  modules.set(file, known);
  return known;
}

function readModule(file: string): Module {
  const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  const { program, module, comments } = parseSync(file, text);
  const plain = [...comments].reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`,
    text,
  );
  const own = new Map<string, string>();
  const from = new Map<string, readonly [string, string]>();
  const exported: string[] = [];
  const at = (request: string): string => posix.join(posix.dirname(file), request).replace(/\.ts$/, '.d.ts');
  for (const { start, end } of program.body) {
    const [, name] =
      /^(?:export )?(?:declare )?(?:abstract )?(?:function|interface|type|class|const|namespace) (\w+)/.exec(plain.slice(start, end)) ?? [];
    const [, other] = /^declare (module '.+?')/.exec(plain.slice(start, end)) ?? [];
    if (other !== undefined) exported.push(other);
    const declared = name ?? other;
    if (declared !== undefined) own.set(declared, `${own.get(declared) ?? ''}${oneSpaced(plain.slice(start, end))}\n`);
  }
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries)
      if (moduleRequest.value.startsWith('.')) from.set(localName.value, [at(moduleRequest.value), importName.name ?? localName.value]);
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, localName, moduleRequest } of entries) {
      const name = exportName.name ?? 'default';
      exported.push(name);
      if (moduleRequest?.value.startsWith('.') === true) from.set(name, [at(moduleRequest.value), importName.name ?? name]);
      else if (localName.name !== null && localName.name !== name) from.set(name, [file, localName.name]);
    }
  return { own, from, exported };
}

function oneSpaced(text: string): string {
  return text
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replaceAll(/[ \t]*\n(?:[ \t]*\n)*/g, '\n')
    .trim();
}

function declarationOf(file: string, name: string): Declaration | undefined {
  const { own, from } = moduleAt(file);
  const text = own.get(name);
  if (text !== undefined) return { file, text };
  const [there, nameThere] = from.get(name) ?? [];
  return there === undefined || nameThere === undefined ? undefined : declarationOf(there, nameThere);
}

/** What is made from the schemas of files is compared there. */
const GENERATED = 'dist/src/model/generated/';

/** The declarations of all that an entry exports, and of all that these name, as far as they are written by hand; by name. */
function surfaceOf(entry: string): string {
  const { exported } = moduleAt(entry);
  const shown = new Map<string, string>();
  const open = exported.map((name) => [entry, name] as const);
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const declaration = declarationOf(...next);
    if (declaration === undefined || shown.has(declaration.text) || declaration.file.startsWith(GENERATED)) continue;
    const { file, text } = declaration;
    shown.set(text, next[1]);
    const { own, from } = moduleAt(file);
    const names = new Set(text.match(/\b[A-Z]\w+/g));
    open.push(...[...names].filter((name) => own.has(name) || from.has(name)).map((name) => [file, name] as const));
  }
  const sorted = [...shown].toSorted(([, one], [, other]) => (one < other ? -1 : one > other ? 1 : 0));
  return [`exports ${exported.toSorted().join(', ')}\n`, ...sorted.map(([text]) => text)].join('\n');
}

const { exports }: { readonly exports: Readonly<Record<string, string | { readonly types: string }>> } = JSON.parse(
  readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'),
);
const entries = Object.entries(exports).flatMap(([name, target]) =>
  typeof target === 'string' || name === './types' ? [] : [[posix.join('assay', name), posix.normalize(target.types)] as const],
);

test.each(entries)('the public surface of %s is what test/public-surface has', async (name, types) => {
  await expect(surfaceOf(types)).toMatchFileSnapshot(`public-surface/${name.replaceAll('/', '-')}.txt`);
});
