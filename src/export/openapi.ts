import type { DocumentSpec, CallerRow, OperationRow } from '../model/types.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';
import { resourceSchema } from '../model/schema/field-schema.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import {
  errorPointer,
  operationsOf,
  credentialHeader,
  headerForms,
  type BoundOperation,
  type Deployment,
  type Service,
} from './deployment.ts';
import { plainSchema, anyOf, openSchema } from './dialect.ts';
import { exampleBody, examplePairs } from './examples.ts';
import { errorResponse, errorStatuses, headerObject, responses, type Described } from './openapi-responses.ts';
import { defined } from '../model/defined.ts';
import { parametersOf, requestBodyOf, type Parameter } from './request.ts';
import { newSampler } from './sample.ts';
import { credentialHolders, keptFor } from '../profile/operation-credentials.ts';
import { transitionsOf } from '../plan/transition-system.ts';
import { grouped } from '../model/grouped.ts';

/**
 * A document as OpenAPI 3.1. Operations that share method and path, being one operation under several preconditions, are one here, with
 * `x-operations` naming them all; `x-answers` of a response are the rows of the specs that it stands for.
 */
export function openApi(spec: DocumentSpec, deployment: Deployment, service: Service): JsonSchema {
  const { bound, unbound } = operationsOf(spec, service);
  const schemas = Object.fromEntries(
    spec.resources.resources.map((resource) => [
      resource.name,
      { ...defined({ description: resource.about }), ...plainSchema(resourceSchema(resource)) },
    ]),
  );
  const described = { spec, service, all: bound, transitions: transitionsOf(spec, deployment), sample: newSampler(schemas) };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operations of grouped(bound, ({ method, path }) => `${method} ${path}`).values()) {
    const [first] = operations;
    if (first === undefined) continue;
    (paths[first.path] ??= {})[first.method.toLowerCase()] = operationObject(described, operations);
  }
  const errors = Object.fromEntries(
    errorStatuses(spec).map((status) => [`Error${status}`, errorResponse(described, undefined, status, [])]),
  );
  const said = JSON.stringify([paths, errors]);
  return {
    openapi: '3.1.0',
    info: {
      title: spec.document.title,
      version: PACKAGE_VERSION,
      summary: `What the ${spec.name} document says, for the target ${deployment.name}.`,
      description: description(spec, deployment, service),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: service.baseUrl, description: deployment.name }],
    tags: [{ name: spec.name, description: `The operations of the ${spec.name} document.` }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).flatMap(([name, schema]) =>
          said.includes(`"#/components/schemas/${name}"`) ? [[name, openSchema(schema)]] : [],
        ),
      ),
      responses: errors,
      headers: Object.fromEntries((spec.limits.rateLimitHeaders ?? []).map((row) => [row.name, headerObject(row)])),
      securitySchemes: securitySchemes(spec, service),
    },
    'x-unbound': unbound.map(({ id }) => id),
  };
}

function description(spec: DocumentSpec, { name }: Deployment, service: Service): string {
  const { bound, unbound } = operationsOf(spec, service);
  const open = bound.filter(({ row }) => row.method === undefined || row.path === undefined || row.open?.includes('base-path') === true);
  const pointer = spec.errors.errorName === undefined ? errorPointer(spec, service) : undefined;
  return [
    `Written from Assay's specs of the ${spec.name} document: what the document shows, and what the profile \`${name}\` binds where the document shows nothing.`,
    ...(open.length === 0 ? [] : [`Method or path bound by the profile: ${open.map(({ row }) => row.id).join(', ')}.`]),
    ...(pointer === undefined ? [] : [`The name of an error stands at \`${pointer}\`, bound by the profile.`]),
    ...(unbound.length === 0 ? [] : [`Not here, because nothing says how to call them: ${unbound.map(({ id }) => id).join(', ')}.`]),
    'Objects are open: fields that the document does not name may be there. A status that is not listed is one on which the document is silent.',
  ].join('\n\n');
}

