import type { JsonSchema } from '../schema/json-schema.ts';
import { bodySchema, partsOf, ruleSchema, rulesOf } from '../schema/response-schema.ts';
import type { AnswerClass } from '../schema/response-schema.ts';
import type { DocumentSpec, ResponseRow } from '../types.ts';

/** A JSON Schema to be written, by its file name. */
export interface NamedSchema {
  readonly file: string;
  readonly schema: JsonSchema;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const DEFINITIONS = 'definitions.json';
/** Stands for a status that the document doesn't show: rules speak of such answers as 2xx. */
const SOME_SUCCESS = 200;

/**
 * The JSON Schemas of a document over the response view: the bodies and rules in `definitions.json`, and one file for each
 * class of answers that says which of them hold. `listGroups.200.json` is an operation and a status (`success` where the
 * document shows none; the operation `any` for errors, whatever was asked); `authenticate.200.SUCCESS.json` adds a state and
 * `….public.json` a caller, where more holds for these than without.
 */
export function answerSchemas(spec: DocumentSpec): readonly NamedSchema[] {
  const definitions = [...spec.resources.resources.map((resource) => [resource.name, bodySchema(resource)]), ...rulesOf(spec).map((rule) => [rule.id, ruleSchema(rule)])];
  const answers = [...answerClasses(spec)].map(([name, parts]) => ({
    file: `${name}.json`,
    schema: { $schema: DIALECT, $id: `${name}.json`, ...(parts.length === 0 ? {} : { allOf: parts.map((part) => ({ $ref: `${DEFINITIONS}#/$defs/${part}` })) }) },
  }));
  return [{ file: DEFINITIONS, schema: { $schema: DIALECT, $id: DEFINITIONS, $defs: Object.fromEntries(definitions) } }, ...answers];
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
  return [...resources.map(({ name }) => name), ...rules.map(({ id }) => id)];
}

/** The states that a body of this row can show on the wire. */
function statesOf(spec: DocumentSpec, { resource }: ResponseRow): readonly string[] {
  const machines = spec.states.machines.filter((machine) => machine.resource === resource && machine.statePointer !== undefined);
  return machines.flatMap(({ states }) => states.filter(({ pseudo }) => pseudo !== true).map(({ name }) => name));
}
