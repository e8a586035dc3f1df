import type { ErrorObject } from 'ajv/dist/2020.js';
import { metaValidator, readSchema } from '../model/meta-schemas.ts';
import type { Report } from '../model/types.ts';

/** A report that is not what `report.schema.json` says: a defect of the harness, never of the target. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/**
 * The text of `report.json`: checked against the schema, members in the schema's order (free-form ones by name), so that the
 * same report gives the same bytes. Throws ReportError with every finding.
 */
export function reportText(report: Report): string {
  // Judged is what a reader will get: JSON drops undefined and turns NaN into null.
  const value: unknown = JSON.parse(JSON.stringify(report));
  const validate = metaValidator<Report>('report');
  if (!validate(value)) throw new ReportError(describe(validate.errors ?? [], value));
  return `${JSON.stringify(ordered(value, readSchema('report')), undefined, 2)}\n`;
}

type Json = Readonly<Record<string, unknown>>;

function describe(errors: readonly ErrorObject[], value: unknown): string {
  const findings = errors.map((error) => finding(error, error.instancePath === '' ? value : error.data));
  return [...findings, 'This is a defect of the harness: the run stands in trace.ndjson and can be judged again.'].join('\n');
}

function finding({ instancePath, message = 'must be valid', params }: ErrorObject, found: unknown): string {
  const extra: unknown = params['additionalProperty'];
  if (typeof extra === 'string') {
    const what = isObject(found) ? found[extra] : found;
    return `report.json${instancePath}/${extra}: must not be there; found ${excerpt(what)}`;
  }
  const allowed: unknown = params['allowedValues'] ?? params['allowedValue'];
  return `report.json${instancePath}: ${message}${allowed === undefined ? '' : ` ${JSON.stringify(allowed)}`}; found ${excerpt(found)}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function ordered(value: unknown, schema: unknown): unknown {
  const rules = isObject(schema) ? schema : {};
  if (Array.isArray(value)) return value.map((item) => ordered(item, rules['items']));
  if (!isObject(value)) return value;
  const properties = isObject(rules['properties']) ? rules['properties'] : {};
  const described = Object.keys(properties).filter((key) => key in value);
  const others = Object.keys(value)
    .filter((key) => !(key in properties))
    .toSorted();
  return Object.fromEntries([...described, ...others].map((key) => [key, ordered(value[key], properties[key])]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