/** Operations with the same method and path as one operation of OpenAPI, under the name of the first. */
function operationObject(described: Described, operations: readonly BoundOperation[]): JsonSchema {
  const { spec } = described;
  const [first] = operations;
  if (first === undefined) return {};
  const { id, about = id } = first.row;
  const body = bodyObject(described, operations);
  return {
    operationId: id,
    tags: [spec.name],
    summary: about.length <= 120 ? about : id,
    description: operations.map(({ row }) => `${row.id}: ${row.about ?? row.id}${openText(row.open)}`).join('\n\n'),
    'x-operations': operations.map(({ row }) => row.id),
    'x-clauses': [...new Set(operations.flatMap(({ row }) => row.clauses))],
    security: securityOf(described, operations),
    parameters: parameterObjects(described, operations),
    ...defined({ requestBody: body }),
    responses: responses(described, operations),
  };
}

function openText(open: BoundOperation['row']['open'] = []): string {
  return open.length === 0 ? '' : ` (the document leaves open, and the profile binds: ${open.join(', ')})`;
}

function parameterObjects(described: Described, operations: readonly BoundOperation[]): readonly JsonSchema[] {
  const { spec, service } = described;
  const byKey = new Map<string, Parameter & { readonly times: number; readonly examples: JsonSchema }>();
  for (const operation of operations) {
    for (const parameter of [...parametersOf(operation), ...serviceParameters(spec, service)]) {
      const key = `${parameter.in} ${parameter.name}`;
      const known = byKey.get(key);
      byKey.set(key, {
        ...parameter,
        required: parameter.required && (known?.required ?? true),
        times: (known?.times ?? 0) + 1,
        examples: { ...known?.examples, ...parameterExamples(described, operation, parameter) },
      });
    }
  }
  return [...byKey.values()].map(({ name, in: place, times, clauses, schema, required, examples }) => ({
    name,
    in: place,
    required: place === 'path' || (required && times === operations.length),
    schema: plainSchema(schema),
    'x-clauses': clauses,
    ...(Object.keys(examples).length === 0 ? {} : { examples }),
  }));
}

function parameterExamples({ spec, transitions, sample }: Described, operation: BoundOperation, parameter: Parameter): JsonSchema {
  const { name, argument, required, schema } = parameter;
  return Object.fromEntries(
    examplePairs(spec, transitions, operation).flatMap((pair) => {
      const given = argument === undefined ? undefined : pair.args?.[argument];
      const value = given ?? (required ? sample(plainSchema(schema), {}, name) : undefined);
      return value === undefined ? [] : [[pair.name, { summary: pair.about, value }] as const];
    }),
  );
}

/** The headers of every request that show no credential of a caller. */
function serviceParameters(spec: DocumentSpec, service: Service): readonly Parameter[] {
  const isCredential = (spec.authentication.callers ?? []).some(
    ({ header, credential }) => credential !== undefined && header === undefined,
  );
  const [shown] = isCredential ? credentialHeader(service) : [];
  return Object.entries(headerForms(service)).flatMap(([name, form]): Parameter[] =>
    name === shown || name.toLowerCase() === 'authorization'
      ? []
      : [
          {
            name,
            argument: undefined,
            in: 'header',
            required: true,
            schema: /\{\w+\}/.test(form) ? { type: 'string' } : { const: form },
            clauses: [],
          },
        ],
  );
}

function bodyObject(described: Described, operations: readonly BoundOperation[]): JsonSchema | undefined {
  const bodies = operations.flatMap((operation) => {
    const body = requestBodyOf(operation);
    return body === undefined ? [] : [{ ...body, operation, schema: plainSchema(body.schema) }];
  });
  if (bodies.length === 0) return undefined;
  const content = [...grouped(bodies, ({ contentType }) => contentType)].map(([type, ofType]) => {
    const examples = ofType.flatMap(({ operation, schema }) => bodyExamples(described, operation, schema));
    const schema = anyOf(ofType.map((one) => one.schema));
    return [type, { schema, ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }) }];
  });
  return { required: bodies.length === operations.length, content: Object.fromEntries(content) };
}

function bodyExamples(
  { spec, transitions, sample }: Described,
  operation: BoundOperation,
  schema: JsonSchema,
): readonly (readonly [string, JsonSchema])[] {
  return examplePairs(spec, transitions, operation).flatMap(({ name, about, args }) => {
    const value = args === undefined ? sample(schema, {}) : exampleBody(operation, args);
    return value === undefined ? [] : [[name, { summary: about, value }] as const];
  });
}

/** How callers of a kind prove who they are, as OpenAPI says it. */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string; readonly description: string };

