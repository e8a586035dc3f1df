import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECS_FOLDER } from '../model/specs-folder.ts';

/** As plain JavaScript, which k6 runs as it is; shipped with the package. */
const FOLDER = join(SPECS_FOLDER, '..', 'src', 'export', 'k6');

/** In the order in which the script reads best: functions can be called before they are declared, and only script.js calls any at once. */
const PARTS = [
  'types',
  'constants',
  'script',
  'prepare',
  'fill',
  'send',
  'checks',
  'response',
  'json',
  'rows',
  'share',
  'secrets',
  'pseudonym',
];

/** The parts of the k6 script as one module, without its head: `k6 run` and a cluster's config map take a single file. */
export function scriptTemplate(): string {
  return joined(PARTS.map((name) => ({ name, text: readFileSync(join(FOLDER, `${name}.js`), 'utf8') })));
}

/** Several modules as one: those of k6 are imported once, what they import from each other is there, and only script.js exports. */
export function joined(modules: readonly { readonly name: string; readonly text: string }[]): string {
  const imports = modules.flatMap(({ text }) => text.match(IMPORT) ?? []).filter((line) => !line.includes(" from './"));
  const bodies = modules.map(({ name, text }) => {
    const body = text.replaceAll(IMPORT, '').trim();
    return name === 'script' ? body : body.replaceAll(/^export /gm, '');
  });
  return [[...new Set(imports)].toSorted().join('').trim(), ...bodies].join('\n\n');
}

const IMPORT = /^import [^;]+;\n/gm;

/** The template with its constants, by name. */
export function withConstants(template: string, constants: Readonly<Record<string, unknown>>): string {
  return Object.entries(constants).reduce(
    (text, [name, value]) =>
      text.replace(new RegExp(`^const ${name} = .*;$`, 'm'), () => `const ${name} = ${JSON.stringify(value, null, 2)};`),
    template,
  );
}
