import type { WireResponse } from './service.ts';

/** Thrown by handlers: the request is answered with this error of the service's document. */
export class ServiceRefusal<Code extends string> extends Error {
  readonly code: Code;
  /** what in the request led to it */
  readonly causes: readonly string[];
  /** instead of the code's own */
  readonly status: number | undefined;
  readonly headers: WireResponse['headers'];
  constructor(
    code: Code,
    causes: readonly string[] = [],
    { status, headers = {} }: { readonly status?: number; readonly headers?: WireResponse['headers'] } = {},
  ) {
    super(causes.join('; ') || code);
    this.name = 'Refusal';
    this.code = code;
    this.causes = causes;
    this.status = status;
    this.headers = headers;
  }
}
