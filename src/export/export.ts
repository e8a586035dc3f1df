import { documentOf } from '../model/document-of.ts';
import type { DocumentName, DocumentSpec, Specs } from '../model/types.ts';
import { arazzo } from './arazzo.ts';
import type { Deployment, Service } from './deployment.ts';
import { jsonSchemas } from './json-schemas.ts';
import { k6Guide, k6Manifest, k6Script } from './k6.ts';
import { stateDiagram } from './mermaid.ts';
import { openApi } from './openapi.ts';

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
  const files = served.flatMap(({ spec, service }) => filesOf(kind, spec, deployment, service));
  return kind === 'k6' && files.length > 0 ? [...files, { path: 'README.md', text: k6Guide(served.map(({ spec }) => spec.name)) }] : files;
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
