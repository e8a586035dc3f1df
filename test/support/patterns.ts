import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { answerSchemas } from '../../src/export/json-schemas.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { shippedSources } from '../../build/package/shipped-sources.ts';

/** A regular expression of what ships. */
export interface Pattern {
  readonly file: string;
  /** as the file has it: what its exemption goes by */
  readonly text: string;
  /** undefined where it is put together only when it is used */
  readonly expression: { readonly source: string; readonly flags: string } | undefined;
}

/** A schema that has a place: a file, or a document and the response that it is of. */
interface SchemaText {
  readonly file: string;
  readonly text: string;
}

/** All that runs in the package: those of its sources, and those of the JSON Schemas that stand beside them. */
export function shippedPatterns(): readonly Pattern[] {
  const sources = [...shippedSources(PACKAGE_ROOT)].filter((file) => file.endsWith('.ts'));
  return [...sources.flatMap((file) => inSource(file)), ...[...storedSchemas('specs'), ...responseSchemas()].flatMap(inSchema)];
}

/** The JSON Schemas that every response is held against, with the specs that they are made of. */
export function responseSchemas(): readonly SchemaText[] {
  return Object.values(loadSpecs().documents).flatMap((spec) =>
    answerSchemas(spec).map(({ file, schema }) => ({ file: `specs/${spec.name}: ${file}`, text: JSON.stringify(schema) })),
  );
}

function storedSchemas(folder: string): readonly SchemaText[] {
  return readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(PACKAGE_ROOT, folder, name), 'utf8') }));
}

function inSource(file: string): readonly Pattern[] {
  const source = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  const found: Pattern[] = [];
  const dynamic = (node: { readonly start: number; readonly end: number }): void =>
    void found.push({ file, text: source.slice(node.start, node.end), expression: undefined });
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node) || node.regex === undefined || node.regex === null) return;
      const { pattern, flags } = node.regex;
      found.push({ file, text: `/${pattern}/${flags}`, expression: { source: pattern, flags } });
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') dynamic(node);
    },
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') dynamic(node);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

function inSchema({ file, text }: { readonly file: string; readonly text: string }): readonly Pattern[] {
  const found: Pattern[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') found.push({ file, text: value, expression: { source: value, flags: 'u' } });
    return value;
  });
  return found;
}
