import { usesThatName } from '../../model/families/deletions.ts';
import type { DeletionRow, DocumentSpec } from '../../model/types.ts';
import { operationBinding } from '../../profile/profile.ts';
import { argumentReader } from '../../profile/read-argument.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import { exchangesWith, viewOf } from '../evidence.ts';
import { meets } from '../expectation.ts';
import type { Check, Finding, Judge, JudgeInput } from '../finding.ts';
import { emptyContext } from '../step-context.ts';

/** What was deleted is gone for every later request that names it, for traffic in which nobody else may have made it again. */
export const deletionJudge: Judge = {
  topic: 'deletion',
  checks: (spec) => lawsOf(spec).flatMap(checksOf),
  judge: (input) => ({ findings: lawsOf(input.spec).flatMap((row) => [...judgeDeletions(input, row)]) }),
};

/** Rows whose outcome shows in status or error, whatever else the response refers to. */
function lawsOf({ families: { deletions = [] } }: DocumentSpec): readonly DeletionRow[] {
  return deletions.filter(({ expect }) => expect.every(({ status, error }) => status !== undefined || error !== undefined));
}

function checksOf({ id, expect }: DeletionRow): readonly Check[] {
  return expect.map(({ clauses }, index) => ({ id: `law/deletion.${id}.${index}`, clauses }));
}

/** Refusals that may come before anybody looks for the object. */
const BEFOREHAND = [400, 401, 403, 405, 406, 415, 429];

function* judgeDeletions(input: JudgeInput, row: DeletionRow): Generator<Finding> {
  const { spec, profile, evidence } = input;
  const later = operationsAfter(spec, row);
  const named = readerOf(input);
  const [checks, context] = [checksOf(row), emptyContext(input)];
  /** by what names the object */
  const gone = new Map<string, ExchangeEvent>();
  for (const exchange of exchangesWith(evidence, spec.name)) {
    const { operation = '', request, response } = exchange;
    const name = named(exchange, row.names);
    const isDone = response !== undefined && response.status < 300;
    if (operation === row.call && name !== undefined && isDone && response.status !== 202) gone.set(name, exchange);
    // Names may be given again.
    else if (isDone && request.method !== 'GET') for (const one of namesWritten(exchange, gone)) gone.delete(one);
    const deletion = later.has(operation) ? gone.get(name ?? '') : undefined;
    const view = deletion === undefined ? undefined : viewOf(spec, profile, exchange);
    if (deletion === undefined || view === undefined || view.status >= 500 || BEFOREHAND.includes(view.status)) continue;
    if (!isOver(deletion, exchange) || !isWithinTheSame(spec, [deletion, exchange], named)) continue;
    const evidenceOf = { basis: 'documented' as const, exchanges: [deletion.seq, exchange.seq], case: exchange.case };
    for (const [index, check] of checks.entries()) {
      const outcome = meets(row.expect[index] ?? {}, view, context);
      if ('unreadable' in outcome) continue;
      const base = { ...evidenceOf, check: check.id, clauses: check.clauses };
      if (outcome.ok) yield { ...base, verdict: 'pass' };
      else yield { ...base, verdict: 'fail', blame: 'target', expected: outcome.expected, received: outcome.received };
    }
  }
}

function namesWritten({ request }: ExchangeEvent, gone: ReadonlyMap<string, ExchangeEvent>): readonly string[] {
  const written = JSON.stringify(request.body ?? request.text ?? '');
  return [...gone.keys()].filter((name) => written.includes(name));
}

/** Moments of sending are known to the millisecond. */
function isOver(deletion: ExchangeEvent, { sentAt }: ExchangeEvent): boolean {
  return deletion.sentAt + 1 + deletion.durationMs <= sentAt;
}

/** A name may stand for one object in each team. */
function isWithinTheSame(spec: DocumentSpec, [deletion, later]: readonly [ExchangeEvent, ExchangeEvent], named: Reader): boolean {
  const { parameters = [] } = spec.endpoints.operations.find(({ id }) => id === deletion.operation) ?? {};
  return parameters.filter((one) => one.in === 'path').every(({ name }) => [undefined, named(deletion, name)].includes(named(later, name)));
}

/** Operations that the row speaks of, in whatever way they are used. */
function operationsAfter(spec: DocumentSpec, row: DeletionRow): ReadonlySet<string> {
  const { omits = [] } = row;
  const uses = usesThatName(spec, row);
  const omitted = usesThatName(spec, { ...row, omits: [] }).filter(({ id }) => omits.includes(id));
  const others = new Set(omitted.map(({ step }) => step.call));
  return new Set(uses.flatMap(({ step: { call } }) => (call === undefined || others.has(call) ? [] : [call])));
}

/** The text of a parameter that a request was sent with. */
type Reader = (exchange: ExchangeEvent, name: string) => string | undefined;

function readerOf({ spec, profile }: JudgeInput): Reader {
  const operations = new Map(spec.endpoints.operations.map((row) => [row.id, row]));
  return ({ operation = '', request }, name) => {
    const row = operations.get(operation);
    const value = row === undefined ? undefined : argumentReader(row, operationBinding(profile, spec.name, operation), name)(request);
    return typeof value === 'string' ? value : undefined;
  };
}
