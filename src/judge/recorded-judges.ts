import type { Judge } from './finding.ts';
import { agreementJudge } from './laws/agreement-judge.ts';
import { deletionJudge } from './laws/deletion-judge.ts';
import { membershipJudge } from './laws/membership-judge.ts';
import { writtenJudge } from './laws/written-judge.ts';
import { pageSizeJudge } from './page-size-judge.ts';
import { paginationJudge } from './pagination-judge.ts';
import { tokenJudge } from './token-judge.ts';
import { transactionExpiryJudge } from './transaction-expiry-judge.ts';
import { RESPONSE_JUDGES } from './under-load/answer-judges.ts';

/** Those of traffic that others have recorded: of single responses, and of what belongs to one token, transaction or page whoever else uses the target. */
export const RECORDED_JUDGES: readonly Judge[] = [...RESPONSE_JUDGES, tokenJudge, transactionExpiryJudge, pageSizeJudge, paginationJudge];

/** Those of traffic that holds every change of its objects: one response contradicts another. */
export const UNDISTURBED_JUDGES: readonly Judge[] = [...RECORDED_JUDGES, agreementJudge, writtenJudge, membershipJudge, deletionJudge];
