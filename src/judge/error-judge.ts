import type { DocumentSpec, ErrorRow } from '../model/types.ts';
import type { AnswerView } from '../profile/answer.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import type { JudgeInput, Check, Finding, Judge } from './finding.ts';
import { describeAnswer } from './outcome.ts';
import { withoutEnd } from '../model/text-end.ts';

/** Error name ↔ status on every answer seen anywhere, and the text of an error where the document gives it. */
export const errorJudge: Judge = {
  topic: 'errors',
  checks: (spec) =>
    spec.errors.errors
      .filter(({ named }) => named !== false)
      .flatMap((row): readonly Check[] => [statusCheck(row), textCheck(row)].filter(({ clauses }) => clauses.length > 0)),
  judge: (input) => ({
    findings: exchangesWith(input.evidence, input.spec.name).flatMap((exchange) =>
      judgeAnswer(input, exchange, viewOf(input.spec, input.profile, exchange)),
    ),
  }),
};

/** A row's clause about the text ends in `.summary`; the others speak of name and status. */
function statusCheck({ name, clauses }: ErrorRow): Check {
  return { id: `error/${name}`, clauses: clauses.filter((clause) => !clause.endsWith('.summary')) };
}

function textCheck({ name, clauses }: ErrorRow): Check {
  return { id: `error/${name}/text`, clauses: clauses.filter((clause) => clause.endsWith('.summary')) };
}

function judgeAnswer({ spec }: JudgeInput, { seq, operation }: ExchangeEvent, view: AnswerView | undefined): readonly Finding[] {
  if (view === undefined || view.status < 400) return [];
  return spec.errors.errors.flatMap((row) => [
    ...toFinding(statusCheck(row), seq, statusRule(spec, row, view)),
    ...toFinding(textCheck(row), seq, textRule(row, view, operation)),
  ]);
}

/** True where nothing that the document says of errors is contradicted by this answer. */
export function errorsAreRight(spec: DocumentSpec, view: AnswerView, operation: string | undefined): boolean {
  if (view.status < 400) return true;
  return spec.errors.errors.every((row) =>
    [statusRule(spec, row, view), textRule(row, view, operation)].every((ruling) => ruling === undefined || ruling === 'as documented'),
  );
}

function toFinding({ id, clauses }: Check, seq: number, ruling: Ruling | undefined): readonly Finding[] {
  if (ruling === undefined || clauses.length === 0) return [];
  const base = { check: id, clauses, exchanges: [seq], basis: 'documented' as const };
  return [ruling === 'as documented' ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...ruling }];
}

/** Undefined where the answer is not this error at all. */
type Ruling = 'as documented' | { readonly pointer: string; readonly expected: string; readonly received: string };

function statusRule(spec: DocumentSpec, row: ErrorRow, view: AnswerView): Ruling | undefined {
  if (row.named === false) return undefined;
  if (view.error === row.name) {
    const namesakes = spec.errors.errors.filter(({ name }) => name === row.name);
    if (row.status === view.status) return 'as documented';
    if (namesakes.some(({ status }) => status === view.status)) return undefined;
    return { pointer: '/status', expected: `${row.name} comes with status ${row.status}`, received: describeAnswer(view) };
  }
  const alone = spec.errors.errors.filter(({ status }) => status === row.status).length === 1 && UNMISTAKABLE.includes(row.status);
  if (!alone || view.status !== row.status || view.error === undefined) return undefined;
  return { pointer: '/error', expected: `status ${row.status} carries ${row.name}`, received: describeAnswer(view) };
}

function textRule(
  { name, summary, textOf }: ErrorRow,
  { error, errorText }: AnswerView,
  operation: string | undefined,
): Ruling | undefined {
  if (error !== name || summary === undefined || errorText === undefined) return undefined;
  if (textOf !== undefined && !textOf.some((one) => one === operation)) return undefined;
  return sameText(summary, errorText)
    ? 'as documented'
    : { pointer: '/errorText', expected: `'${summary}', the errorText of ${name}`, received: `'${errorText}'` };
}

/** Statuses whose meaning HTTP itself fixes, so that the one documented name is the only one (RFC 6585, section 4). */
const UNMISTAKABLE: readonly number[] = [429];

/** Case, white space and closing punctuation make no difference: the table prints a heading, not the bytes. */
export function sameText(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(text: string): string {
  return withoutEnd(text.toLowerCase().replace(/\s+/g, ' ').trim(), '.!…');
}
