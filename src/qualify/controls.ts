import { isJudgeable } from '../model/selection.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { WireResponse } from '../mock/kit/service.ts';

/** What no document forbids: a header and a member that nobody named, and the members in another order. */
export function harmlessly({ status, headers, body }: WireResponse): WireResponse {
  return { status, headers: { ...headers, 'x-undocumented': 'harmless' }, body: body.startsWith('{') ? harmlessObject(body) : body };
}

function harmlessObject(body: string): string {
  const value: object = JSON.parse(body);
  const members = Object.entries(value).toReversed();
  return JSON.stringify({ undocumented: 'harmless', ...Object.fromEntries(members) });
}

/** True where a run has judged every clause that it can judge, and none against the target. */
export function lives({ clauses }: Judgement): boolean {
  return clauses.every(({ clause, verdict }) => (isJudgeable(clause) ? verdict === 'pass' || verdict === 'skipped' : verdict !== 'fail'));
}
