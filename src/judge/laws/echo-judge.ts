import { valuesAt } from '../../model/field-path.ts';
import type { DocumentSpec, EchoRow, OperationRow } from '../../model/types.ts';
import { operationBinding, type PublicProfile } from '../../profile/profile.ts';
import { argumentReader } from '../../profile/read-argument.ts';
import { exchangesWith, viewOf } from '../evidence.ts';
import { brief } from '../expectation.ts';
import type { Check, Finding, Judge, JudgeInput } from '../finding.ts';
import { contentOf } from '../same-content.ts';
import { holdsWritten } from './holds-written.ts';
import type { ExchangeEvent } from '../../trace/events.ts';

/** A response shows what its request has written, or is about. */
export const echoJudge: Judge = {
  topic: 'echo',
  checks: (spec) => spec.endpoints.operations.flatMap((operation) => (operation.echoes ?? []).map((row) => checkOf(operation, row))),
  judge(input) {
    const echoes = echoesOf(input.spec, input.profile);
    return { findings: exchangesWith(input.evidence, input.spec.name).flatMap((exchange) => judgeEchoes(input, exchange, echoes)) };
  },
};

function checkOf({ id }: OperationRow, { field, clauses }: EchoRow): Check {
  return { id: `law/echo.${id}.${field}`, clauses };
}

interface Echo {
  readonly row: EchoRow;
  readonly check: Check;
  readonly path: readonly string[];
  readonly read: ReturnType<typeof argumentReader>;
}

function echoesOf(spec: DocumentSpec, profile: PublicProfile): ReadonlyMap<string, readonly Echo[]> {
  return new Map(
    spec.endpoints.operations.map((operation) => {
      const binding = operationBinding(profile, spec.name, operation.id);
      const echoes = (operation.echoes ?? []).map((row) => ({
        row,
        check: checkOf(operation, row),
        path: row.field.split('.'),
        read: argumentReader(operation, binding, row.parameter),
      }));
      return [operation.id, echoes];
    }),
  );
}

function judgeEchoes(
  { spec, profile }: JudgeInput,
  exchange: ExchangeEvent,
  all: ReadonlyMap<string, readonly Echo[]>,
): readonly Finding[] {
  const echoes = all.get(exchange.operation ?? '') ?? [];
  // What the operation does not foresee may be taken as something else.
  const view = echoes.length === 0 || exchange.place.row.startsWith('negative:') ? undefined : viewOf(spec, profile, exchange);
  if (view === undefined || view.status >= 400) return [];
  return echoes.flatMap(({ row, check, path, read }): readonly Finding[] => {
    if (view.state !== undefined && row.notState?.includes(view.state) === true) return [];
    const sent = read(exchange.request);
    const shown = valuesAt(view.body, path);
    if (sent === undefined || sent === null || shown.length === 0) return [];
    const base = { check: check.id, clauses: check.clauses, basis: 'documented' as const, exchanges: [exchange.seq], case: exchange.case };
    const isSame = (value: unknown): boolean =>
      row.holds === true ? holdsWritten(value, sent) : textOf(contentOf(spec, value)) === textOf(contentOf(spec, sent));
    const other = shown.find((value) => !isSame(value));
    if (other === undefined) return [{ ...base, verdict: 'pass' }];
    const expected = `${row.field} ${brief(sent)}, the ${row.parameter} of the request`;
    return [{ ...base, verdict: 'fail', blame: 'target', expected, received: brief(other) }];
  });
}

/** As it comes in an address, where numbers are texts. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(textOf).toSorted());
  return typeof value === 'string' ? value : JSON.stringify(value);
}
