import type { ValidateFunction } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { loadAjv } from '../model/ajv.ts';
import { sampleValue } from '../model/catalogue.ts';
import { isSchema, type JsonSchema } from '../model/schema/json-schema.ts';
import { defined } from '../model/defined.ts';
import { flatSchema, mergedSchema } from './flat-schema.ts';

/** Schemas by name, as `#/components/schemas/NAME` refers to them. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** A value made up for a schema of a description and a demand beside it, accepted by both; undefined where none was found. */
export type Sampler = (schema: JsonSchema, demand: JsonSchema, name?: string) => unknown;

export function newSampler(components: Components): Sampler {
  const { Ajv2020 } = loadAjv();
  const ajv = new Ajv2020({ strict: false, validateSchema: false, messages: false, formats: fullFormats, code: { optimize: false } });
  const known = new Map<string, ValidateFunction>();
  const accepts: Accepts = (schema, value) => {
    const key = JSON.stringify(schema);
    const validate = known.get(key) ?? ajv.compile({ ...schema, components: { schemas: components } });
    known.set(key, validate);
    return validate(value);
  };
  return (schema, demand, name = 'value') => {
    const value = sampled(name, inlined(flatSchema({ allOf: [schema, demand] }), components), accepts);
    return accepts(schema, value) && accepts(demand, value) ? value : undefined;
  };
}

type Accepts = (schema: JsonSchema, value: unknown) => boolean;

const REFERENCE = '#/components/schemas/';

/** The conjunction with its references written out. */
function inlined(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref, allOf: members, ...others } = schema;
  const referred = typeof $ref === 'string' ? components[$ref.replace(REFERENCE, '')] : undefined;
  const all = [...(referred === undefined ? [] : [referred]), ...(Array.isArray(members) ? members.filter(isSchema) : [])];
  return all.length === 0 ? schema : flatSchema({ ...others, allOf: all.map((member) => inlined(member, components)) });
}

/** More conditions than any answer meets one after the other. */
const MOST_ROUNDS = 20;

/** A value by the schema's own keywords, then by what its conditions demand of that value, one after the other. */
function sampled(name: string, schema: JsonSchema, accepts: Accepts): unknown {
  const { allOf: members = [], if: condition, then: consequence, else: otherwise, ...plain } = schema;
  const parts: JsonSchema[] = Array.isArray(members) ? members.filter(isSchema) : [];
  if (condition !== undefined) parts.push({ if: condition, ...defined({ then: consequence, else: otherwise }) });
  let known: JsonSchema = plain;
  let value = drawn(name, known, accepts);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const demand = parts.filter((part) => !accepts(part, value)).flatMap((part) => demandOf(part, value, accepts))[0];
    const next = demand === undefined ? undefined : mergedSchema(known, demand);
    if (demand === undefined || next === undefined) return value;
    // What the demand demands under conditions of its own.
    const { allOf: further = [], ...more } = next;
    if (Array.isArray(further)) parts.push(...further.filter(isSchema));
    known = more;
    value = drawn(name, known, accepts);
  }
  return value;
}

/** What a part that is not met asks for: the branch of its condition, or what its `not` forbids left out. */
function demandOf(part: unknown, value: unknown, accepts: Accepts): readonly JsonSchema[] {
  if (!isSchema(part)) return [];
  const { if: condition, then: consequence, else: otherwise, not: forbidden } = part;
  if (isSchema(condition)) return demandOf(accepts(condition, value) ? consequence : otherwise, value, accepts);
  if (!isSchema(forbidden)) return [part];
  const { required = [], anyOf = [] } = forbidden;
  const names = [
    required,
    ...[anyOf]
      .flat()
      .filter(isSchema)
      .map((one) => one['required'] ?? []),
  ].flat();
  return [{ properties: Object.fromEntries(names.flatMap((name) => (typeof name === 'string' ? [[name, false]] : []))) }];
}

function drawn(name: string, schema: JsonSchema, accepts: Accepts): unknown {
  const { const: constant, enum: values, anyOf, type, properties, items, minLength = 0 } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values.find((value) => value !== null) ?? null;
  if (Array.isArray(anyOf)) {
    const { anyOf: _, ...others } = schema;
    const first = anyOf
      .filter(isSchema)
      .map((branch) => mergedSchema(others, branch))
      .find((both) => both !== undefined);
    if (first !== undefined) return sampled(name, first, accepts);
  }
  const kinds: readonly unknown[] = [type ?? (isSchema(properties) ? 'object' : isSchema(items) ? 'array' : 'string')].flat();
  const kind = kinds.find((one) => one !== 'null');
  if (kind === 'object') return object(schema, accepts);
  if (kind === 'array') return list(name, schema, accepts);
  if (kind !== 'string') return typeof kind === 'string' ? sampleValue(name, { type: kind }) : null;
  return text(name, schema, accepts).padEnd(Number(minLength), '0');
}

function object({ properties = {}, required = [], additionalProperties }: JsonSchema, accepts: Accepts): object {
  const named: Readonly<Record<string, unknown>> = isSchema(properties) ? properties : {};
  const unnamed = (Array.isArray(required) ? required : []).filter((name: string) => !(name in named));
  const more = isSchema(additionalProperties) && Object.keys(named).length === 0 ? { name: additionalProperties } : {};
  const all: Readonly<Record<string, unknown>> = { ...named, ...Object.fromEntries(unnamed.map((name: string) => [name, {}])), ...more };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, schema]) =>
      schema === false ? [] : [[name, sampled(name, isSchema(schema) ? schema : {}, accepts)]],
    ),
  );
}

function list(name: string, { items = {}, contains, minItems = 1, maxItems = 1 }: JsonSchema, accepts: Accepts): readonly unknown[] {
  const element = isSchema(items) ? items : {};
  const first = isSchema(contains) ? (mergedSchema(element, contains) ?? contains) : element;
  const length = Math.min(Math.max(Number(minItems), 1), Math.max(Number(maxItems), Number(minItems)));
  return Array.from({ length }, (_, index) => sampled(name, index === 0 ? first : element, accepts));
}

/** Texts of the formats and patterns that the documents speak of, in the order in which they are tried. */
const TEXTS = [
  'PLATFORM',
  '2026-01-01T00:00:00.000Z',
  'https://api.example.test/api/v1/one',
  '1767225600',
  '2f1c0f6e-5a4b-4c3d-8e2f-1a0b9c8d7e6f',
  'Thu, 01 Jan 2026 00:00:00 GMT',
  'MEMBER',
  '/login/step-up/redirect',
  'application/json',
];

function text(name: string, { format, pattern }: JsonSchema, accepts: Accepts): string {
  const own = `${name}-1`;
  return [own, ...TEXTS].find((one) => accepts(defined({ format, pattern }), one)) ?? own;
}
