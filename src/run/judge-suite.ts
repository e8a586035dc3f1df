import { epic, feature, historyId, story, testCaseId } from 'allure-js-commons';
import { describe, inject, test } from 'vitest';
import type { ClauseResult, DocumentName, Failure } from '../spec/types.ts';

/** A clause is violated: expected and received stand where reporters look for them. */
class ClauseViolation extends Error {
  override readonly name = 'ClauseViolation';
  readonly expected: string;
  readonly actual: string;
  constructor(message: string, { expected, received }: Failure) {
    super(message);
    this.expected = expected;
    this.actual = received;
  }
}

/** What the judge group shows, from the one judgement of the whole trace; plain data, because it crosses into a worker. */
export interface Verdicts {
  readonly clauses: readonly ClauseResult[];
  readonly failures: readonly Failure[];
}

/** The judge group of one document: a test for each clause that there is to judge. */
export function judgeSuite(document: DocumentName): void {
  const { clauses, failures } = inject('verdicts');
  const judged = clauses.filter((clause) => clause.document === document && clause.verdict !== null);
  describe(document, () => {
    if (judged.length === 0) test.skip('nothing to judge');
    for (const clause of judged) {
      test(clause.id, async (context) => {
        await identify(clause);
        if (clause.verdict === 'skipped' || clause.waived === true) context.skip(clause.reason);
        show(clause, failures);
      });
    }
  });
}

/** Names that stay the same wherever the suite runs: Allure's own would hold the package's folder. */
async function identify({ id, document, feature: claimed, section }: ClauseResult): Promise<void> {
  await historyId(id);
  await testCaseId(id);
  await epic(document);
  if (claimed !== undefined) await feature(claimed);
  await story(section);
}

function show({ id, says, verdict, reason }: ClauseResult, failures: readonly Failure[]): void {
  if (verdict === 'pass') return;
  const failure = failures.find(({ clause }) => clause === id);
  if (verdict === 'fail' && failure !== undefined) throw new ClauseViolation(`${id}: ${says ?? ''}`, failure);
  throw new Error(`${verdict ?? ''}: ${reason ?? ''}`);
}
