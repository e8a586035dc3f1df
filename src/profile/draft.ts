import type { CallerRow, DocumentName, DocumentSpec, OperationRow, Specs } from '../model/types.ts';
import { declarable } from '../model/declarable.ts';

/** What somebody says of a target, as far as it goes into a first profile. */
export interface Draft {
  readonly name: string;
  readonly services: Readonly<Record<DocumentName, string>>;
  /** what the services have answered, where they were asked */
  readonly surveys?: Readonly<Record<DocumentName, Survey>>;
  readonly providerStates: readonly ({ readonly http: string } | { readonly module: string } | { readonly accounts: string })[];
  /** undefined for a real clock */
  readonly clock: string | undefined;
  readonly events: string | undefined;
  readonly permissions: { readonly mutate: boolean; readonly destroy: boolean; readonly exhaustRateLimit: boolean };
  readonly budget: { readonly requests: number; readonly perSecond: number; readonly concurrency: number; readonly duration: string };
}

/** What a service shows of itself to whoever has no credential. */
export interface Survey {
  readonly shown: readonly { readonly operation: string; readonly answer: string; readonly features: readonly string[] }[];
  /** JSON pointer to the name of an error in its body, where the document leaves that open and an answer shows it */
  readonly errorName: string | undefined;
  /** why there was no answer */
  readonly failure: string | undefined;
}

/** A profile with what was said, and as comments everything that can be said beside it. Secrets are named by environment variables. */
export function draftProfile(draft: Draft, specs: Specs): string {
  const services = Object.values(specs.documents).flatMap((spec) => {
    const baseUrl = draft.services[spec.name];
    return baseUrl === undefined ? [] : serviceLines(spec, baseUrl, draft.name, draft.surveys?.[spec.name]);
  });
  const { permissions, budget } = draft;
  return [
    '# yaml-language-server: $schema=node_modules/assay/specs/meta/profile.schema.json',
    "# The profile of a target. 'assay plan' says what a run would judge with it, what not, and which key would change that.",
    `name: ${draft.name}`,
    '',
    'services:',
    ...services,
    '# Who sets up provider states and causes acts; the cheapest that can wins. Without any, little can be judged.',
    ...sourceLines(draft),
    '',
    ...surroundingLines(draft),
    '# What a run may do: without mutate a target is only read and signed in to; destroy is for deletions, exhaustRateLimit for what',
    '# ends in 429; links are followed to the origins that are named here, without any credential.',
    'permissions:',
    `  mutate: ${permissions.mutate}`,
    `  destroy: ${permissions.destroy}`,
    `  exhaustRateLimit: ${permissions.exhaustRateLimit}`,
    '  origins: []',
    '',
    "# What a run may take. Tours are kept first, then probes, then walks; 'timeout' is for a single answer.",
    'budget:',
    `  requests: ${budget.requests}`,
    `  perSecond: ${budget.perSecond}`,
    `  concurrency: ${budget.concurrency}`,
    `  duration: ${budget.duration}`,
    '  timeout: PT10S',
    '',
  ].join('\n');
}

function serviceLines(spec: DocumentSpec, baseUrl: string, name: string, survey: Survey | undefined): readonly string[] {
  const { features, name: document } = spec;
  return [
    `  ${document}:`,
    `    baseUrl: ${quoted(baseUrl)}`,
    '    # Features that the target claims: all where the list is left out. What is not claimed is skipped, never passed.',
    `    # claims: [${features.map(({ id }) => id).join(', ')}]`,
    ...(survey?.shown ?? []).map(
      ({ operation, answer, features: served }) => `    # ${operation} answered ${answer}: ${served.join(', ')} is there`,
    ),
    ...credentialLines(spec, name),
    ...bindingLines(spec, survey?.errorName),
    ...declarationLines(spec),
    '',
  ];
}

/** Credentials of the profile's own; the one that nearly every request carries is asked for, the others are there to be taken up. */
function credentialLines(spec: DocumentSpec, name: string): readonly string[] {
  const rows = (spec.authentication.callers ?? []).flatMap((caller) => credentialsOf(spec, caller));
  if (rows.length === 0) return [];
  const needed = rows.some(({ needed: asked }) => asked);
  const line = (row: (typeof rows)[number]): string => {
    const text = `${row.credential}: { env: ${variable(name, row.credential)} }`;
    return row.needed ? `      ${text}` : `${needed ? '      # ' : '    #   '}${text}`;
  };
  return [
    '    # Secrets come from the environment or from files, never in clear.',
    needed ? '    credentials:' : '    # credentials:',
    ...rows.toSorted((one, other) => Number(other.needed) - Number(one.needed)).map(line),
    ...(needed
      ? ['    # How a caller proves who it is, the document does not show.', '    headers: { authorization: "Bearer {credential}" }']
      : []),
  ];
}

