import { describe, inject, test } from 'vitest';
import type { DocumentName } from '../spec/types.ts';
import { executeCase } from '../drive/execute-case.ts';
import { recordOmissions } from './omissions.ts';
import { sessionOf } from './session.ts';

/** The budget ends each case; this is how much longer a case may take to wind up before it counts as a fault of the harness. */
const WINDING_UP_MS = 120_000;

/** The drive group of one document: a test for each case of the plan. A test is red only when the harness itself fails. */
export function driveSuite(document: DocumentName): void {
  const session = sessionOf(inject('order'));
  const plan = session.plans.get(document);
  if (plan === undefined) {
    test.skip(`${document} is not part of this run`);
    return;
  }
  recordOmissions(session.trace, plan);
  describe(document, () => {
    test.for(plan.cases.map((planned) => ({ ...planned, toString: () => planned.id })))(
      '$id  $title',
      { timeout: session.profile.limits.durationMs + WINDING_UP_MS },
      async (planned, { signal }) => {
        signal.addEventListener('abort', () => session.stop(), { once: true });
        await executeCase(session, planned);
      },
    );
    if (plan.cases.length === 0) test.skip('nothing to drive');
  });
}
