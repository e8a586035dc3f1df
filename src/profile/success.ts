import type { DocumentSpec } from '../model/types.ts';
import { operationOf } from './answer.ts';
import { operationBinding, type PublicProfile } from './profile.ts';

/** What an answer says of what was asked for: done as shown, refused by the rate limit as shown, or neither, which is evidence of nothing. */
export type SuccessKind = 'success' | 'limited' | 'neither';

/**
 * Reads a status as the document shows it for an operation, or the profile where the document leaves it open; any 2xx where neither names
 * one. An operation that the document shows refused alone is refused when it does what it shall.
 */
export function statusReader(spec: DocumentSpec, profile: PublicProfile, id: string | undefined): (status: number) => SuccessKind {
  const operation = operationOf(spec, id);
  const { responses = [] } = operation ?? {};
  const done = responses.filter(({ error }) => error === undefined);
  const bound = operation === undefined ? undefined : operationBinding(profile, spec.name, operation.id)?.success;
  const shown = (done.length === 0 ? responses : done).map(({ status }) => [status ?? bound ?? []].flat());
  const statuses = new Set(shown.flat());
  const takesAny = shown.some((row) => row.length === 0);
  const isLimitShown = spec.errors.errors.some(({ status }) => status === TOO_MANY);
  return (status) => {
    if (statuses.has(status) || (takesAny && status >= 200 && status < 300)) return 'success';
    return status === TOO_MANY && isLimitShown ? 'limited' : 'neither';
  };
}

const TOO_MANY = 429;
