import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { exportFiles, exportKinds, type ExportedFile } from '../export/export.ts';
import { cannotWrite, isFileError, claimFolder, demandFreeFolder } from '../run/write-files.ts';
import { profileFile } from '../run/targets.ts';
import { documentName } from './arguments.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { repeatable } from './flags.ts';
import { writeResult } from './output.ts';
import { targetOf, withTarget, specsOf, withSpecs, type TargetFlag, type SpecsFlag } from './common-flags.ts';
import { defined } from '../model/defined.ts';
import type { ServiceProfile, Specs } from '../model/types.ts';
import type { ControlPlane } from '../export/control.ts';
import type { Deployment } from '../export/deployment.ts';
import { fillAddresses, serviceAddress } from '../profile/addresses.ts';
import { operationCredentials } from '../profile/operation-credentials.ts';
import { readProfile } from '../profile/load-profile.ts';

interface Flags extends SpecsFlag, TargetFlag {
  readonly out: string;
  readonly document?: readonly string[];
}

export function exportCommand(command: Command): Command {
  return withTarget(withSpecs(command), 'profile whose bindings define what the documents leave unspecified')
    .argument('<kind>', exportKinds.join(', '))
    .requiredOption('--out <dir>', 'folder to write, new or empty')
    .option('--document <name>', 'include only this document (repeatable)', repeatable(String))
    .addHelpText(
      'after',
      helpText({
        notes: [
          'The files contain the documented behaviour and, for unspecified behaviour, the bindings of the profile; each file marks its bindings. The command sends nothing, reads no secret and overwrites nothing.',
          `Kinds:
  openapi  one OpenAPI description per document: operations, examples, links,
           errors, headers
  arazzo   transition tours through the state tables as workflows, with the
           OpenAPI descriptions that they reference
  schemas  JSON Schema 2020-12 of resources, requests and responses
  mermaid  one state diagram per state table
  k6       one script per document: constant arrival rate, checks, thresholds,
           one row per response; README.md describes the rows`,
        ],
        examples: [
          ['assay export openapi --out openapi --target target.yaml', 'export OpenAPI 3.1 with the bindings of your profile'],
          ['assay export mermaid --out diagrams --document authentication', 'export the state diagrams of one document'],
          ['assay export k6 --out k6', 'export load scripts for k6'],
        ],
        exitCodes: { 0: 'written', 2: 'invalid command or configuration, or a folder that is not empty', 4: 'Assay or the disk failed' },
        next: ['assay load', 'develop-against-the-mock'],
      }),
    )
    .action(exportSpecs);
}

function exportSpecs(name: string, { out, target, document, ...flags }: Flags): void {
  const kind = exportKinds.find((known) => known === name);
  if (kind === undefined) throw new UsageError('export-unknown', `export ${name}: there is no such kind. Known: ${exportKinds.join(', ')}`);
  const folder = resolve(out);
  demandFreeFolder(folder);
  const specs = specsOf(flags);
  const file = profileFile(targetOf(target));
  const described = deploymentOf(file, specs, process.env);
  const deployment = kind === 'arazzo' ? { ...described, control: controlOf(file, specs, process.env) } : described;
  const served = Object.values(specs.documents).flatMap((spec) => (deployment.services[spec.name] === undefined ? [] : [spec.name]));
  const documents = document === undefined ? served : [...new Set(document.map((one) => documentName(one, specs)))];
  const missing = documents.find((one) => !served.includes(one));
  if (missing !== undefined)
    throw new UsageError(
      'service-unknown',
      `--document ${missing}: the profile ${deployment.name} has no such service. It has ${served.join(', ')}`,
    );
  const files = exportFiles(kind, specs, deployment, documents);
  if (files.length === 0)
    throw new UsageError(
      'export-empty',
      `export ${kind}: ${documents.join(', ')} has nothing of the kind: the document shows no states. Nothing was written`,
    );
  write(folder, files);
  writeResult(`${files.map(({ path }) => join(out, path)).join('\n')}\n`);
}

function write(folder: string, files: readonly ExportedFile[]): void {
  try {
    claimFolder(folder, () => {
      for (const { path, text } of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text, { flag: 'wx' });
      }
    });
  } catch (error) {
    throw isFileError(error) ? cannotWrite(`--out ${folder}`, error, 'What was written until then is incomplete: take it away') : error;
  }
}

/** Where `assay mock --port 8080` puts the first service. */
const MOCK_PORT = 8080;

/** A profile's addresses and bindings; who provides states, and with which credentials, is nobody's business here. Throws SpecError, UsageError. */
export function deploymentOf(file: string, specs: Specs, env: Readonly<Record<string, string | undefined>>): Deployment {
  const { name, services: given = {}, embedded } = readProfile(file, specs);
  const { services = {} } = fillAddresses({ name, services: given }, file, env);
  return {
    name,
    services: Object.fromEntries(
      Object.values(specs.documents).flatMap(({ name: document, document: { portOffset = 0 } }) => {
        const service = services[document];
        if (service === undefined) return [];
        const {
          baseUrl = embedded === undefined ? undefined : `http://127.0.0.1:${MOCK_PORT + portOffset}`,
          bindings = {},
          declares = [],
          headers = {},
          mediaType = 'application/json',
          errorMediaType = mediaType,
        } = service;
        const key = `services.${document}.baseUrl`;
        if (baseUrl === undefined)
          throw new UsageError(
            'service-address-missing',
            `${file}  ${key}  expected the address of the service, found nothing. Add baseUrl: https://…`,
          );
        return [
          [
            document,
            {
              baseUrl: serviceAddress(key, baseUrl, file),
              bindings,
              declares,
              headers,
              mediaType,
              errorMediaType,
              operationCredentials: operationCredentials(service),
              published: embedded === undefined ? {} : writtenOut(service),
            },
          ] as const,
        ];
      }),
    ),
    control: undefined,
  };
}

/** Where the first service's neighbour, the control plane, is after `assay mock --control-port 8090`. */
const MOCK_CONTROL = 'http://127.0.0.1:8090';

/** The control plane of a profile, where one source over HTTP provides every state and asks for no credential. Throws SpecError. */
export function controlOf(file: string, specs: Specs, env: Readonly<Record<string, string | undefined>>): ControlPlane | undefined {
  const { name, embedded, providerStates: given, clock: asked } = readProfile(file, specs);
  if (embedded !== undefined && given === undefined)
    return { states: `${MOCK_CONTROL}/states`, acts: `${MOCK_CONTROL}/acts`, clock: `${MOCK_CONTROL}/clock` };
  const isOpen = typeof asked === 'object' && asked.headers === undefined;
  const { providerStates = [], clock } = fillAddresses(
    { name, ...defined({ providerStates: given, clock: isOpen ? asked : undefined }) },
    file,
    env,
  );
  const source = providerStates.find(
    ({ http, headers, provides }) => http !== undefined && headers === undefined && provides === undefined,
  );
  if (source?.http === undefined) return undefined;
  const { http: states, acts = new URL('acts', states).href } = source;
  return { states, acts, clock: typeof clock === 'object' ? clock.http : undefined };
}

/** Credentials that a profile holds in itself: only the embedded mock's are no secret. */
function writtenOut({ credentials = {} }: ServiceProfile): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(credentials).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));
}
