import type { DocumentSpec } from '../model/types.ts';
import { answerSchemas } from './response-schemas.ts';
import { resourceSchema } from '../model/schema/field-schema.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { operationsOf } from './deployment.ts';
import type { Service } from './deployment.ts';
import { plainSchema } from './dialect.ts';
import { requestBodyOf } from './request.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The JSON Schemas of a document by file: of each resource, of each request body as the profile binds it, and of each class of answers over
 * the view {status, headers, body, state, error, errorText}, by which answers are judged.
 */
export function jsonSchemas(spec: DocumentSpec, service: Service): ReadonlyMap<string, JsonSchema> {
  return new Map([
    ...spec.resources.resources.map((resource) => file(`resources/${resource.name}.json`, resourceSchema(resource))),
    ...operationsOf(spec, service).bound.flatMap((operation) => {
      const body = requestBodyOf(operation);
      return body === undefined ? [] : [file(`requests/${operation.row.id}.json`, body.schema)];
    }),
    // Their references are among themselves, as their $ids say.
    ...answerSchemas(spec).map(({ file: name, schema }): [string, JsonSchema] => [`answers/${name}`, plainSchema(schema)]),
  ]);
}

function file(name: string, schema: JsonSchema): [string, JsonSchema] {
  return [name, { $schema: DRAFT, $id: name, ...plainSchema(schema) }];
}
