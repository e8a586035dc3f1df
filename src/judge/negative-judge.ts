import { defined } from '../model/defined.ts';
import type { DocumentSpec, ImproperRow, OperationRow } from '../model/types.ts';
import { operationOf, type AnswerView } from '../profile/answer.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { PSEUDONYM } from '../trace/pseudonym.ts';
import { casesOf, exchangesIn, viewOf, type CaseEvidence } from './evidence.ts';
import { meets } from './expectation.ts';
import type { JudgeInput, Check, Finding, Judge, Judged, Observation } from './finding.ts';
import { describeAnswer } from './outcome.ts';
import { contextOf } from './step-context.ts';
import { toFinding } from './step-judge.ts';

/**
 * Answers to values that an operation does not foresee, at places `negative:<operation> <parameter>/<class>`: a failure is only
 * what a row of the operation forbids for that parameter and class; whatever came is observed.
 */
export const negativeJudge: Judge = {
  topic: 'negative',
  checks: (spec) => spec.endpoints.operations.flatMap((operation) => (operation.improper ?? []).map((row) => checkOf(operation, row))),
  judge: (input) => {
    const judged = casesOf(input.evidence, input.spec.name).flatMap((entry) => judgeCase(input, entry));
    return { findings: judged.flatMap(({ findings }) => findings), observations: judged.flatMap(({ observations = [] }) => observations) };
  },
};

function checkOf({ id }: OperationRow, row: ImproperRow): Check {
  return { id: `negative/${id}/${row.id}`, clauses: row.expect.clauses };
}

/** What was not as it should be in a request. */
interface Improper {
  readonly operation: OperationRow;
  readonly parameter: string;
  readonly kind: string;
}

function judgeCase(input: JudgeInput, entry: CaseEvidence): readonly Judged[] {
  // A request that was sent again after a 429 counts by its last answer.
  const last = new Map(exchangesIn(entry).map((exchange) => [`${exchange.place.row} ${exchange.place.at}`, exchange]));
  return [...last.values()].flatMap((exchange) => {
    const improper = improperIn(input.spec, exchange);
    const view = improper === undefined ? undefined : viewOf(input.spec, input.profile, exchange);
    return improper === undefined || view === undefined ? [] : [judgeAnswer(input, entry, exchange, improper, view)];
  });
}

function improperIn(spec: DocumentSpec, { place }: ExchangeEvent): Improper | undefined {
  const [, id] = /^negative:(.+)$/.exec(place.row) ?? [];
  const [, parameter, kind] = /^([^/]+)\/([^/]+)$/.exec(place.at) ?? [];
  const operation = operationOf(spec, id);
  return operation === undefined || parameter === undefined || kind === undefined ? undefined : { operation, parameter, kind };
}

function judgeAnswer(input: JudgeInput, entry: CaseEvidence, exchange: ExchangeEvent, improper: Improper, view: AnswerView): Judged {
  const rows = view.status === 429 ? [] : (improper.operation.improper ?? []).filter((row) => speaksOf(row, improper));
  return {
    findings: rows.map((row): Finding =>
      toFinding(checkOf(improper.operation, row), [exchange.seq], entry, meets(row.expect, view, contextOf(input, entry, exchange))),
    ),
    observations: observed(input.spec, exchange, improper, view),
  };
}

function speaksOf({ parameters, classes }: ImproperRow, { parameter, kind }: Improper): boolean {
  return parameters.includes(parameter) && (classes?.includes(kind) ?? true);
}

/** Status and error, or state; and whether a secret of the request came back, where it is none that answers are there to show. */
function observed(
  spec: DocumentSpec,
  exchange: ExchangeEvent,
  { operation, parameter, kind }: Improper,
  { status, state, error }: AnswerView,
): readonly Observation[] {
  const clause = operation.parameters?.find(({ name }) => name === parameter.split('.')[0])?.clauses[0] ?? operation.clauses[0];
  if (clause === undefined) return [];
  const about = `negative/${operation.id}/${parameter}/${kind}`;
  const answer = describeAnswer({
    status,
    headers: {},
    ...defined({ state, error }),
  });
  const echoed = echoes(spec, exchange);
  return [{ about, clause, value: answer }, ...(echoed.length === 0 ? [] : [{ about: `${about}/echo`, clause, value: echoed }])];
}

/** Kinds of the secrets that the request holds and the answer holds too. */
function echoes(spec: DocumentSpec, { request, response }: ExchangeEvent): readonly string[] {
  const shown = new Set(spec.resources.resources.flatMap(({ fields }) => fields.flatMap(({ secret }) => secret ?? [])));
  const answer = JSON.stringify([response?.headers, response?.body ?? response?.text]);
  const sent = [...JSON.stringify([request.body ?? request.text ?? '']).matchAll(PSEUDONYM)];
  const kinds = sent.flatMap(([name, kind = '']) => (answer.includes(name) && !shown.has(kind) ? [kind] : []));
  return [...new Set(kinds)];
}
