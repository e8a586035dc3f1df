import type { DocumentSpec } from '../model/types.ts';
import { boundSuccessJudge } from './bound-success-judge.ts';
import { declaredValuesJudge } from './declared-values-judge.ts';
import { errorJudge } from './error-judge.ts';
import type { Check, Judge } from './finding.ts';
import { agreementJudge } from './laws/agreement-judge.ts';
import { echoJudge } from './laws/echo-judge.ts';
import { ownLinkJudge } from './laws/own-link-judge.ts';
import { servedJudge } from './laws/served-judge.ts';
import { membershipJudge } from './laws/membership-judge.ts';
import { writtenJudge } from './laws/written-judge.ts';
import { linkJudge } from './link-judge.ts';
import { negativeJudge } from './negative-judge.ts';
import { pageSizeJudge } from './page-size-judge.ts';
import { ownJudge } from './under-load/own-judge.ts';
import { originJudge } from './origin-judge.ts';
import { paginationJudge } from './pagination-judge.ts';
import { presenceJudge } from './presence-judge.ts';
import { rateLimitHeaderJudge } from './rate-limit-header-judge.ts';
import { rateLimitLawJudge } from './rate-limit-law-judge.ts';
import { shapeJudge } from './shape-judge.ts';
import { stepJudge } from './step-judge.ts';
import { illegalTransitionJudge } from './illegal-transition-judge.ts';
import { tokenJudge } from './token-judge.ts';
import { transactionExpiryJudge } from './transaction-expiry-judge.ts';

/** Every judge that there is. */
export const judges: readonly Judge[] = [
  stepJudge,
  shapeJudge,
  presenceJudge,
  declaredValuesJudge,
  boundSuccessJudge,
  errorJudge,
  linkJudge,
  rateLimitHeaderJudge,
  paginationJudge,
  pageSizeJudge,
  rateLimitLawJudge,
  tokenJudge,
  transactionExpiryJudge,
  agreementJudge,
  echoJudge,
  writtenJudge,
  membershipJudge,
  ownLinkJudge,
  servedJudge,
  negativeJudge,
  illegalTransitionJudge,
  originJudge,
  ownJudge,
];

/** All checks of a document, by id. */
export function checksOf(spec: DocumentSpec): readonly Check[] {
  return judges.flatMap(({ checks }) => checks(spec));
}
