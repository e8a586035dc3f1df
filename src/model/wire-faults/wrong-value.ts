import type { JsonSchema } from '../schema/json-schema.ts';
import { isSchema } from '../schema/json-schema.ts';

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
