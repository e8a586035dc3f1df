import type { DocumentSpec, OperationRow, ProbeRow, Step } from '../model/types.ts';
import { operationOf } from '../profile/answer.ts';
import type { PublicProfile } from '../profile/profile.ts';

export type PermissionName = NonNullable<ProbeRow['permissions']>[number];

/** A key of the profile's permissions that stands in the way of something. */
export interface Denial {
  readonly why: string;
  readonly blame: 'config';
  readonly key: `permissions.${PermissionName}`;
}

/** The first of these permissions that the profile does not give. */
export function forbidden({ permissions }: PublicProfile, needed: readonly PermissionName[], what?: string): Denial | undefined {
  const absent = needed.find((name) => !permissions[name]);
  if (absent === undefined) return undefined;
  const why = what === undefined ? `permissions.${absent} is not given` : `permissions.${absent} does not permit ${what}`;
  return { why, blame: 'config', key: `permissions.${absent}` };
}

/** Whether the profile permits an operation: to read and to sign in needs no permission, to delete needs two. */
export function operationDenied(profile: PublicProfile, operation: OperationRow): Denial | undefined {
  return forbidden(profile, permissionsFor(operation), operation.id);
}

function permissionsFor({ safe, signIn, destructive }: OperationRow): readonly PermissionName[] {
  if (destructive === true) return ['mutate', 'destroy'];
  return safe === true || signIn === true ? [] : ['mutate'];
}

/** Whether the profile permits a step, as far as it can be known before anything is sent. */
export function stepDenied(spec: DocumentSpec, profile: PublicProfile, step: Step): Denial | undefined {
  const operation = operationOf(spec, step.call ?? linkedOperation(spec, step.follow));
  const denied = operation === undefined ? undefined : operationDenied(profile, operation);
  return denied ?? (seeksLimit(spec, step) ? forbidden(profile, ['exhaustRateLimit'], 'what ends in 429') : undefined);
}

/** What a link leads to by its documented name; where one like 'next' leads shows only when it comes. */
function linkedOperation({ endpoints }: DocumentSpec, link: string | undefined): string | undefined {
  const name = link?.split('/').at(-1);
  return (endpoints.links ?? []).find((row) => row.name === name)?.operation;
}

/** True where nothing but a 429 would do. */
function seeksLimit({ errors }: DocumentSpec, { expect = [] }: Step): boolean {
  const statusOf = (wanted: string): number | undefined => errors.errors.find(({ name }) => name === wanted)?.status;
  return expect.some(({ status = [], error = [] }) => {
    const outcomes = [...status, ...error.map(statusOf)];
    return outcomes.length > 0 && outcomes.every((outcome) => outcome === 429);
  });
}
