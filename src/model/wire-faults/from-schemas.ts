import type { DocumentSpec, FieldRow, ResourceRow, ResponseRule } from '../types.ts';
import { segmentsOf } from '../field-path.ts';
import { rulesOf } from '../schema/response-schema.ts';
import { breaches } from './breach.ts';
import type { Breach } from './breach.ts';
import { kebab, selectorWords } from './names.ts';
import { narrowed } from './narrowed.ts';
import type { AnswerSelector, Draft } from './wire-fault.ts';
import { defined } from '../defined.ts';

/** Every field row of the resources: in each answer that holds the resource, the field is not what the row says, or not there. */
export function fieldFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.resources.resources.flatMap((resource) => resource.fields.flatMap((row) => ofField(spec, resource, row)));
}

function ofField(spec: DocumentSpec, { name }: ResourceRow, { path, schema, clauses, shown }: FieldRow): readonly Draft[] {
  const where = answersHolding(spec, name);
  if (where === undefined) return [];
  const place = ['body', ...segmentsOf(path)];
  const never: readonly Breach[] =
    shown === undefined ? [] : [{ path: place, defect: 'never-shown', edits: [{ do: 'remove', path: place }] }];
  return [...breaches(schema, place), ...never].map((breach) => draft(kebab(name), breach, where, clauses, name));
}

/** The answers whose body is a resource: those of the operations that say so; errors are the body of every refusal. */
function answersHolding(spec: DocumentSpec, resource: string): AnswerSelector | undefined {
  if (resource === 'Error') return { statuses: ['4xx', '5xx'] };
  const operations = spec.endpoints.operations.filter(({ responses }) => responses.some((row) => row.resource === resource));
  return operations.length === 0 ? undefined : { operations: operations.map(({ id }) => id), statuses: ['2xx'] };
}

/** Every rule over answers, under whatever heading it stands. */
export function ruleFaults(spec: DocumentSpec): readonly Draft[] {
  return rulesOf(spec).flatMap((rule) => {
    const where = answersUnder(spec, rule);
    return breaches(rule.schema).map((breach) => draft(ruleName(rule.id), breach, where, rule.clauses, selectorWords(where)));
  });
}

/** Rule ids of some documents begin with what the fault's id says already. */
function ruleName(id: string): string {
  return kebab(id.replace(/^(?:pam|authn|gov)\.(?:rules\.)?/, ''));
}

/** Callers are not told apart: what must not be shown to one must not be shown to him, whoever else is shown it. */
function answersUnder(spec: DocumentSpec, { when = {} }: ResponseRule): AnswerSelector {
  const { operation, status, state, view } = when;
  const pointer = spec.states.machines.find(({ statePointer }) => statePointer !== undefined)?.statePointer;
  return {
    ...defined({ operations: operation, statuses: status }),
    ...(state === undefined || pointer === undefined ? {} : { state: { pointer, values: state } }),
    ...defined({ view }),
  };
}

function draft(
  what: string,
  { path, defect, edits, view }: Breach,
  where: AnswerSelector,
  clauses: readonly string[],
  about: string,
): Draft {
  return { what, path, defect, clauses, about, where: narrowed(where, view), edits };
}
