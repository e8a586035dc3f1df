import type { DocumentSpec, ErrorRow } from '../spec/types.ts';
import type { AnswerView } from '../profile/answer.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import type { Bench, Check, Finding, Judge } from './finding.ts';
import { describeAnswer } from './outcome.ts';

/** Error name ↔ status on every answer seen anywhere, and the text of an error where the document gives it. */
export const errorJudge: Judge = {
  topic: 'errors',
  checks: (spec) => spec.errors.errors.map((row): Check => ({ id: `error/${row.name}`, clauses: row.clauses })),
  judge: (bench) => ({ findings: exchangesWith(bench.evidence, bench.spec.name).flatMap((exchange) => judgeAnswer(bench, exchange.seq, viewOf(bench.spec, bench.profile, exchange))) }),
};

function judgeAnswer({ spec }: Bench, seq: number, view: AnswerView | undefined): readonly Finding[] {
  if (view === undefined || view.status < 400) return [];
  return spec.errors.errors.flatMap((row): readonly Finding[] => {
    const wrong = contradiction(spec, row, view);
    if (wrong === undefined) return [];
    const base = { check: `error/${row.name}`, clauses: row.clauses, exchanges: [seq], basis: 'documented' as const };
    return [wrong === 'none' ? { ...base, verdict: 'pass' } : { ...base, verdict: 'fail', blame: 'target', ...wrong }];
  });
}

/** 'none' where the answer is this error as documented; undefined where it is not this error at all. */
function contradiction(spec: DocumentSpec, row: ErrorRow, view: AnswerView): 'none' | { expected: string; received: string } | undefined {
  if (row.named === false) return undefined;
  const namesakes = spec.errors.errors.filter(({ name }) => name === row.name);
  const alone = spec.errors.errors.filter(({ status }) => status === row.status).length === 1 && UNMISTAKABLE.includes(row.status);
  if (view.error !== row.name) {
    if (!alone || view.status !== row.status || view.error === undefined) return undefined;
    return { expected: `status ${row.status} carries ${row.name}`, received: describeAnswer(view) };
  }
  if (!namesakes.some(({ status }) => status === view.status)) return { expected: `${row.name} comes with status ${row.status}`, received: describeAnswer(view) };
  if (row.summary !== undefined && view.errorText !== undefined && !sameText(row.summary, view.errorText)) {
    return { expected: `${row.name} says '${row.summary}'`, received: `'${view.errorText}'` };
  }
  return 'none';
}

/** Statuses whose meaning HTTP itself fixes, so that the one documented name is the only one (RFC 6585, section 4). */
const UNMISTAKABLE: readonly number[] = [429];

/** Case, white space and closing punctuation make no difference: the table prints a heading, not the bytes. */
export function sameText(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/[.!…]+$/, '');
}
