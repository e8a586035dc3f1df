/** One answer. `json` and `text` exclude each other; neither means an empty body. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly text?: string;
  /** media type of the body, where it is not the service's usual one */
  readonly type?: string;
}

/** Thrown where a request ends early. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}
