import type { DocumentSpec } from '../../model/types.ts';
import { OWN, PROBE_ROW } from '../../load/limiter/sample.ts';
import type { Case } from '../../plan/case.ts';

/** The case of a trace that a probe stands for. */
export const PROBE_CASE = 'load/rate-limit';

/** What a probe needs before it can begin, as the preflight understands it: provider states, and one request of the probed subject. */
export function preparation({ name, load }: DocumentSpec): Case {
  const own = load.limiter?.own ?? [];
  const [first] = own;
  const place = { row: PROBE_ROW, at: `prepare/${OWN}` };
  return {
    id: PROBE_CASE,
    document: name,
    kind: 'load',
    title: 'the rate limit: limit, period, kind, and whether it does what it says',
    given: own.flatMap(({ given }) => given),
    steps: first === undefined ? [] : [{ place, step: first.step, purpose: 'load' }],
  };
}

/** Requests that set-up takes at most, beside provider states: a credential for each subject, and one to find out whether the target answers. */
export function requestsBefore({ load }: DocumentSpec): number {
  return 2 + (load.limiter?.others ?? []).length;
}
