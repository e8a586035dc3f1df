import { createHash } from 'node:crypto';
import type { DocumentSpec } from '../model/types.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';
import { pointerSegments } from '../model/pointer.ts';
import { secretKinds } from '../model/vocabulary.ts';
import { errorPointer, type Deployment, type Service } from './deployment.ts';
import { scriptExamples } from './k6-requests.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECS_FOLDER } from '../model/specs-folder.ts';

/** A k6 script that sends a document's examples at a constant arrival rate and checks status and headers of each answer. */
export function k6Script(spec: DocumentSpec, deployment: Deployment, service: Service): string {
  const limits = spec.limits.rateLimitHeaders ?? [];
  const constants: Readonly<Record<string, unknown>> = {
    DOCUMENT: spec.name,
    TARGET: deployment.name,
    BASE: service.baseUrl,
    LIMIT_HEADERS: limits.map(({ name, role, on }) => ({ name, role, every: on === 'every-response' })),
    // Where an error's name stands, and the statuses that go with it.
    ERROR_POINTER: pointerSegments(errorPointer(spec, service) ?? ''),
    ERROR_STATUSES: errorStatuses(spec, service),
    SECRETS: Object.fromEntries(secretKinds(spec)),
    EXAMPLES: scriptExamples(spec, service),
  };
  const template = scriptTemplate();
  // Rows of different scripts are no single load.
  const digest = createHash('sha256')
    .update(JSON.stringify([PACKAGE_VERSION, constants, template]))
    .digest('hex');
  return `// @ts-check
// What the ${spec.name} document says of its answers, under load, for the target ${deployment.name}. Written by Assay ${PACKAGE_VERSION}.
${withConstants(template, { EXPORT: digest.slice(0, 16), ...constants })}
`;
}

function errorStatuses(spec: DocumentSpec, service: Service): Readonly<Record<string, readonly number[]>> {
  if (errorPointer(spec, service) === undefined) return {};
  const named = spec.errors.errors.filter((row) => row.named !== false);
  return Object.fromEntries(named.map(({ name }) => [name, named.filter((row) => row.name === name).map(({ status }) => status)]));
}

/** What the script's rows are, and how several pods run it. */
export function k6Guide(documents: readonly string[]): string {
  return partOf('README.md').replace('SCRIPTS', documents.map((name) => `\`${name}.k6.js\``).join(', '));
}

/** A manifest for the k6-operator. */
export function k6Manifest(document: string): string {
  return partOf('k6-operator.yaml').replaceAll('DOCUMENT', document);
}

/** What is written as it is, the script as plain JavaScript that k6 runs; shipped with the package. */
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
  return joined(PARTS.map((name) => ({ name, text: partOf(`${name}.js`) })));
}

function partOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
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
