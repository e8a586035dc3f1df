import type { RateLimitHeaderRow } from '../../model/types.ts';
import type { ExchangeEvent } from '../../trace/events.ts';

/** Timestamps are whole seconds: rounded up, to the nearest, or down, each is off by less than this. */
export const GRAIN_MS = 1000;

/** A point in time that a header names, in Unix seconds, and the form in which it stood there. */
interface Moment {
  readonly seconds: number;
  readonly form: 'seconds' | 'milliseconds' | 'from-now';
}

/** Above: milliseconds (seconds would be the year 5138). Below the other: seconds from now (seconds would be 1973). */
const MILLISECONDS_FROM = 1e11;
const SECONDS_FROM = 1e8;

/** What a number must have meant, also where the form is none that a document knows; `nowMs` by the target's clock. */
export function momentOf(value: number | undefined, nowMs: number): Moment | undefined {
  if (value === undefined) return undefined;
  if (value >= MILLISECONDS_FROM) return { seconds: value / 1000, form: 'milliseconds' };
  if (value < SECONDS_FROM) return { seconds: nowMs / 1000 + value, form: 'from-now' };
  return { seconds: value, form: 'seconds' };
}

/** What a request of the probe asks for: the operation that is probed, or a path that is nothing's. */
export type RequestKind = 'call' | 'unknown-path';

/** Whose requests are counted against the limit that is probed. */
export const OWN = 'own';

/** Requests no further apart follow each other at once: what comes back one by one does not come just in time for each. */
export const AT_ONCE_MS = 500;

/** Where in the probe's course a request stands, whose it is, and what it asks for. */
export interface Place {
  readonly phase: string;
  readonly subject: string;
  readonly asks: RequestKind;
}

/** One request of the probe and what its answer said, in numbers. Times in milliseconds on the harness's clock. */
export interface Sample extends Place {
  readonly seq: number;
  readonly sentMs: number;
  readonly receivedMs: number;
  /** undefined where no answer came */
  readonly status: number | undefined;
  /** the target's clock when it answered, whole seconds, as milliseconds since the epoch */
  readonly dateMs: number | undefined;
  readonly limit: number | undefined;
  /** may be below zero, where a target says so */
  readonly remaining: number | undefined;
  readonly reset: Moment | undefined;
  readonly retryAt: Moment | undefined;
}

/** The place in the trace of the probe's requests; `readPlace` reads it again. */
export const PROBE_ROW = 'load:rate-limit';

export function writePlace({ phase, subject, asks }: Place): { readonly row: string; readonly at: string } {
  return { row: PROBE_ROW, at: `${phase}/${subject}/${asks}` };
}

function readPlace(at: string): Place {
  const [phase = '', subject = '', asks] = at.split('/');
  return { phase, subject, asks: asks === 'unknown-path' ? 'unknown-path' : 'call' };
}

const NOT_AHEAD = { low: 0, high: 0 };

/** Reads an exchange of the probe. Headers that are missing, repeated or no whole number are undefined: judges speak of those. */
export function sampleOf(
  rows: readonly RateLimitHeaderRow[],
  { seq, place, sentAt, durationMs, response, generator }: ExchangeEvent,
): Sample {
  const text = (role: RateLimitHeaderRow['role']): string | undefined => {
    const row = rows.find((candidate) => candidate.role === role);
    const value = row === undefined ? undefined : response?.headers[row.name.toLowerCase()];
    return typeof value === 'string' && /^-?\d+$/.test(value) ? value : undefined;
  };
  const whole = (role: RateLimitHeaderRow['role']): number | undefined => {
    const value = text(role);
    return value === undefined ? undefined : Number(value);
  };
  const date = Date.parse(String(response?.headers['date'] ?? ''));
  const dateMs = Number.isNaN(date) ? undefined : date;
  // On another generator's clock: on the target's it was somewhere in between.
  const { low, high } = generator?.ahead ?? NOT_AHEAD;
  const [sentMs, receivedMs] = [sentAt + low, sentAt + durationMs + high];
  const now = dateMs ?? receivedMs;
  return {
    ...readPlace(place.at),
    seq,
    sentMs,
    receivedMs,
    status: response?.status,
    dateMs,
    limit: whole('limit'),
    remaining: whole('remaining'),
    reset: momentOf(whole('reset'), now),
    retryAt: momentOf(whole('retry-at'), now),
  };
}

/**
 * A refusal by the rate limit: 429, or whatever else a call is answered with where nothing remains. The call is one that succeeds as long
 * as something does.
 */
export function isRefused({ status, asks, remaining }: Sample): boolean {
  if (status === undefined) return false;
  return status === 429 || (asks === 'call' && status >= 400 && remaining !== undefined && remaining <= 0);
}

/** Let through by the rate limit. That a path is unknown is the client's fault: an error of the server tells nothing of it. */
export function isPassed(sample: Sample): boolean {
  const { status, asks } = sample;
  return status !== undefined && !isRefused(sample) && status < (asks === 'unknown-path' ? 500 : 400);
}

/** An error of the server, for which the rate limit is not to blame: nothing tells whether it used up an operation. */
export function isServerError(sample: Sample): boolean {
  return isAstray(sample) && (sample.status ?? 0) >= 500;
}

/** No answer, or an error for which the rate limit is not to blame: it says nothing of the limit. */
export function isAstray(sample: Sample): boolean {
  return !isRefused(sample) && !isPassed(sample);
}
