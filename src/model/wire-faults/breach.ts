import { isSchema, type JsonSchema } from '../schema/json-schema.ts';
import { kebab } from './names.ts';
import { otherStatus } from './other-status.ts';
import type { Edit, ViewPath } from './wire-fault.ts';

/** One way to make an answer contradict a schema. */
export interface Breach {
  readonly path: ViewPath;
  readonly defect: string;
  readonly edits: readonly Edit[];
  /** the answers for which it is one */
  readonly view?: JsonSchema;
}

/**
 * Every single change that makes an answer which satisfies a schema over the response view contradict it. Conditions on the answer as
 * a whole are told with the breach; those on its parts are left to chance: where they do not hold, nothing is contradicted.
 */
export function breaches(schema: JsonSchema, path: ViewPath = []): readonly Breach[] {
  const inside = Object.entries(schema).flatMap(([keyword, value]): readonly Breach[] => {
    switch (keyword) {
      case 'required':
        return Array.isArray(value) ? value.flatMap((name: unknown) => removal([...path, String(name)])) : [];
      case 'properties':
        return isSchema(value) ? Object.entries(value).flatMap(([name, one]) => ofProperty([...path, name], one)) : [];
      case 'items':
      case 'additionalProperties':
        return isSchema(value) ? breaches(value, [...path, '*']) : [];
      case 'allOf':
        return Array.isArray(value) ? value.filter(isSchema).flatMap((one) => breaches(one, path)) : [];
      case 'anyOf':
        return path.length === 0 && Array.isArray(value) ? ofAlternatives(value.filter(isSchema)) : [];
      case 'not':
        return isSchema(value) ? fulfilment(value, path) : [];
      case 'then':
        return isSchema(value) ? conditional(schema['if'], breaches(value, path), path) : [];
      case 'else':
        return isSchema(value) ? conditional({ not: schema['if'] }, breaches(value, path), path) : [];
      case 'contains':
        return [{ path, defect: 'emptied', edits: [{ do: 'resize', path, length: 0 }] }];
      case 'minItems':
        return typeof value === 'number' && value > 0
          ? [{ path, defect: `fewer-than-${value}`, edits: [{ do: 'resize', path, length: value - 1 }] }]
          : [];
      case 'maxItems':
        return typeof value === 'number'
          ? [{ path, defect: `more-than-${value}`, edits: [{ do: 'resize', path, length: value + 1 }] }]
          : [];
      case 'maxProperties':
        return [{ path, defect: 'not-empty', edits: [{ do: 'add', path: [...path, 'another'], value: 'text' }] }];
      case 'minProperties':
        return [{ path, defect: 'empty', edits: [{ do: 'set', path, value: {} }] }];
      case 'propertyNames':
        return isSchema(value) ? misnamed(value, path) : [];
      default:
        return [];
    }
  });
  return [...ofValue(schema, path), ...inside];
}

/** Parts of the view that are the reader's, not the answer's. */
const FRAME = new Set(['', 'headers', 'links', 'status', 'error', 'errorText', 'state']);

const STRUCTURE = ['properties', 'required', 'items', 'additionalProperties', 'contains', 'minItems', 'maxItems', 'maxProperties'];

function ofValue(schema: JsonSchema, path: ViewPath): readonly Breach[] {
  if (path[0] === 'status' && path.length === 1) {
    const status = otherStatus(schema);
    return status === undefined ? [] : [{ path, defect: `${status}-instead`, edits: [{ do: 'set', path, value: status }] }];
  }
  // A type beside demands on parts only leads to the parts.
  const leads = STRUCTURE.some((keyword) => keyword in schema) || (path.length < 2 && FRAME.has(path[0] ?? ''));
  return wrongValues(schema)
    .filter(({ defect }) => !leads || defect === 'another-value')
    .map(({ defect, value }) => ({ path, defect, edits: [{ do: 'set', path, value }] }));
}

function ofProperty(path: ViewPath, schema: unknown): readonly Breach[] {
  if (schema === false) return [{ path, defect: 'present', edits: [{ do: 'add', path, value: 'present' }] }];
  return isSchema(schema) ? breaches(schema, path) : [];
}

function removal(path: ViewPath): readonly Breach[] {
  const [part = ''] = path;
  if (path.length === 1 && FRAME.has(part) && part !== 'error' && part !== 'state') return [];
  return [{ path, defect: 'removed', edits: [{ do: 'remove', path }] }];
}

function fulfilment(schema: JsonSchema, path: ViewPath): readonly Breach[] {
  const edits = fulfil(schema, path);
  const [first] = edits ?? [];
  const value = first !== undefined && first.do === 'set' ? String(first.value) : 'excluded';
  return edits === undefined ? [] : [{ path, defect: `as-${kebab(value)}`, edits }];
}

/** Only the answers that fit the condition are meant, where it is one on the whole. */
function conditional(condition: unknown, inside: readonly Breach[], path: ViewPath): readonly Breach[] {
  if (path.length > 0 || !isSchema(condition)) return inside;
  return inside.map((breach) => ({ ...breach, view: breach.view === undefined ? condition : { allOf: [condition, breach.view] } }));
}

