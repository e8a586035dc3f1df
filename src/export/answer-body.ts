import type { DocumentSpec, OperationRow, ResourceRow, ResponseRow, ResponseRule } from '../model/types.ts';
import { IN_LOCATION } from '../profile/answer.ts';
import { pointerSegments } from '../model/pointer.ts';
import { resourceSchema } from '../model/schema/field-schema.ts';
import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';
import { partsOf } from '../model/schema/response-schema.ts';
import { errorPointer, type BoundOperation, type Service } from './deployment.ts';
import { allOf, schemaAt } from './dialect.ts';
import { defined } from '../model/defined.ts';

/** The body of an answer that is no error, as it is on the wire; undefined where nobody says what it is. */
export function successBody(
  spec: DocumentSpec,
  service: Service,
  operation: BoundOperation,
  row: ResponseRow,
  status: number,
): JsonSchema | undefined {
  const resource = spec.resources.resources.find(({ name }) => name === row.resource);
  if (resource === undefined) return undefined;
  const { root = '', ...fields } = operation.binding?.response ?? {};
  // Rules speak of the body as the document shows it.
  return Object.keys(fields).length === 0 && root === ''
    ? allOf([{ $ref: `#/components/schemas/${resource.name}` }, ...rulesOnBody(spec, service, operation.row, status)])
    : allOf(boundSchema(resource, { ...fields, '': root }));
}

/** A resource whose fields stand where a binding says: by the name of each, a pointer into the body, or into the element of its list. */
function boundSchema(resource: ResourceRow, places: Readonly<Record<string, string>>): readonly JsonSchema[] {
  const names = Object.keys(places);
  const holderOf = (path: string): string => names.filter((name) => isWithin(path, name)).toSorted((a, b) => b.length - a.length)[0] ?? '';
  return names
    .filter((name) => places[name] !== IN_LOCATION)
    .map((name) => {
      const own = resourceSchema({ ...resource, fields: resource.fields.filter(({ path }) => holderOf(path) === name) });
      return placed(name, stepsOf(name).reduce(partOf, own), places);
    });
}

/** True for a field itself and for all that is in it; everything is in the whole, whose name is empty. */
function isWithin(path: string, name: string): boolean {
  return name === '' || path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`);
}

/** `items[].resource` as items, its elements, resource. */
function stepsOf(name: string): readonly string[] {
  return name === '' ? [] : name.replaceAll('[]', '.[]').split('.');
}

function partOf(schema: JsonSchema, step: string): JsonSchema {
  const { items, properties } = schema;
  const part = step === '[]' ? items : isSchema(properties) ? properties[step] : undefined;
  return isSchema(part) ? part : {};
}

/** The schema of the body that holds a field: at its pointer, where it is in a list in each element of that list. */
function placed(name: string, schema: JsonSchema, places: Readonly<Record<string, string>>): JsonSchema {
  const here = schemaAt(pointerSegments(places[name] ?? ''), schema);
  const end = name.lastIndexOf('[]');
  if (end < 0) return here;
  const list = name.slice(0, end);
  const element = { items: here };
  if (list in places) return placed(list, element, places);
  const inside = (inner: JsonSchema, step: string): JsonSchema => (step === '[]' ? { items: inner } : { properties: { [step]: inner } });
  return schemaAt(pointerSegments(places[''] ?? ''), stepsOf(list).reduceRight(inside, element));
}

/**
 * The body of an error with this status: an error name goes with its own status and no other, and rules speak of it too. Without a status, of
 * one that the document does not show.
 */
export function errorBody(
  spec: DocumentSpec,
  service: Service,
  operation: OperationRow | undefined,
  status: number | undefined,
): JsonSchema {
  const pointer = errorPointer(spec, service);
  const errors = spec.resources.resources.find(({ name }) => name === 'Error');
  const named = spec.errors.errors.filter((row) => row.named !== false);
  const here = new Set(named.filter((row) => row.status === status).map(({ name }) => name));
  const elsewhere = [...new Set(named.map(({ name }) => name))].filter((name) => !here.has(name));
  return allOf([
    ...(errors === undefined ? [] : [{ $ref: '#/components/schemas/Error' }]),
    ...(pointer === undefined || elsewhere.length === 0 ? [] : [schemaAt(pointerSegments(pointer), { not: { enum: elsewhere } })]),
    ...(status === undefined ? [] : rulesOnBody(spec, service, operation, status)),
  ]);
}

/** What the rules demand of the body of such an answer, whoever asked; rules about anything else are left to the judges. */
function rulesOnBody(spec: DocumentSpec, service: Service, operation: OperationRow | undefined, status: number): readonly JsonSchema[] {
  const resources = (operation?.responses ?? []).map(({ resource }) => resource);
  const pointer = spec.states.machines.find(
    (machine) => machine.statePointer !== undefined && resources.includes(machine.resource),
  )?.statePointer;
  const states = spec.states.machines.flatMap((machine) => machine.states.map(({ name }) => name));
  const rules = new Set([undefined, ...states].flatMap((state) => partsOf(spec, { operation, status, state, caller: undefined }).rules));
  return [...rules].flatMap((rule) => {
    const schema = onBody(rule, errorPointer(spec, service), status < 400 ? pointer : undefined);
    return schema === undefined ? [] : [schema];
  });
}

function onBody(
  { clauses, expected, schema, when = {} }: ResponseRule,
  error: string | undefined,
  state: string | undefined,
): JsonSchema | undefined {
  if (when.caller !== undefined) return undefined;
  const demand = bodyPart(schema, error, false);
  const view = when.view === undefined ? {} : bodyPart(when.view, error, true);
  if (demand === undefined || view === undefined) return undefined;
  const conditions = [
    ...(when.state === undefined || state === undefined ? [] : [schemaAt(pointerSegments(state), { enum: when.state }, true)]),
    ...(when.view === undefined ? [] : [view]),
  ];
  if (when.state !== undefined && state === undefined) return undefined;
  const annotated = { ...demand, clauses, ...defined({ expected }) };
  return conditions.length === 0 ? annotated : { if: allOf(conditions), then: annotated };
}

const VIEW_KEYWORDS = ['type', 'properties', 'required'];

/**
 * A schema over the view {status, headers, body, error, errorText} as one over the body alone. What it says of the rest is dropped,
 * unless it must be `exact`, as a condition must. Undefined where nothing of it, or not all of it, speaks of the body.
 */
function bodyPart(schema: JsonSchema, error: string | undefined, exact: boolean): JsonSchema | undefined {
  const { properties = {}, required = [] } = schema;
  if (Object.keys(schema).some((keyword) => !VIEW_KEYWORDS.includes(keyword)) || !isSchema(properties) || !Array.isArray(required))
    return undefined;
  const places: Readonly<Record<string, string | undefined>> = { body: '', error, errorText: '/errorSummary' };
  const names = Object.keys(properties).filter((name) => isSchema(properties[name]));
  const placed = names.filter((name) => places[name] !== undefined);
  if (placed.length === 0 || (exact && placed.length < names.length)) return undefined;
  return allOf(
    placed.map((name) => {
      const inner = properties[name];
      return schemaAt(pointerSegments(places[name] ?? ''), isSchema(inner) ? inner : {}, required.includes(name));
    }),
  );
}
