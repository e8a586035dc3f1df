import { documentOf } from '../model/document-of.ts';
import type { DocumentName, DocumentSpec, Specs, MachineRow } from '../model/types.ts';
import { arazzo } from './arazzo.ts';
import { CONTROL, controlDescription } from './control.ts';
import type { Deployment, Service } from './deployment.ts';
import { guideOf } from './guide.ts';
import { jsonSchemas } from './json-schemas.ts';
import { k6Guide, k6Manifest, k6Script } from './k6.ts';
import { openApi } from './openapi.ts';
import { transitionsOf, type Transition } from '../plan/transition-system.ts';

export const exportKinds = ['openapi', 'arazzo', 'schemas', 'mermaid', 'k6'] as const;

export type ExportKind = (typeof exportKinds)[number];

/** A file of an export: its path in the folder, with '/' between names. */
export interface ExportedFile {
  readonly path: string;
  readonly text: string;
}

/** The files of an export, for the documents that the deployment serves. Pure; an empty list where there is nothing to say. */
export function exportFiles(
  kind: ExportKind,
  specs: Specs,
  deployment: Deployment,
  documents: readonly DocumentName[],
): readonly ExportedFile[] {
  const served = documents.flatMap((name) => {
    const service = deployment.services[name];
    return service === undefined ? [] : [{ spec: documentOf(specs, name), service }];
  });
  const { name, control } = deployment;
  const files = [
    ...served.flatMap(({ spec, service }) => filesOf(kind, spec, deployment, service)),
    ...(kind === 'arazzo' && control !== undefined ? [json(`${CONTROL}.openapi.json`, controlDescription(name, control))] : []),
  ];
  const [first] = files;
  if (first === undefined) return [];
  const guide = kind === 'k6' ? k6Guide(served.map(({ spec }) => spec.name)) : guideOf(kind, first.path);
  return [...files, { path: 'README.md', text: guide }];
}

function filesOf(kind: ExportKind, spec: DocumentSpec, deployment: Deployment, service: Service): readonly ExportedFile[] {
  switch (kind) {
    case 'openapi':
      return [json(`${spec.name}.openapi.json`, openApi(spec, deployment, service))];
    case 'arazzo':
      // Workflows refer to the operations of a description, which is to be beside them.
      return [
        json(`${spec.name}.arazzo.json`, arazzo(spec, deployment, service)),
        json(`${spec.name}.openapi.json`, openApi(spec, deployment, service)),
      ];
    case 'schemas':
      return [...jsonSchemas(spec, service)].map(([path, schema]) => json(`${spec.name}/${path}`, schema));
    case 'mermaid':
      return spec.states.machines.map((machine) => ({
        path: `${spec.name}.${machine.id}.mmd`,
        text: stateDiagram(spec, machine, deployment),
      }));
    case 'k6':
      return [
        { path: `${spec.name}.k6.js`, text: k6Script(spec, deployment, service) },
        { path: `${spec.name}.k6-operator.yaml`, text: k6Manifest(spec.name) },
      ];
  }
}

function json(path: string, value: unknown): ExportedFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** A machine of the specs as a Mermaid state diagram: every state, and an arrow for every transition, dashed ends for what is no state. */
function stateDiagram(spec: DocumentSpec, machine: MachineRow, deployment: Deployment): string {
  const transitions = transitionsOf(spec, deployment).filter((one) => one.machine === machine);
  const states = machine.states.map(({ name }) => name);
  const ends = [...new Set(transitions.map(({ target }) => target))].filter((target) => !states.includes(target));
  const aliases = new Map([
    ...states.map((name, index): [string, string] => [name, `s${index}`]),
    ...ends.map((name, index): [string, string] => [name, `e${index}`]),
  ]);
  const alias = (name: string): string => aliases.get(name) ?? 'unknown';
  return [
    '---',
    `title: ${JSON.stringify(`${spec.name}, ${machine.id}`)}`,
    '---',
    'stateDiagram-v2',
    ...[...states, ...ends].map((name) => `  state ${JSON.stringify(text(name))} as ${alias(name)}`),
    `  [*] --> ${alias(machine.initial)}`,
    ...transitions.map((one) => `  ${alias(one.from)} --> ${alias(one.target)}: ${label(one)}`),
    '  classDef ending stroke-dasharray: 4 3',
    ...ends.map((name) => `  class ${alias(name)} ending`),
    '',
  ].join('\n');
}

function label({ row, documented }: Transition): string {
  return text(`${row.id}${documented ? '' : ' (not in the document)'}`);
}

/** Characters that Mermaid reads as its own. */
function text(said: string): string {
  return said.replaceAll(/["#;:]/g, (found) => `#${found.codePointAt(0) ?? 0};`);
}
