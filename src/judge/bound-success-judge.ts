import { operationBinding } from '../profile/profile.ts';
import { successClauses } from '../model/declarable.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith } from './evidence.ts';
import type { JudgeInput, Check, Finding, Judge } from './finding.ts';

/** Where the document does not show the status of a success: every success has one that the profile binds. */
export const boundSuccessJudge: Judge = {
  topic: 'bound success',
  checks: (spec) => [...successClauses(spec).keys()].map((clause): Check => ({ id: `success/${clause}`, clauses: [clause] })),
  judge(input) {
    const open = [...successClauses(input.spec)];
    return { findings: exchangesWith(input.evidence, input.spec.name).flatMap((exchange) => judgeStatus(input, open, exchange)) };
  },
};

/** Beginning of the statuses that refuse. */
const REFUSALS = 400;

function judgeStatus(
  { spec, profile }: JudgeInput,
  open: readonly (readonly [clause: string, operations: readonly string[]])[],
  { operation, response, seq, case: caseId }: ExchangeEvent,
): readonly Finding[] {
  const success = operation === undefined ? undefined : operationBinding(profile, spec.name, operation)?.success;
  if (operation === undefined || success === undefined || response === undefined || response.status >= REFUSALS) return [];
  const permitted = [success].flat();
  return open
    .filter(([, operations]) => operations.includes(operation))
    .map(([clause]): Finding => {
      const base = { check: `success/${clause}`, clauses: [clause], basis: 'declared' as const, exchanges: [seq], case: caseId };
      if (permitted.includes(response.status))
        return { check: base.check, clauses: base.clauses, verdict: 'pass', basis: 'declared', exchanges: base.exchanges, case: caseId };
      return {
        ...base,
        verdict: 'fail',
        blame: 'target',
        expected: `status ${permitted.join(' or ')} where ${operation} succeeds`,
        received: `status ${response.status}`,
      };
    });
}