function credentialsOf(
  { endpoints }: DocumentSpec,
  { credential, header, default: usual, refused }: CallerRow,
): readonly { readonly credential: string; readonly needed: boolean }[] {
  if (credential === undefined) return [];
  const issuing = endpoints.operations.find(({ id }) => id === credential);
  if (issuing === undefined) return [{ credential, needed: usual === true && header === undefined && refused !== true }];
  return (issuing.parameters ?? []).map((row) => ({ credential: camel(row.name), needed: false }));
}

/** Everything that the document leaves open about its operations, as comments. */
function bindingLines(spec: DocumentSpec, errorName: string | undefined): readonly string[] {
  const { endpoints, errors } = spec;
  const open = endpoints.operations.filter(
    ({ method, path, open: parts = [] }) => method === undefined || path === undefined || parts.length > 0,
  );
  return [
    '    # What the document does not show: fill in what your deployment has, and leave out what it has not.',
    errorName === undefined ? '    # bindings:' : '    bindings:',
    ...(errorName === undefined ? [] : [`      errorName: ${quoted(errorName)}`]),
    ...(errorName === undefined && errors.errorName === undefined
      ? ['    #   errorName: /…  # JSON pointer to the name of an error in its body']
      : []),
    ...open.map((operation) => {
      const notes = [...(operation.about === undefined ? [] : [operation.about]), ...fieldsNote(spec, operation)];
      return `    #   ${operation.id}: { ${shape(operation)} }${notes.length === 0 ? '' : `  # ${notes.join('; ')}`}`;
    }),
  ];
}

function shape({ method, path, open = [], parameters = [] }: OperationRow): string {
  const named = (place: string): readonly string[] => parameters.filter((row) => row.in === place).map(({ name }) => name);
  const template = (place: string): readonly string[] => {
    const entries = open.includes('request') ? named(place).map((name) => `${name}: $${name}`) : [];
    return entries.length === 0 ? [] : [`${place}: { ${entries.join(', ')} }`];
  };
  const known =
    path ??
    named('path')
      .map((name) => `/{${name}}`)
      .join('');
  return [
    ...(method === undefined ? ['method: …'] : []),
    ...(path === undefined || open.includes('path') || open.includes('base-path') ? [`path: '/…${known}'`] : []),
    ...(open.includes('success') ? ['success: …'] : []),
    ...template('query'),
    ...template('body'),
  ].join(', ');
}

/** The fields that a binding's pointers place; those of a resource that the document itself shows somewhere stand at their names. */
function fieldsNote({ endpoints, resources }: DocumentSpec, operation: OperationRow): readonly string[] {
  const isOpen = ({ open = [] }: OperationRow): boolean => open.includes('response');
  if (!isOpen(operation)) return [];
  const told = resourcesOf(endpoints.operations.filter((one) => !isOpen(one)));
  const open = [...resourcesOf([operation])].filter((name) => !told.has(name));
  const paths = new Set(
    resources.resources.filter(({ name }) => open.includes(name)).flatMap(({ fields }) => fields.map(({ path }) => path)),
  );
  return paths.size === 0 ? [] : [`response fields: ${[...paths].join(', ')}`];
}

function resourcesOf(operations: readonly OperationRow[]): ReadonlySet<string> {
  return new Set(operations.flatMap(({ responses }) => responses.flatMap(({ resource }) => (resource === undefined ? [] : [resource]))));
}

function declarationLines(spec: DocumentSpec): readonly string[] {
  const names = [...declarable(spec)];
  return names.length === 0
    ? []
    : [
        '    # Promises beyond the document, each by name and what it leads to: to, refused, status, values or view.',
        '    # declares:',
        ...names.map((name) => `    #   - { name: ${name}, … }`),
      ];
}

function sourceLines({ providerStates }: Draft): readonly string[] {
  if (providerStates.length === 0)
    return [
      '# providerStates:',
      "#   - http: https://states.example.test/_states  # Pact's convention: POST {state, params} answers the state's data",
      '#   - module: ./states.mjs',
      '#   - accounts: ./accounts.yaml  # prepared by hand',
    ];
  return [
    'providerStates:',
    ...providerStates.flatMap((source) => Object.entries(source).map(([kind, value]) => `  - ${kind}: ${quoted(value)}`)),
  ];
}

function surroundingLines({ clock, events }: Draft): readonly string[] {
  return [
    "# Where the target's clock can be turned, and where its e-mails and events are read.",
    clock === undefined ? '# clock: { http: https://states.example.test/_clock }' : `clock: { http: ${quoted(clock)} }`,
    events === undefined ? '# events: { http: https://states.example.test/_events }' : `events: { http: ${quoted(events)} }`,
    '',
  ];
}

/** As JSON, which is YAML as well. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** ACME_STAGING_API_TOKEN */
function variable(profile: string, credential: string): string {
  const words = `${profile}_${credential.replace(/[A-Z]/g, (letter) => `_${letter}`)}`;
  return words.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}
