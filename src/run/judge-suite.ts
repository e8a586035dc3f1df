import { join } from 'node:path';
import { describe, inject, test } from 'vitest';
import type { DocumentName } from '../spec/types.ts';
import { judge } from '../judge/judgement.ts';
import type { ClauseVerdict } from '../judge/judgement.ts';
import { loadSpecs } from '../spec/load.ts';
import { readTrace } from '../trace/reader.ts';
import { TRACE_FILE } from './session.ts';

/** A clause is violated: expected and received stand where reporters look for them. */
class ClauseViolation extends Error {
  override readonly name = 'ClauseViolation';
  readonly expected: string;
  readonly actual: string;
  constructor(message: string, expected: string, actual: string) {
    super(message);
    this.expected = expected;
    this.actual = actual;
  }
}

/** The judge group of one document: a test for each clause that there is to judge, from one judgement of the whole trace. */
export function judgeSuite(document: DocumentName): void {
  const { folder, profile, selection } = inject('order');
  const { events } = readTrace(join(folder, TRACE_FILE));
  const verdicts = judge(loadSpecs(), profile, events, selection).clauses.filter(({ clause, verdict }) => clause.document === document && verdict !== null);
  describe(document, () => {
    if (verdicts.length === 0) test.skip('nothing to judge');
    for (const verdict of verdicts) {
      test(verdict.clause.id, (context) => {
        if (verdict.verdict === 'skipped') context.skip(verdict.reason);
        report(verdict);
      });
    }
  });
}

function report({ clause, verdict, reason, findings }: ClauseVerdict): void {
  if (verdict === 'pass') return;
  const failed = findings.find((finding) => finding.verdict === 'fail');
  if (failed === undefined) throw new Error(`inconclusive: ${reason ?? ''}`);
  throw new ClauseViolation(`${clause.id}: ${clause.says}`, failed.expected ?? '', failed.received ?? '');
}
