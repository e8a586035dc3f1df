import { errorSchema } from '../model/schema/error-schema.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { bodySchema, partsOf, ruleSchema, rulesOf, type AnswerClass } from '../model/schema/response-schema.ts';
import type { DocumentSpec, ResponseRow } from '../model/types.ts';
import { resourceSchema } from '../model/schema/field-schema.ts';
import { operationsOf, type Service } from './deployment.ts';
import { plainSchema } from './dialect.ts';
import { requestBodyOf } from './request.ts';

/** A JSON Schema to be written, by its file name. */
export interface NamedSchema {
  readonly file: string;
  readonly schema: JsonSchema;
}

/** Stands for a status that the document doesn't show: rules speak of such answers as 2xx. */
const SOME_SUCCESS = 200;

/**
 * The JSON Schemas of a document over the response view: one for each body, rule and error in `definitions`, and one for each class
 * of answers that says which of them hold. `listGroups.success.json` is an operation and its status (`success` where the
 * document shows none; the operation `any` for errors, whatever was asked); `authenticate.200.SUCCESS.json` adds a state and
 * `….public.json` a caller, where more holds for these than without.
 */
export function answerSchemas(spec: DocumentSpec): readonly NamedSchema[] {
  return [
    ...spec.resources.resources.map((resource) => named(definition(resource.name), bodySchema(resource))),
    ...rulesOf(spec).map((rule) => named(definition(rule.id), ruleSchema(rule))),
    ...errorDefinitions(spec).map(([name, schema]) => named(definition(name), schema)),
    ...[...answerClasses(spec)].map(([name, parts]) =>
      named(`${name}.json`, parts.length === 0 ? {} : { allOf: parts.map((part) => ({ $ref: definition(part) })) }),
    ),
  ];
}

function definition(name: string): string {
  return `definitions/${name}.json`;
}

function named(file: string, schema: JsonSchema): NamedSchema {
  return { file, schema: { $schema: DRAFT, $id: file, ...schema } };
}

/** The names of the definitions that hold for each class of answers. */
function answerClasses(spec: DocumentSpec): ReadonlyMap<string, readonly string[]> {
  const classes = new Map<string, readonly string[]>();
  const add = (name: string, answer: AnswerClass, withoutState?: AnswerClass): void => {
    const parts = partNames(spec, answer);
    if (withoutState === undefined || parts.length > partNames(spec, withoutState).length) classes.set(name, parts);
    for (const { name: caller } of spec.authentication.callers ?? []) {
      const ofCaller = partNames(spec, { ...answer, caller });
      if (ofCaller.length > parts.length) classes.set(`${name}.${caller}`, ofCaller);
    }
  };
  for (const operation of spec.endpoints.operations) {
    for (const response of operation.responses) {
      const name = `${operation.id}.${response.status ?? 'success'}`;
      const answer = { operation, status: response.status ?? SOME_SUCCESS, state: undefined, caller: undefined };
      add(name, answer);
      for (const state of statesOf(spec, response)) add(`${name}.${state}`, { ...answer, state }, answer);
    }
  }
  for (const { status } of spec.errors.errors) add(`any.${status}`, { operation: undefined, status, state: undefined, caller: undefined });
  return classes;
}

function partNames(spec: DocumentSpec, answer: AnswerClass): readonly string[] {
  const { resources, rules } = partsOf(spec, answer);
  const errors = answer.status < 400 ? [] : errorDefinitions(spec).map(([name]) => name);
  return [...resources.map(({ name }) => name), ...rules.map(({ id }) => id), ...errors];
}

function errorDefinitions(spec: DocumentSpec): readonly (readonly [name: string, schema: JsonSchema])[] {
  return spec.errors.errors.flatMap((row) => {
    const schema = errorSchema(spec, row);
    return schema === undefined ? [] : [[`error.${row.name}`, schema] as const];
  });
}

/** The states that a body of this row can show on the wire. */
function statesOf(spec: DocumentSpec, { resource }: ResponseRow): readonly string[] {
  const machines = spec.states.machines.filter((machine) => machine.resource === resource && machine.statePointer !== undefined);
  return machines.flatMap(({ states }) => states.filter(({ pseudo }) => pseudo !== true).map(({ name }) => name));
}

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
