import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/stored-run.ts';
import { neededFiles } from './needed-files.ts';
import { packRules } from './pack-rules.ts';

const BUILD: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    bin: { doors: 'dist/src/main.js' },
    exports: { '.': { types: './dist/src/index.d.ts', default: './dist/src/index.js' }, './specs/*': './specs/*' },
  }),
  'dist/src/main.js': "#!/usr/bin/env node\nimport { open } from './door/open.js';\nimport './door/bell.js';\nawait import('./late.js');\n",
  'dist/src/index.js': "export { open } from './door/open.js';\n",
  'dist/src/index.d.ts': 'export { open } from \'./door/open.ts\';\nexport declare const key: import("./door/key.ts").Key;\n',
  'dist/src/late.js': "new Worker(new URL('./worker.js', import.meta.url));\nimport { readFile } from 'node:fs';\n",
  'dist/src/worker.js': "import {\n  open,\n} from './door/open.js';\n",
  'dist/src/main.d.ts': 'export {};\n',
  'dist/src/door/open.js': "import { gone } from './never-built.js';\n",
  'dist/src/door/open.d.ts': 'export declare function open(): void;\n',
  'dist/src/door/open.test.js': "import { door } from './fixtures.js';\n",
  'dist/src/door/fixtures.js': 'export const door = {};\n',
  'dist/src/door/bell.js': 'ring();\n',
  'dist/src/door/key.js': 'export {};\n',
  'dist/src/door/key.d.ts': 'export interface Key {}\n',
  'dist/suites/doors/drive.suite.js': "import { drive } from '../../src/drive.js';\n",
  'dist/src/drive.js': 'export const drive = 1;\n',
};

test('what commands and exports import is needed, and nothing else', () => {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(BUILD)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(neededFiles(root)).toEqual([
    'dist/src/door/bell.js',
    'dist/src/door/key.d.ts',
    'dist/src/door/open.d.ts',
    'dist/src/door/open.js',
    'dist/src/index.d.ts',
    'dist/src/index.js',
    'dist/src/late.js',
    'dist/src/main.js',
    'dist/src/worker.js',
  ]);
});

test('npm is left with the files that are named, and with nothing that came later', () => {
  expect(packRules(['dist/src/cli/main.js', 'dist/suite.json'])).toBe(
    '# Written by the build: what the use of the package needs.\n*\n!*/\n!/src/cli/main.js\n!/suite.json\n',
  );
});
