import { pathWithin, valuesAt } from '../../model/field-path.ts';
import { oncePer } from '../../model/once-per.ts';
import type { AgreementField, AgreementLaw, DocumentSpec } from '../../model/types.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import { exchangesWith, viewOf } from '../evidence.ts';
import { brief } from '../expectation.ts';
import { contentOf } from '../same-content.ts';
import type { Check, Finding, Judge, JudgeInput } from '../finding.ts';

/** What the key of an object stands for is the same wherever the object is shown, until something changes it. */
export const agreementJudge: Judge = {
  topic: 'agreement',
  checks: (spec) => lawsOf(spec).flatMap((law) => law.fields.map((field) => checkOf(law, field))),
  judge: (input) => ({ findings: [...compareViews(input)] }),
};

function lawsOf({ document }: DocumentSpec): readonly AgreementLaw[] {
  return document.laws?.agreement ?? [];
}

function checkOf({ kind }: AgreementLaw, { path, clauses }: AgreementField): Check {
  return { id: `law/agreement.${kind.replaceAll(' ', '-')}.${path}`, clauses };
}

/** A field of an object, as the responses of an operation show it. */
interface ShownField {
  readonly law: AgreementLaw;
  readonly field: AgreementField;
  readonly check: Check;
  /** paths, taken apart: the object within the body; its key and the field within the object */
  readonly object: readonly string[];
  readonly key: readonly string[];
  readonly path: readonly string[];
}

/** Where a value was seen first. */
interface Sighting {
  readonly value: string;
  readonly seq: number;
}

/** What is known of the objects of one law, by key, and when it was last changed. */
interface Knowledge {
  readonly sightings: Map<string, Sighting>;
  changedAt: number;
  hasPassed: boolean;
}

function* compareViews(input: JudgeInput): Generator<Finding> {
  const { spec, profile, evidence } = input;
  const shown = fieldsShown(spec);
  const changed = checksChanged(spec);
  const knowledge = new Map<string, Knowledge>();
  const knownOf = ({ id }: Check): Knowledge => {
    const known = knowledge.get(id) ?? { sightings: new Map<string, Sighting>(), changedAt: -Infinity, hasPassed: false };
    knowledge.set(id, known);
    return known;
  };
  for (const exchange of exchangesWith(evidence, spec.name)) {
    for (const check of changed.get(exchange.operation ?? '') ?? []) forget(knownOf(check), exchange);
    const fields = shown.get(exchange.operation ?? '') ?? [];
    const view = fields.length === 0 ? undefined : viewOf(spec, profile, exchange);
    if (view === undefined || view.status >= 400) continue;
    for (const field of fields) {
      const known = knownOf(field.check);
      // What was on its way during a change may show either.
      if (mayChange(field.field, exchange) || exchange.sentAt < known.changedAt) continue;
      yield* valuesIn(spec, field, view.body).flatMap(([key, value]) => compared(field, known, key, value, exchange));
    }
  }
}

function mayChange({ until = [] }: AgreementField, { operation }: ExchangeEvent): boolean {
  return operation !== undefined && until.includes(operation);
}

/** The checks of the fields that an operation may change. */
const checksChanged = oncePer((spec: DocumentSpec): ReadonlyMap<string, readonly Check[]> => {
  const fields = lawsOf(spec).flatMap((law) => law.fields.map((field) => ({ until: field.until ?? [], check: checkOf(law, field) })));
  return new Map(
    spec.endpoints.operations.map(({ id }) => [id, fields.filter(({ until }) => until.includes(id)).map(({ check }) => check)]),
  );
});

function forget(known: Knowledge, { sentAt, durationMs }: ExchangeEvent): void {
  known.sightings.clear();
  known.changedAt = Math.max(known.changedAt, sentAt + durationMs);
}

/** By operation: the fields of a law that its resource is documented with. */
const fieldsShown = oncePer((spec: DocumentSpec): ReadonlyMap<string, readonly ShownField[]> => {
  const { resources, endpoints } = spec;
  const paths = new Map(resources.resources.map(({ name, fields }) => [name, new Set(fields.map(({ path }) => path))]));
  const byResource = new Map<string, ShownField[]>();
  for (const law of lawsOf(spec))
    for (const { resource, at, key } of law.views)
      for (const field of law.fields) {
        if (paths.get(resource)?.has(pathWithin(at, field.path)) !== true) continue;
        const row = {
          law,
          field,
          check: checkOf(law, field),
          object: at?.split('.') ?? [],
          key: key.split('.'),
          path: field.path.split('.'),
        };
        byResource.set(resource, [...(byResource.get(resource) ?? []), row]);
      }
  return new Map(
    endpoints.operations.map(({ id, responses }) => [id, responses.flatMap(({ resource = '' }) => byResource.get(resource) ?? [])]),
  );
});

/** Each object's key with what the field holds. */
function valuesIn(
  spec: DocumentSpec,
  { object, key, path }: ShownField,
  body: unknown,
): readonly (readonly [key: string, value: string])[] {
  return valuesAt(body, object).flatMap((one) => {
    const [id] = valuesAt(one, key);
    const [value] = valuesAt(one, path);
    if ((typeof id !== 'string' && typeof id !== 'number') || value === undefined) return [];
    return [[String(id), JSON.stringify(contentOf(spec, value))] as const];
  });
}

/** Passes once for the whole run: where all agree, one agreement tells as much as thousands. */
function compared(
  { law, field, check }: ShownField,
  known: Knowledge,
  key: string,
  value: string,
  { seq, case: id }: ExchangeEvent,
): readonly Finding[] {
  const before = known.sightings.get(key);
  if (before === undefined) {
    known.sightings.set(key, { value, seq });
    return [];
  }
  const base = { check: check.id, clauses: check.clauses, basis: 'documented' as const, exchanges: [before.seq, seq], case: id };
  if (before.value === value) {
    if (known.hasPassed || before.seq === seq) return [];
    known.hasPassed = true;
    return [{ ...base, verdict: 'pass' }];
  }
  const told = `${field.path} ${brief(JSON.parse(before.value))} of the ${law.kind} ${brief(key)}, as response ${before.seq} shows it`;
  return [{ ...base, verdict: 'fail', blame: 'target', expected: told, received: brief(JSON.parse(value)) }];
}
