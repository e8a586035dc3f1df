import type { TransportFailure } from '../trace/events.ts';

export interface HttpRequest {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** announce a longer body, close the sending side after this one, and read the answer */
  readonly halfClose?: boolean;
  /** milliseconds that the run has left; no answer is waited for longer than that */
  readonly withinMs?: number;
}

export interface HttpResponse {
  readonly status: number;
  /** lower-case names; a repeated field as an array */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly text: string;
  readonly bytes: number;
}

export type Answer = { readonly response: HttpResponse } | { readonly failure: TransportFailure };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export type HttpMethod = (typeof METHODS)[number];

export function isHttpMethod(method: string): method is HttpMethod {
  return METHODS.some((known) => known === method);
}

/** Sends one request and never throws for what the network or the target does: that is an answer too. */
export type Transport = (request: HttpRequest) => Promise<Answer>;
