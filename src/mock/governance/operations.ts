import { assignmentOperations } from './assignments.ts';
import { campaignOperations } from './campaigns.ts';
import { catalogOperations } from './catalog.ts';
import { collectionResourceOperations } from './collection-resources.ts';
import { collectionOperations } from './collections.ts';
import { entitlementOperations } from './entitlements.ts';
import { grantOperations } from './grants.ts';
import { requestConditionOperations } from './request-conditions.ts';
import { requestTypeOperations } from './request-types.ts';
import { requestV1Operations } from './requests-v1.ts';
import { requestOperations } from './requests.ts';
import { resourceOperations } from './resources.ts';
import { reviewOperations } from './reviews.ts';
import type { Operation } from './world.ts';

/** All operations of the service. Paths of the v1 model and of what came with it are under v1, the current model's under v2. */
export const operations: readonly Operation[] = [
  ...resourceOperations,
  ...entitlementOperations,
  ...grantOperations,
  ...collectionOperations,
  ...collectionResourceOperations,
  ...assignmentOperations,
  ...campaignOperations,
  ...reviewOperations,
  ...requestConditionOperations,
  ...catalogOperations,
  ...requestOperations,
  ...requestTypeOperations,
  ...requestV1Operations,
];
