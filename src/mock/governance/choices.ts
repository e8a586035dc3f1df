import type { ChoicesOf } from '../kit/choices.ts';

/** Where the document permits several answers, or says nothing; the default first. */
export const choiceTable = {
  /** background work is done when an act asks for it, or also by itself, before the next request is answered */
  jobs: ['on-demand', 'by-themselves'],
  /** the error body is not shown: a list of causes always, or only where there are some */
  errorBody: ['causes-always', 'causes-if-any'],
  /** the settings group of a request condition has two names (Resources and their fields) */
  accessSettingsName: ['accessScopeSettings', 'accessSettings'],
  /** where a status does not apply: no such member, or null */
  notApplicable: ['absent', 'null'],
  /** what becomes of the grants when an assignment is taken back (Collection assignment processing: not shown) */
  grantsOnRemoval: ['removed', 'remain'],
  /** an assigned collection gives one grant for each resource, or one for each entitlement of it */
  grantsFor: ['resource', 'entitlement'],
  /** status of a new request condition; the document only says that it enters the lifecycle */
  newCondition: ['INACTIVE', 'ACTIVE'],
  /** which operations notice that a request condition has become invalid: those that change something, or reads too */
  conditionNotice: ['changes', 'reads-too'],
  /** how an operation answers that has found its request type invalid: with the type as it is now, or refusing */
  invalidRequestType: ['shown', 'refused'],
  /** launching a campaign: a background job makes it active, or the launch itself does */
  campaignLaunch: ['job', 'at-once'],
  /** whether a team or one member owns a new request type */
  ownerKind: ['member', 'team'],
  /** form of `revocationScheduled` */
  timestamps: ['rfc3339', 'unix-seconds'],
} as const;

/** One value for each choice. */
export type Choices = ChoicesOf<typeof choiceTable>;
