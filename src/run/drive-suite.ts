import { describe, inject, test } from 'vitest';
import type { DocumentName } from '../model/types.ts';
import { executeCase } from '../drive/execute-case.ts';
import { executeWalk } from '../drive/execute-walk.ts';
import { recordOmissions } from './omissions.ts';
import { sessionOf } from './session.ts';
import type { Session } from './session.ts';

/** The budget ends each case; this is how much longer a case or walk may take to wind up before it counts as a fault of the harness. */
const WINDING_UP_MS = 120_000;

/** The drive group of one document: a test for each case and each walk of the plan. A test is red only when the harness itself fails. */
export function driveSuite(document: DocumentName): void {
  const session = sessionOf(inject('order'));
  const plan = session.plans.get(document);
  if (plan === undefined) {
    test.skip(`${document} is not part of this run`);
    return;
  }
  const timeout = session.profile.limits.durationMs + WINDING_UP_MS;
  recordOmissions(session.trace, plan);
  describe(document, () => {
    test.for(plan.cases.map((planned) => ({ ...planned, toString: () => planned.id })))(
      '$id  $title',
      { timeout },
      async (planned, { signal }) => {
        signal.addEventListener('abort', () => session.stop(), { once: true });
        await discreetly(session, () => executeCase(session, planned));
      },
    );
    test.for(plan.walks.map((walk) => ({ ...walk, toString: () => walk.id })))('$id', { timeout }, async (walk, { signal }) => {
      signal.addEventListener('abort', () => session.stop(), { once: true });
      await discreetly(session, () => executeWalk(session, walk));
    });
    if (plan.cases.length + plan.walks.length === 0) test.skip('nothing to drive');
  });
}

/** What breaks in the harness itself is told without the secrets that its words may hold. */
async function discreetly({ redactor }: Session, drive: () => Promise<unknown>): Promise<void> {
  try {
    await drive();
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- its own words are what must not leave
    throw new Error(redactor.redactText(error instanceof Error ? error.message : String(error)));
  }
}
