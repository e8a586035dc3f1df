import type { Blame } from '../../model/types.ts';
import type { TlsFiles } from '../../profile/profile.ts';
import type { Accounts } from './accounting.ts';
import type { FigureTotals, Measurable } from './figures.ts';
import type { LoadAnswer } from './load-answer.ts';
import type { GeneratorHealth } from './generator-health.ts';
import type { PreparedRequest } from './prepared-request.ts';
import type { Slice } from './timeline.ts';

/** What is sent, how fast, and where it ends. Times in milliseconds. */
export interface LoadOrder {
  /** sent in turn, again and again; all of one origin */
  readonly requests: readonly PreparedRequest[];
  /** the operation of each request, as far as it is of one; none has figures of its own where omitted */
  readonly operations?: readonly (string | undefined)[];
  readonly connections: number;
  /** a second, open model; undefined: each connection sends as soon as it has its answer (closed model) */
  readonly rate: number | undefined;
  /** in the closed model; undefined: as many as are answered */
  readonly mostPerSecond?: number | undefined;
  readonly durationMs: number;
  readonly most: { readonly requests: number; readonly bodyBytes: number };
  readonly timeoutMs: number;
  /** how long the last answers are waited for when it is over; 2 s where omitted */
  readonly lastAnswersMs?: number;
  readonly signal: AbortSignal;
  readonly tls?: TlsFiles | undefined;
}

/** Told of every answer, at once; answers whether it is as it should be, or why the load must end. */
export interface LoadWatch {
  readonly judge: (answer: LoadAnswer) => 'clean' | 'violation' | { readonly stop: string; readonly blame: Blame };
  readonly onSlice?: (slice: Slice, accounts: Accounts) => void;
  /** asked at the end of each slice: why the load has to end there, or undefined */
  readonly until?: (soFar: Measurable & { readonly durationMs: number }) => string | undefined;
}

export type LoadEnd =
  | { readonly how: 'completed' | 'interrupted' | 'budget' }
  | { readonly how: 'server-errors' | 'unreachable'; readonly why: string }
  | { readonly how: 'stopped'; readonly why: string; readonly blame: Blame };

/** Latency is of answered and timed-out requests, from when they were due; in the closed model from when they were sent. */
export interface LoadOutcome extends FigureTotals {
  readonly end: LoadEnd;
  readonly coordinatedOmission: 'corrected' | 'not corrected';
  readonly durationMs: number;
  /** answers a second */
  readonly throughput: number;
  readonly generator: GeneratorHealth;
}

/** Requests of several origins were to be mixed. */
export class MixedOrigins extends Error {
  override readonly name = 'MixedOrigins';
}

/** The origin of all requests; throws MixedOrigins. */
export function oneOrigin(requests: readonly PreparedRequest[]): string {
  const origins = [...new Set(requests.map(({ origin }) => origin))];
  const [origin] = origins;
  if (origin === undefined) throw new MixedOrigins('there is no request to send');
  if (origins.length > 1) throw new MixedOrigins(`requests to ${origins.join(' and ')} are never mixed in one load: choose one`);
  return origin;
}
