import type { DocumentSpec, FieldRow } from '../spec/types.ts';
import { operationOf } from '../profile/answer.ts';
import { declaration } from '../profile/profile.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import { brief } from './expectation.ts';
import type { Bench, Check, Finding, Judge, Observation } from './finding.ts';
import { fillableBy } from './silence.ts';

/** Fields whose values the document does not show: what was seen, and whether it is among those that the profile declares. */
export const declaredValuesJudge: Judge = {
  topic: 'declared values',
  checks: (spec) =>
    [...new Set(spec.resources.resources.flatMap(({ fields }) => fields.flatMap(({ values }) => values ?? [])))].map(checkOf(spec)),
  judge: (bench) => {
    const seen = exchangesWith(bench.evidence, bench.spec.name).flatMap((exchange) => valuesIn(bench, exchange));
    return { findings: seen.flatMap((one) => judgeValue(bench, one)), observations: seen.flatMap((one) => observationOf(bench, one)) };
  },
};

function checkOf(spec: DocumentSpec): (name: string) => Check {
  return (name) => ({ id: `declared/${name}`, clauses: fillableBy(spec, name) });
}

interface SeenValue {
  readonly name: string;
  readonly value: unknown;
  readonly exchange: ExchangeEvent;
}

function valuesIn({ spec, profile }: Bench, exchange: ExchangeEvent): readonly SeenValue[] {
  const view = viewOf(spec, profile, exchange);
  if (view === undefined || view.status >= 400) return [];
  const shown = operationOf(spec, exchange.operation)?.responses.map(({ resource }) => resource) ?? [];
  return spec.resources.resources
    .filter(({ name }) => shown.includes(name))
    .flatMap(({ fields }) => fields)
    .flatMap(({ values: name, path }: FieldRow) =>
      name === undefined ? [] : valuesAt(view.body, path.split('.')).map((value) => ({ name, value, exchange })),
    );
}

/** Every value at a field's path; none where it is absent. */
function valuesAt(value: unknown, [head, ...rest]: readonly string[]): readonly unknown[] {
  if (head === undefined) return value === undefined ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  const inner: unknown = Reflect.get(value, head.replace('[]', ''));
  if (!head.endsWith('[]')) return valuesAt(inner, rest);
  return Array.isArray(inner) ? inner.flatMap((element) => valuesAt(element, rest)) : [];
}

function judgeValue({ spec, profile }: Bench, { name, value, exchange }: SeenValue): readonly Finding[] {
  const permitted = declaration(profile, spec.name, name)?.values;
  if (permitted === undefined) return [];
  const { id: check, clauses } = checkOf(spec)(name);
  const base = { check, clauses, basis: 'declared' as const, exchanges: [exchange.seq], case: exchange.case };
  if (permitted.some((one) => one === value)) return [{ ...base, verdict: 'pass' }];
  return [{ ...base, verdict: 'fail', blame: 'target', expected: `one of ${permitted.join(', ')}`, received: brief(value) }];
}

function observationOf({ spec }: Bench, { name, value }: SeenValue): readonly Observation[] {
  const [clause] = checkOf(spec)(name).clauses;
  return clause === undefined ? [] : [{ about: name, clause, value }];
}
