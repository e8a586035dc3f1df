import type { DocumentSpec, OperationRow, ResourceRow, ResponseRule, RuleCondition } from '../types.ts';
import { resourceSchema } from './field-schema.ts';
import { annotated, type JsonSchema } from './json-schema.ts';
import { defined } from '../defined.ts';
import { oncePer } from '../once-per.ts';
import { isUnlistedState } from '../shown-state.ts';
import { isStatusOf } from '../status-class.ts';

/** What is known of an answer when its schema is looked up. */
export interface AnswerClass {
  readonly operation: OperationRow | undefined;
  readonly status: number;
  readonly state: string | undefined;
  readonly caller: string | undefined;
}

const schemasOf = oncePer((_spec: DocumentSpec) => new Map<string, JsonSchema>());

/**
 * The schema of one class of answers, over the view {status, headers, body, state, error}: the resource's fields and every
 * rule that speaks of this class. Conditions on the view itself become if/then.
 */
export function responseSchema(spec: DocumentSpec, answer: AnswerClass): JsonSchema {
  const key = JSON.stringify([answer.operation?.id, answer.status, answer.state, answer.caller]);
  const schemas = schemasOf(spec);
  const known = schemas.get(key);
  if (known !== undefined) return known;
  const { resources, rules } = partsOf(spec, answer);
  const parts = [...resources.map(bodySchema), ...rules.map(ruleSchema)];
  const schema: JsonSchema = parts.length === 0 ? {} : { allOf: parts };
  schemas.set(key, schema);
  return schema;
}

/** All rules of a document, under whatever heading they stand. */
export function rulesOf({ resources, authentication, events, limits, versioning }: DocumentSpec): readonly ResponseRule[] {
  return [resources, authentication, events, limits, versioning].flatMap(({ rules = [] }) => rules);
}

/** What a class of answers is judged by: the resources that its body is, and the rules that speak of it. */
export function partsOf(
  spec: DocumentSpec,
  answer: AnswerClass,
): { readonly resources: readonly ResourceRow[]; readonly rules: readonly ResponseRule[] } {
  const names = resourceNames(answer);
  const shown = spec.resources.resources.filter(({ name }) => names.includes(name));
  return {
    // Of a response in a state that the document does not list it shows nothing but which states there are.
    resources: isUnlistedState(spec, answer.operation, answer.state) ? shown.map((resource) => statesAlone(spec)(resource)) : shown,
    rules: rulesOf(spec).filter(({ when = {} }) => speaksOf(when, answer)),
  };
}

const statesAlone = oncePer((spec: DocumentSpec) => {
  const states = new Set(spec.states.machines.flatMap(({ statePointer }) => statePointer ?? []));
  return oncePer((resource: ResourceRow): ResourceRow => ({
    ...resource,
    fields: resource.fields.filter(({ path }) => states.has(`/${path}`)),
  }));
});

function resourceNames({ operation, status }: AnswerClass): readonly string[] {
  if (status >= 400) return ['Error'];
  const rows = (operation?.responses ?? []).filter((row) => row.error === undefined && (row.status === undefined || row.status === status));
  return rows.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
}

function speaksOf(when: RuleCondition, { operation, status, state, caller }: AnswerClass): boolean {
  return (
    (when.operation === undefined || (operation !== undefined && when.operation.includes(operation.id))) &&
    (when.status === undefined || isStatusOf(when.status, status)) &&
    (when.state === undefined || (state !== undefined && when.state.includes(state))) &&
    (when.caller === undefined || (caller !== undefined && when.caller.includes(caller)))
  );
}

/** A resource as the body of an answer; the same object each time, so that it is compiled once. */
export const bodySchema = oncePer((resource: ResourceRow): JsonSchema => ({ properties: { body: resourceSchema(resource) } }));

/** A rule over the view, without the part of its condition that selects classes of answers; the same object each time. */
export const ruleSchema = oncePer(({ clauses, schema, expected, when }: ResponseRule): JsonSchema => {
  const demand = annotated({ ...schema }, { clauses, ...defined({ expected }) });
  return when?.view === undefined ? demand : { if: { ...when.view }, then: demand };
});
