import type { DocumentSpec } from '../model/types.ts';
import { responseSchema, rulesOf } from '../model/schema/response-schema.ts';
import { createValidator } from '../model/schema/validator.ts';
import { operationOf } from '../profile/answer.ts';
import { valuesAt } from '../model/field-path.ts';
import type { AnswerView } from '../profile/answer.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import { brief } from './expectation.ts';
import type { JudgeInput, Check, Finding, Judge } from './finding.ts';

/** Fields and rules: every answer of the trace by the schema that the specs give for its class. */
export const shapeJudge: Judge = {
  topic: 'shape',
  checks: (spec) => shapeClauses(spec).map((clause): Check => ({ id: checkOf(clause).check, clauses: [clause] })),
  judge: (input) => ({ findings: exchangesWith(input.evidence, input.spec.name).flatMap((exchange) => judgeShape(input, exchange)) }),
};

function shapeClauses(spec: DocumentSpec): readonly string[] {
  // A row without a demand only gives a name to what a binding finds.
  const fields = spec.resources.resources.flatMap(({ fields: rows }) =>
    rows.filter(({ schema, keys }) => keys !== undefined || Object.keys(schema).length > 0),
  );
  return [...new Set([...fields, ...rulesOf(spec)].flatMap(({ clauses }) => clauses))];
}

const checks = new Map<string, Pick<Finding, 'check' | 'clauses'>>();

/** Shared by all findings: there are dozens for each exchange. */
function checkOf(clause: string): Pick<Finding, 'check' | 'clauses'> {
  const known = checks.get(clause) ?? { check: `shape/${clause}`, clauses: [clause] };
  checks.set(clause, known);
  return known;
}

function judgeShape({ spec, profile }: JudgeInput, exchange: Parameters<typeof viewOf>[2]): readonly Finding[] {
  const view = viewOf(spec, profile, exchange);
  if (view === undefined) return [];
  const answer = { operation: operationOf(spec, exchange.operation), status: view.status, state: view.state, caller: exchange.caller };
  const { seen, violations } = createValidator().judge(responseSchema(spec, answer), view);
  const violated = new Set(violations.flatMap(({ clauses }) => clauses));
  const base = { basis: 'documented' as const, exchanges: [exchange.seq], case: exchange.case };
  const { basis, exchanges, case: owner } = base;
  return [
    ...seen
      .filter((clause) => !violated.has(clause))
      .map((clause): Finding => {
        const { check, clauses } = checkOf(clause);
        // A literal takes a fraction of the memory of a copy.
        return { check, clauses, verdict: 'pass', basis, exchanges, case: owner };
      }),
    ...violations.flatMap(({ clauses, pointer, expected, received }) =>
      clauses.map((clause): Finding => ({
        ...base,
        ...checkOf(clause),
        verdict: 'fail',
        blame: 'target',
        pointer,
        expected: `${pointer}: ${expected}`,
        received: brief(received),
      })),
    ),
    ...judgeKeys(spec, exchange, view).map((finding): Finding => ({ ...base, ...finding })),
  ];
}

type KeyFinding = Pick<Finding, 'check' | 'clauses' | 'verdict' | 'blame' | 'expected' | 'received'>;

/** What a map is keyed by stands beside it. */
function judgeKeys(spec: DocumentSpec, { operation }: ExchangeEvent, { state, body }: AnswerView): readonly KeyFinding[] {
  const shown = new Set(operationOf(spec, operation)?.responses.map(({ resource }) => resource));
  const fields = spec.resources.resources.flatMap((resource) => (shown.has(resource.name) ? resource.fields : []));
  return fields.flatMap(({ path, keys, clauses }) => {
    if (keys === undefined || state === undefined || !keys.state.includes(state)) return [];
    const named = valuesAt(body, path.split('.')).flatMap((map) => Object.keys(Object(map)));
    const values = valuesAt(body, keys.of.split('.')).map(String);
    if (named.length === 0 || values.length === 0) return [];
    const strays = named.filter((key) => !values.includes(key));
    return clauses.map((clause) => ({
      ...checkOf(clause),
      ...(strays.length === 0
        ? { verdict: 'pass' as const }
        : {
            verdict: 'fail' as const,
            blame: 'target' as const,
            expected: `keys of ${path} among ${keys.of}, ${brief(values)}`,
            received: brief(strays),
          }),
    }));
  });
}
