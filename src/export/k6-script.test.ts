import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { joined, scriptTemplate, withConstants } from './k6.ts';

test('modules become one: what is of k6 is imported once, what is of each other is there, and script.js alone exports', () => {
  const script =
    "import http from 'k6/http';\nimport { one,\n  other } from './one.js';\n\nexport const options = {};\n\nexport default function () {}\n";
  const one = "import http from 'k6/http';\nimport exec from 'k6/execution';\n\n/** One. */\nexport function one() {}\nfunction own() {}\n";
  expect(
    joined([
      { name: 'script', text: script },
      { name: 'one', text: one },
    ]),
  ).toBe(`import exec from 'k6/execution';
import http from 'k6/http';

export const options = {};

export default function () {}

/** One. */
function one() {}
function own() {}`);
});

test('a constant has the value that it is given, whatever is in it', () => {
  const template = "const A = '';\n/** @type {string[]} */\nconst B = [];\nconst AB = '';";
  expect(withConstants(template, { A: '$&`', B: ['const AB = 1;'] })).toBe(
    `const A = "$&\`";\n/** @type {string[]} */\nconst B = [\n  "const AB = 1;"\n];\nconst AB = '';`,
  );
});

test('the script is a module that needs k6 alone, and has what k6 calls', () => {
  const { errors, module } = parseSync('script.js', scriptTemplate(), { showSemanticErrors: true });
  expect({
    errors,
    imports: module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    exports: module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? exportName.kind)),
  }).toEqual({
    errors: [],
    imports: ['k6/crypto', 'k6/execution', 'k6/http', 'k6/metrics', 'k6'],
    exports: ['options', 'setup', 'Default', 'handleSummary'],
  });
});