/** Who shows a credential: kinds of caller, credentials kept for single operations, and Authorization headers of the profile's own, by name. */
function securitySchemes(spec: DocumentSpec, service: Service): Readonly<Record<string, SecurityScheme>> {
  const callers = (spec.authentication.callers ?? []).flatMap((caller) => {
    const scheme = schemeOf(caller, service);
    return scheme === undefined ? [] : [[caller.name, scheme] as const];
  });
  const [holder] = credentialHolders(spec);
  const kept = service.operationCredentials.flatMap(({ credential, scheme }) => {
    const form = scheme === undefined ? {} : { header: 'Authorization', value: `${scheme} {credential}` };
    const shown = holder === undefined ? undefined : schemeOf({ ...holder, credential, ...form }, service);
    return shown === undefined ? [] : [[credential, shown] as const];
  });
  const bound = operationsOf(spec, service).bound.flatMap(({ row, binding }) => {
    const form = authorizationIn(binding?.headers);
    return form === undefined ? [] : [[boundName(row), headerScheme('Authorization', form, `Authorization: ${form}`)] as const];
  });
  const own = authorizationIn(headerForms(service));
  const ofService = own === undefined ? [] : [[OF_SERVICE, headerScheme('Authorization', own, `Authorization: ${own}`)] as const];
  return Object.fromEntries([...ofService, ...callers, ...kept, ...bound]);
}

const OF_SERVICE = 'service-authorization';

function boundName({ id }: OperationRow): string {
  return `${id}-authorization`;
}

function authorizationIn(headers: Readonly<Record<string, string>> = {}): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}

function headerScheme(name: string, form: string, description: string): SecurityScheme {
  return name.toLowerCase() === 'authorization' && /^bearer [{$]\w+\}?$/i.test(form)
    ? { type: 'http', scheme: 'bearer', description }
    : { type: 'apiKey', in: 'header', name, description };
}

function schemeOf({ header, value, credential, refused }: CallerRow, service: Service): SecurityScheme | undefined {
  if (credential === undefined || refused === true) return undefined;
  const [name, form] = header === undefined ? credentialHeader(service) : [header, value ?? '{credential}'];
  return name === undefined || form === undefined
    ? undefined
    : headerScheme(name, form, `${name}: ${form.replace(/\{\w+\}/, `{${credential}}`)}`);
}

/** The alternatives of an operation: for each caller its credential, under what the profile binds for the service and the operation. */
function securityOf({ spec, service }: Described, operations: readonly BoundOperation[]): readonly JsonSchema[] {
  const schemes = securitySchemes(spec, service);
  const alternatives = operations.flatMap((operation) =>
    callersOf(spec, operation).map((caller) => {
      const [kept] = keptFor(service.operationCredentials, operation.row.id);
      const names = [OF_SERVICE, caller === '' ? caller : (kept?.credential ?? caller), boundName(operation.row)];
      // Of several for one header, the last is sent.
      const byHeader = new Map(names.flatMap((name) => (schemes[name] === undefined ? [] : [[headerOf(schemes[name]), name] as const])));
      return Object.fromEntries([...byHeader.values()].map((name) => [name, []]));
    }),
  );
  // An empty list says the same as one empty alternative, which Prism refuses.
  if (alternatives.every((one) => Object.keys(one).length === 0)) return [];
  return [...new Map(alternatives.map((one) => [JSON.stringify(one), one])).values()];
}

function headerOf(scheme: SecurityScheme): string {
  return scheme.type === 'http' ? 'authorization' : scheme.name.toLowerCase();
}

/** Who may call an operation: names of kinds of caller, '' for one that shows nothing. */
function callersOf(spec: DocumentSpec, { row, binding }: BoundOperation): readonly string[] {
  const callers = spec.authentication.callers ?? [];
  const usual = callers.find((caller) => caller.default === true)?.name;
  const shown = (row.examples ?? []).map(({ caller }) => caller ?? binding?.caller ?? usual);
  const named = shown.length > 0 ? shown : [binding?.caller ?? usual];
  const isOpen = (name: string | undefined): boolean => callers.find((caller) => caller.name === name)?.credential === undefined;
  return [...new Set(named.map((name) => (row.authenticated === false || isOpen(name) ? '' : (name ?? ''))))];
}
