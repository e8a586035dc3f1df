import type { Call } from '../http/call.ts';
import { refuse } from './refusal.ts';
import type { Rate, PrivilegedAccessService } from './teams.ts';

/** Counts one operation, by a log of the last period; refused ones do not count. Throws the refusal. */
export function count(
  privilegedAccess: PrivilegedAccessService,
  rate: Rate,
  { overlapping, method }: Pick<Call, 'overlapping' | 'method'>,
): void {
  const now = privilegedAccess.clock.now();
  if (privilegedAccess.defects.has('pam.limit-per-worker')) [rate.log, rate.otherLog] = [rate.otherLog ?? [], rate.log];
  rate.log = rate.log.filter((time) => time + rate.periodMs > now);
  const refused = (rate.refused ?? []).filter((time) => time + rate.periodMs > now);
  const isMissed =
    (overlapping && privilegedAccess.defects.has('pam.limit-at-once')) ||
    (method !== 'GET' && privilegedAccess.defects.has('pam.writes-beyond-limit'));
  if (rate.log.length + refused.length >= rate.limit + (privilegedAccess.defects.has('pam.one-over-limit') ? 1 : 0) && !isMissed) {
    if (privilegedAccess.defects.has('pam.refused-requests-prolong')) rate.refused = [...refused, now];
    throw refuse('too_many_requests', 'Come back later.');
  }
  rate.log = [...rate.log, now];
  rate.ever = (rate.ever ?? 0) + 1;
}

/** The allowance grows again when the oldest operation is a period ago, and is whole when the newest is. */
export function rateHeaders(
  privilegedAccess: PrivilegedAccessService,
  { log, limit, periodMs, ever = 0 }: Rate,
): Readonly<Record<string, string>> {
  const now = privilegedAccess.clock.now();
  const { defects } = privilegedAccess;
  const whole = defects.has('pam.reset-rounded-down') ? Math.floor : Math.ceil;
  const seconds = (time: number): string => `${whole((time + periodMs) / 1000)}`;
  const used = defects.has('pam.remaining-never-recovers') ? ever : log.length;
  const remaining = Math.min(limit, Math.max(0, limit - used + (defects.has('pam.remaining-before-this') ? 1 : 0)));
  const [oldest = now - periodMs, newest = oldest] = [log[0], log.at(defects.has('pam.reset-of-oldest') ? 0 : -1)];
  const partly = defects.has('pam.retry-at-after-reset') ? newest + periodMs : oldest;
  return {
    'x-ratelimit-retry-at': seconds(
      defects.has('pam.retry-at-now') ? now - periodMs : partly - (defects.has('pam.retry-at-seconds-left') ? now : 0),
    ),
    'x-ratelimit-reset': seconds(newest - (defects.has('pam.reset-seconds-left') ? now : 0)),
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-limit': `${defects.has('pam.limit-counts-down') ? remaining : limit}`,
  };
}
