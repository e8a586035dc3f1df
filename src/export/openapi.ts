import type { DocumentSpec, ResourceRow } from '../model/types.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';
import { resourceSchema } from '../model/schema/field-schema.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { securitySchemes } from './callers.ts';
import { errorPointer, operationsOf } from './deployment.ts';
import type { BoundOperation, Deployment, Service } from './deployment.ts';
import { plainSchema } from './dialect.ts';
import { operationObject } from './openapi-operation.ts';
import { errorResponse, errorStatuses, headerObject } from './openapi-responses.ts';
import { defined } from '../model/defined.ts';

/**
 * A document as OpenAPI 3.1. Operations that share method and path, being one operation under several preconditions, are one here, with
 * `x-operations` naming them all; `x-answers` of a response are the rows of the specs that it stands for.
 */
export function openApi(spec: DocumentSpec, deployment: Deployment, service: Service): JsonSchema {
  const { bound, unbound } = operationsOf(spec, service);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operations of grouped(bound)) {
    const [first] = operations;
    if (first === undefined) continue;
    (paths[first.path] ??= {})[first.method.toLowerCase()] = operationObject(spec, service, operations, bound);
  }
  const errors = Object.fromEntries(
    errorStatuses(spec).map((status) => [`Error${status}`, errorResponse(spec, service, undefined, status, [])]),
  );
  const said = JSON.stringify([paths, errors]);
  const isReferredTo = ({ name }: ResourceRow): boolean => said.includes(`"#/components/schemas/${name}"`);
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
        spec.resources.resources
          .filter(isReferredTo)
          .map((resource) => [resource.name, { ...defined({ description: resource.about }), ...plainSchema(resourceSchema(resource)) }]),
      ),
      responses: errors,
      headers: Object.fromEntries((spec.limits.rateLimitHeaders ?? []).map((row) => [row.name, headerObject(row)])),
      securitySchemes: securitySchemes(spec, service),
    },
    'x-unbound': unbound.map(({ id }) => id),
  };
}

/** One after another, those with the same method and path together. */
function grouped(bound: readonly BoundOperation[]): readonly (readonly BoundOperation[])[] {
  const groups = new Map<string, BoundOperation[]>();
  for (const operation of bound) {
    const key = `${operation.method} ${operation.path}`;
    groups.set(key, [...(groups.get(key) ?? []), operation]);
  }
  return [...groups.values()];
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
