import type { ExchangeEvent } from '../../trace/events.ts';
import { echoJudge } from '../laws/echo-judge.ts';
import { ownLinkJudge } from '../laws/own-link-judge.ts';
import { presenceJudge } from '../presence-judge.ts';
import { declaredValuesJudge } from '../declared-values-judge.ts';
import { errorJudge } from '../error-judge.ts';
import type { JudgeInput, Finding, Judge } from '../finding.ts';
import type { Judgement } from '../judgement.ts';
import { linkJudge } from '../link-judge.ts';
import { rateLimitHeaderJudge } from '../rate-limit-header-judge.ts';
import { rateLimitLawJudge } from '../rate-limit-law-judge.ts';
import { shapeJudge } from '../shape-judge.ts';

/** The judges that need no more than one answer: what every answer under load passes. */
const ANSWER_JUDGES: readonly Judge[] = [shapeJudge, declaredValuesJudge, errorJudge, linkJudge, rateLimitHeaderJudge, rateLimitLawJudge];

/** Those that need no case, and no knowledge of what else has changed the target: traffic that others have recorded passes them. */
export const RESPONSE_JUDGES: readonly Judge[] = [...ANSWER_JUDGES, presenceJudge, echoJudge, ownLinkJudge];

/** What single answers contradict, by the same judges as in every run. */
export function objectionsTo(input: Omit<JudgeInput, 'evidence'>, exchange: ExchangeEvent): readonly Finding[] {
  const evidence = { events: [exchange], cases: [] };
  return ANSWER_JUDGES.flatMap(({ judge }) => judge({ ...input, evidence }).findings).filter(({ verdict }) => verdict === 'fail');
}

/** Of a judgement what a load has shown: load asks for nothing, so that what did not show says nothing. */
export function shownUnderLoad(judgement: Judgement): Judgement {
  return { ...judgement, clauses: judgement.clauses.filter(({ findings }) => findings.length > 0) };
}
