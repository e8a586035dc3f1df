import type { Blame, OperationRow } from './types.ts';

/**
 * Who can change a refusal that contradicts nothing: the profile its credentials and the requests that it binds; the provider what an
 * address leads to and the state that it is in; the target the rest.
 */
export function blameForRefusal(status: number, operation: OperationRow | undefined): Blame {
  if (lacksRights(status)) return 'config';
  if (status === 404 || status === 409 || status === 410) return 'provider-state';
  return isLookedAt(status) && operation?.open?.includes('request') === true ? 'config' : 'target';
}

export function lacksRights(status: number): boolean {
  return status === 401 || status === 403;
}

/** True of a refusal that comes after the target has looked at the request. */
export function isLookedAt(status: number): boolean {
  return status < 500 && status !== 429;
}
