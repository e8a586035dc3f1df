import type { Declaration, DocumentSpec, FieldRow, OperationRow } from '../model/types.ts';
import { valuesAt } from '../model/field-path.ts';
import { operationOf } from '../profile/answer.ts';
import { declaration, type PublicProfile } from '../profile/profile.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import { brief } from './expectation.ts';
import type { JudgeInput, Check, Finding, Judge, Observation } from './finding.ts';
import { fillableBy } from './undocumented.ts';

/**
 * Fields whose values, or whose notation of a timestamp, the document does not show: what was seen, and whether it is among what
 * the profile declares.
 */
export const declaredValuesJudge: Judge = {
  topic: 'declared values',
  checks: (spec) => [...new Set(spec.resources.resources.flatMap(({ fields }) => fields.flatMap(openNames)))].map(checkOf(spec)),
  judge: (input) => {
    const seen = exchangesWith(input.evidence, input.spec.name).flatMap((exchange) => valuesIn(input, exchange));
    return { findings: seen.flatMap((one) => judgeValue(input, one)), observations: seen.flatMap((one) => observationOf(input, one)) };
  },
};

/** The names under which a profile declares what the document does not show of a field. */
function openNames({ values, notation }: FieldRow): readonly string[] {
  return [values, notation].filter((name) => name !== undefined);
}

function checkOf(spec: DocumentSpec): (name: string) => Check {
  return (name) => ({ id: `declared/${name}`, clauses: fillableBy(spec, name) });
}

/** A value as it is judged: itself, or the notation of a timestamp, undefined where it is none that has a name. */
interface ReceivedValue {
  readonly name: string;
  readonly promise: 'values' | 'notation';
  readonly value: unknown;
  readonly received: unknown;
  readonly exchange: ExchangeEvent;
}

/** True where every value that an answer shows is among what the profile declares. */
export function valuesAreDeclared(
  spec: DocumentSpec,
  profile: PublicProfile,
  operation: OperationRow | undefined,
): (body: unknown) => boolean {
  const fields = fieldsShownBy(spec, operation).flatMap(({ values, notation, path }) => [
    ...declaredAt(values === undefined ? undefined : declaration(profile, spec.name, values)?.values, path, (value) => value),
    ...declaredAt(notation === undefined ? undefined : declaration(profile, spec.name, notation)?.notation, path, notationOf),
  ]);
  return (body) =>
    fields.every(({ path, permitted, read }) =>
      valuesAt(body, path).every((value) => {
        const seen = read(value);
        return seen === undefined || permitted.some((one) => one === seen);
      }),
    );
}

interface DeclaredField {
  readonly path: readonly string[];
  readonly permitted: readonly unknown[];
  readonly read: (value: unknown) => unknown;
}

function declaredAt(permitted: readonly unknown[] | undefined, path: string, read: DeclaredField['read']): readonly DeclaredField[] {
  return permitted === undefined ? [] : [{ path: path.split('.'), permitted, read }];
}

function fieldsShownBy(spec: DocumentSpec, operation: OperationRow | undefined): readonly FieldRow[] {
  const shown = operation?.responses.map(({ resource }) => resource) ?? [];
  return spec.resources.resources.filter(({ name }) => shown.includes(name)).flatMap(({ fields }) => fields);
}

function valuesIn({ spec, profile }: JudgeInput, exchange: ExchangeEvent): readonly ReceivedValue[] {
  const view = viewOf(spec, profile, exchange);
  if (view === undefined || view.status >= 400) return [];
  const fields = fieldsShownBy(spec, operationOf(spec, exchange.operation));
  return fields.flatMap(({ values, notation, path }): readonly ReceivedValue[] => {
    if (values === undefined && notation === undefined) return [];
    const found = valuesAt(view.body, path.split('.'));
    return [
      ...(values === undefined
        ? []
        : found.map((value): ReceivedValue => ({ name: values, promise: 'values', value, received: value, exchange }))),
      // Null is no moment.
      ...(notation === undefined
        ? []
        : found
            .filter((value) => value !== null)
            .map((value): ReceivedValue => ({ name: notation, promise: 'notation', value: notationOf(value), received: value, exchange }))),
    ];
  });
}

function judgeValue({ spec, profile }: JudgeInput, { name, promise, value, received, exchange }: ReceivedValue): readonly Finding[] {
  const permitted: Declaration['values'] = declaration(profile, spec.name, name)?.[promise];
  // What is no timestamp at all contradicts the document, and is judged there.
  if (permitted === undefined || (promise === 'notation' && value === undefined)) return [];
  const { id: check, clauses } = checkOf(spec)(name);
  const base = { check, clauses, basis: 'declared' as const, exchanges: [exchange.seq], case: exchange.case };
  if (permitted.some((one) => one === value)) return [{ ...base, verdict: 'pass' }];
  return [{ ...base, verdict: 'fail', blame: 'target', expected: `one of ${permitted.join(', ')}`, received: brief(received) }];
}

function observationOf({ spec }: JudgeInput, { name, promise, value }: ReceivedValue): readonly Observation[] {
  const [clause] = checkOf(spec)(name).clauses;
  const seen = promise === 'notation' ? (value ?? 'a notation of its own') : value;
  return clause === undefined ? [] : [{ about: name, clause, value: seen }];
}

export type Notation = NonNullable<Declaration['notation']>[number];

/** Numbers from here on are milliseconds since the epoch: as seconds they would lie beyond the year 5138. */
const FIRST_MILLISECOND = 1e11;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** RFC 9110, section 5.6.7, the preferred form. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** How a timestamp is written; undefined for anything else. */
export function notationOf(value: unknown): Notation | undefined {
  if (typeof value === 'number' && value <= 0) return undefined;
  if (typeof value === 'number') return value >= FIRST_MILLISECOND ? 'unix-milliseconds' : 'unix-seconds';
  if (typeof value !== 'string') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return notationOf(Number(value));
  if (RFC_3339.test(value)) return 'rfc3339';
  return HTTP_DATE.test(value) ? 'http-date' : undefined;
}
