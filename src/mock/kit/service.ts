import { CodedError, type ErrorCode } from '../../model/errors.ts';

/** Why a message cannot be read as HTTP, and the status that HTTP has for it (RFC 9110 section 15.5, RFC 6585 section 5). */
export const UNREADABLE = {
  'headers-too-large': { status: 431, mistake: 'the header fields are too large', remedy: 'Send fewer or shorter ones.' },
  'body-too-large': { status: 413, mistake: 'the body is larger than 1 MiB', remedy: 'Send less.' },
  malformed: { status: 400, mistake: 'this is no proper HTTP', remedy: 'Send HTTP/1.1, with one Host.' },
} as const;

/** One HTTP message as the mock's core sees it; the adapter on node:http is one way to make one. */
export interface WireRequest {
  readonly method: string;
  /** origin-form target: path and query */
  readonly target: string;
  /** names in lower case; repeated fields joined as node:http does */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly remoteAddress: string;
  /** origin under which the client reached the service, for absolute links */
  readonly origin: string;
  /** true where the client closed its side, or fell silent, before its request was complete */
  readonly halfClosed?: boolean;
  /** set where the message could not be read as HTTP; method and target are empty where not even they could */
  readonly unreadable?: keyof typeof UNREADABLE;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** the connection is closed in its place */
  readonly dropped?: true;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** What the surroundings offer a service: time, chance, suspension points, and a place for events. */
export interface Surroundings {
  /** milliseconds since the epoch on the deployment's clock */
  now(): number;
  /** next pseudo-random identifier of so many characters, from the deployment's seed */
  id(length: number): string;
  /** named suspension point; a scheduler may interleave callers here */
  pause(point: string): Promise<void>;
  emit(kind: string, about: string, detail?: JsonObject): void;
}

/** A precondition or an act that the catalogue names was refused: unknown name, unknown or impossible parameter. */
export class ControlError extends CodedError {
  override readonly name = 'ControlError';
  /** the message without the remedy */
  readonly mistake: string;
  readonly remedy: string;
  constructor(code: ErrorCode, mistake: string, remedy: string) {
    super(code, `${mistake}${mistake.endsWith('?') ? '' : '.'} ${remedy}`);
    this.mistake = mistake;
    this.remedy = remedy;
  }
}

/** Told by a service, while it answers a request, what it finds. */
export interface RequestObserver {
  /** answers what to wait for, and the response in place of the operation, if any */
  found(operation: string): Promise<WireResponse | undefined> | undefined;
  before(state: string | undefined): void;
  after(state: string | undefined): void;
}

/** One of the three services of a deployment. */
export interface Service {
  /** `observer` is told what is found on the way */
  handle(request: WireRequest, observer?: RequestObserver): Promise<WireResponse>;
  /** sets up a provider state of the catalogue and answers its data; throws ControlError */
  provide(state: string, params: JsonObject): JsonObject;
  /** removes what a provider state made; data is what `provide` answered */
  remove(state: string, data: JsonObject): void;
  /** causes an act of the catalogue and answers its data; throws ControlError */
  act(name: string, params: JsonObject): Promise<JsonObject>;
  reset(): void;
}
