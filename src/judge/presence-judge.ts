import { isObject } from '../model/is-object.ts';
import { namesOf, valuesAt } from '../model/field-path.ts';
import { oncePer } from '../model/once-per.ts';
import type { DocumentSpec, FieldRow, Presence, ResourceRow } from '../model/types.ts';
import { isUnlistedState } from '../model/shown-state.ts';
import { operationBinding, type PublicProfile } from '../profile/profile.ts';
import { operationOf, type AnswerView } from '../profile/answer.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesWith, statesIn, viewOf } from './evidence.ts';
import type { Basis, Check, Finding, Judge, JudgeInput, Observation } from './finding.ts';

/** Fields that every object of a kind has a value in: one that no response of the whole run shows is missing. */
export const presenceJudge: Judge = {
  topic: 'presence',
  checks: (spec) =>
    spec.resources.resources.flatMap((resource) => resource.fields.flatMap((row) => expectedField(resource, row)).map(checkOf)),
  judge(input) {
    const tallies = [...tally(input)];
    return { findings: tallies.flatMap(findingsOf), observations: tallies.flatMap(observationOf) };
  },
};

/** So many objects have to lack a field before a document's list of fields is contradicted; a binding promises each. */
const LEAST: Readonly<Record<Exclude<Basis, 'observed'>, number>> = { documented: 3, declared: 1 };

/** A field that the responses of an operation are to show. */
interface ExpectedField {
  readonly resource: string;
  readonly row: FieldRow;
  readonly presence: Presence;
  /** who says that it stands there: the document, or a profile's binding of the operation */
  readonly basis: keyof typeof LEAST;
  /** path of the object that holds it */
  readonly holder: readonly string[];
  readonly names: readonly string[];
}

/** Who showed an expected field, and who did not. */
interface Tally {
  readonly field: ExpectedField;
  readonly shown: ExchangeEvent[];
  /** once for each object */
  readonly lacking: ExchangeEvent[];
}

function tally(input: JudgeInput): Iterable<Tally> {
  const { spec, profile, evidence } = input;
  const fields = expectedFields(spec)(profile);
  const tallies = new Map<string, Tally>();
  const given = dataByCase(input);
  for (const exchange of exchangesWith(evidence, spec.name)) {
    const expected = fields.get(exchange.operation ?? '') ?? [];
    const view = expected.length === 0 ? undefined : viewOf(spec, profile, exchange);
    if (view === undefined || view.status >= 400 || isUnlistedState(spec, operationOf(spec, exchange.operation), view.state)) continue;
    for (const field of expected) {
      if (!isGiven(field, given.get(exchange.case))) continue;
      // What a document shows is one promise for all its operations; each binding is one of its own.
      const key = `${field.basis === 'documented' ? '' : exchange.operation} ${field.resource} ${field.row.path}`;
      const known = tallies.get(key) ?? { field, shown: [], lacking: [] };
      tallies.set(key, known);
      for (const object of holdersIn(field, view)) (hasAny(object, field.names) ? known.shown : known.lacking).push(exchange);
    }
  }
  return tallies.values();
}

/** The names of what provider states have handed over, by case. */
function dataByCase({ evidence, spec }: JudgeInput): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    casesOf(evidence, spec.name).map((entry) => [
      entry.case.case,
      new Set(statesIn(entry).flatMap(({ data = {} }) => Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [name])))),
    ]),
  );
}

function isGiven({ presence }: ExpectedField, data: ReadonlySet<string> | undefined): boolean {
  return presence === 'always' || presence.given === undefined || data?.has(presence.given) === true;
}

/** By operation; a body that the document does not show may hold its fields under any name, unless the profile says where they stand. */
const expectedFields = oncePer((spec: DocumentSpec) => {
  const resources = new Map(spec.resources.resources.map((resource) => [resource.name, resource]));
  return oncePer(
    (profile: PublicProfile): ReadonlyMap<string, readonly ExpectedField[]> =>
      new Map(
        spec.endpoints.operations.map(({ id, open = [], responses }) => {
          const bound = operationBinding(profile, spec.name, id)?.response ?? {};
          const shows = responses.flatMap(({ resource = '' }) => resources.get(resource) ?? []);
          const fields = shows.flatMap((resource) => resource.fields.flatMap((row) => expectedField(resource, row)));
          const promised = fields.filter((field) => namesBound(field).some((name) => bound[name] !== undefined));
          return [id, open.includes('response') ? promised.map((field) => ({ ...field, basis: 'declared' as const })) : fields];
        }),
      ),
  );
});

/** What a binding may call the field: its path, with each of its names. */
function namesBound({ holder, names }: ExpectedField): readonly string[] {
  return names.map((name) => [...holder, name].join('.'));
}

function expectedField({ name }: ResourceRow, row: FieldRow): readonly ExpectedField[] {
  if (row.shown === undefined) return [];
  const path = row.path.split('.');
  return [{ resource: name, row, presence: row.shown, basis: 'documented', holder: path.slice(0, -1), names: namesOf(path.at(-1) ?? '') }];
}

/** The objects of a response that have a value there. */
function holdersIn({ presence, holder }: ExpectedField, view: AnswerView): readonly object[] {
  const { state, beside = {} } = presence === 'always' ? {} : presence;
  if (state !== undefined && (view.state === undefined || !state.includes(view.state))) return [];
  return valuesAt(view.body, holder)
    .filter(isObject)
    .filter((one) => Object.entries(beside).every(([name, value]) => Reflect.get(one, name) === value));
}

function hasAny(object: object, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(object, name));
}

function checkOf({ resource, row: { path, clauses } }: ExpectedField): Check {
  return { id: `presence/${resource}.${path}`, clauses };
}

/** A pass where one response shows the field; a failure in each case whose objects lack it where none does. */
function findingsOf({ field, shown, lacking }: Tally): readonly Finding[] {
  const { basis } = field;
  const { id: check, clauses } = checkOf(field);
  const [first] = shown;
  if (first !== undefined) return [{ check, clauses, verdict: 'pass', basis, exchanges: [first.seq], case: first.case }];
  if (lacking.length < LEAST[basis]) return [];
  const perCase = new Map(lacking.toReversed().map((exchange) => [exchange.case, exchange]));
  return [...perCase.values()].toReversed().map((exchange): Finding => ({
    check,
    clauses,
    basis,
    exchanges: evidenceWith(exchange, lacking),
    case: exchange.case,
    verdict: 'fail',
    blame: 'target',
    expected: `${field.row.path}, ${basis === 'documented' ? `which each ${field.resource} has` : `where the profile says that ${exchange.operation ?? ''} shows it`}`,
    received: `absent from ${lacking.length === 1 ? 'the one object' : `each of ${lacking.length} objects`}`,
  }));
}

/** The response of a case, and others of those that decide with it. */
function evidenceWith({ seq }: ExchangeEvent, lacking: readonly ExchangeEvent[]): readonly number[] {
  const others = [...new Set(lacking.map((exchange) => exchange.seq))].filter((other) => other !== seq);
  return [...others.slice(0, LEAST.documented - 1), seq].toSorted((one, other) => one - other);
}

/** Sometimes there and sometimes not contradicts nothing. */
function observationOf({ field: { resource, row }, shown, lacking }: Tally): readonly Observation[] {
  const [clause] = row.clauses;
  if (clause === undefined || shown.length === 0 || lacking.length === 0) return [];
  return [{ about: `presence/${resource}.${row.path}`, clause, value: 'not in every response' }];
}