/** What contradicts every alternative at once. */
function ofAlternatives(alternatives: readonly JsonSchema[]): readonly Breach[] {
  const firsts = alternatives.map((one) => breaches(one).at(-1));
  const all = firsts.filter((one) => one !== undefined);
  const [first] = all;
  return first === undefined || all.length < firsts.length
    ? []
    : [{ path: first.path, defect: 'against-all-alternatives', edits: all.flatMap(({ edits }) => edits) }];
}

function misnamed(schema: JsonSchema, path: ViewPath): readonly Breach[] {
  const names = isSchema(schema['not']) ? fulfil(schema['not'], path) : undefined;
  const name = names?.map((edit) => ('value' in edit ? edit.value : undefined)).find((value) => typeof value === 'string');
  return name === undefined ? [] : [{ path, defect: 'misnamed', edits: [{ do: 'rename', path, name }] }];
}

/** Edits that make what stands at a place satisfy a schema; undefined where the keywords do not show a value that does. */
function fulfil(schema: JsonSchema, path: ViewPath): readonly Edit[] | undefined {
  if ('const' in schema) return [{ do: 'set', path, value: schema['const'] }];
  const { enum: values, anyOf, type, required = [], properties = {} } = schema;
  if (Array.isArray(values)) return [{ do: 'set', path, value: values[0] }];
  if (Array.isArray(anyOf))
    return anyOf
      .filter(isSchema)
      .map((one) => fulfil(one, path))
      .find((edits) => edits !== undefined);
  if (type === 'null') return [{ do: 'set', path, value: null }];
  if (!Array.isArray(required) || !isSchema(properties)) return undefined;
  if (required.length === 0) return Object.keys(schema).length === 0 ? [{ do: 'add', path, value: 'present' }] : undefined;
  const inside = required.map((name: unknown) => {
    const one = properties[String(name)];
    return fulfil(isSchema(one) ? one : {}, [...path, String(name)]);
  });
  return inside.every((edits) => edits !== undefined) ? inside.flat() : undefined;
}

/** A value that a schema does not permit, and the name of what is wrong with it. */
export interface WrongValue {
  readonly defect: string;
  readonly value: unknown;
}

/**
 * Values of another type, outside an enumeration, empty, or in another form than the keywords on a value itself permit. Where several
 * alternatives are permitted, only what none of them permits.
 */
export function wrongValues(schema: JsonSchema): readonly WrongValue[] {
  const alternatives = branches(schema);
  const types = alternatives.every((one) => typesOf(one).length > 0) ? alternatives.flatMap(typesOf) : [];
  const forms = alternatives.filter((one) => typesOf(one).length === 0 || typesOf(one).includes('string')).map(formOf);
  const [form] = forms;
  return [
    ...(types.length === 0 ? [] : [{ defect: 'of-another-type', value: valueOfNoType(types) }]),
    ...('const' in schema ? [{ defect: 'another-value', value: otherThan([schema['const']]) }] : []),
    ...(Array.isArray(schema['enum']) ? [{ defect: 'another-value', value: otherThan(schema['enum']) }] : []),
    ...(form !== undefined && forms.every((one) => one !== undefined) ? [form] : []),
  ];
}

function branches(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.filter(isSchema) : [schema];
}

function typesOf({ type }: JsonSchema): readonly string[] {
  return typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter((one) => typeof one === 'string') : [];
}

/** A string that breaks the form that the keyword demands; undefined where any string will do. */
function formOf({ format, pattern, minLength }: JsonSchema): WrongValue | undefined {
  if (typeof format === 'string') return { defect: 'in-another-form', value: otherForm(format) };
  if (typeof pattern === 'string') return { defect: 'in-another-form', value: 'soon' };
  return minLength === undefined ? undefined : { defect: 'empty', value: '' };
}

function otherForm(format: string): string {
  // The nearest miss: a moment in UTC without its milliseconds.
  return format === 'utc-milliseconds' ? '2031-01-01T00:00:00Z' : format === 'date-time' ? '1 January 2031' : 'of no such form';
}

function valueOfNoType(types: readonly string[]): unknown {
  const candidates: readonly (readonly [type: string, value: unknown])[] = [
    ['string', 'text'],
    ['number', 7],
    ['object', { of: 'another type' }],
    ['boolean', true],
  ];
  const taken = types.map((type) => (type === 'integer' ? 'number' : type));
  return candidates.find(([type]) => !taken.includes(type))?.[1] ?? null;
}

/** A value of the same type that is none of these. */
export function otherThan(values: readonly unknown[]): unknown {
  const [first] = values;
  if (typeof first === 'number') return Math.max(...values.filter((value) => typeof value === 'number')) + 1;
  if (typeof first === 'boolean') return !first;
  if (typeof first === 'string' && /^\d+$/.test(first)) return String(Number(first) + 1);
  return 'SOMETHING_ELSE';
}
