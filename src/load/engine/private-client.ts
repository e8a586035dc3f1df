import type { Socket } from 'node:net';

/** What an answer's first lines say, as the parser hands them on: names as sent, repeated fields kept. */
export interface ParsedHead {
  readonly statusCode: number;
  /** name, value, name, value … */
  readonly headers: readonly string[];
  readonly shouldKeepAlive: boolean;
}

/** What autocannon's connection asks of its queue of requests that wait for their answers. */
export interface PendingQueue {
  insertRequest(request: unknown): void;
  addByteCount(bytes: number): void;
  addBody(chunk: Buffer): void;
  setHeaders(head: ParsedHead): void;
  /** must answer something even where nothing was asked: autocannon reads from it */
  terminateRequest(): Terminated;
  clear(): void;
}

export interface Terminated {
  readonly req: undefined;
  readonly headers: ParsedHead;
  readonly body: string;
  readonly bytes: number;
  readonly duration: number;
}

/**
 * The connection of autocannon 9.0.0 with the fields that are private there and that the engine takes over: its own pacing, its
 * accounting and its treatment of lost connections are measurably wrong. private-client.test.ts pins each.
 */
export interface PrivateClient {
  pipelinedRequests: PendingQueue;
  readonly parser: {
    execute(chunk: Buffer): number | Error;
    finish(): Error | undefined;
    reinitialize(type: string): void;
    /** takes one line of headers apart */
    parseHeader(line: string, headers: string[]): void;
    /** one of its states, by its name */
    BODY_CHUNKHEAD(): void;
    /** what it takes for the length of the body, or of the chunk */
    readonly body_bytes: number | null;
  };
  /** the present socket; set by each _connect */
  readonly conn: Socket | undefined;
  readonly destroyed: boolean;
  _connect(): void;
  _doRequest(): void;
  _destroyConnection(): void;
  destroy(): void;
}

const METHODS = ['_connect', '_doRequest', '_destroyConnection', 'destroy'];
const QUEUE = ['insertRequest', 'addByteCount', 'addBody', 'setHeaders', 'terminateRequest', 'clear'];
const PARSER = ['execute', 'finish', 'reinitialize', 'parseHeader', 'BODY_CHUNKHEAD'];

/** The names of private fields that a client lacks; none for the pinned version. */
export function missingFields(client: object): readonly string[] {
  return [
    ...without(client, METHODS),
    ...without(Reflect.get(client, 'pipelinedRequests'), QUEUE).map((name) => `pipelinedRequests.${name}`),
    ...without(Reflect.get(client, 'parser'), PARSER).map((name) => `parser.${name}`),
    ...(typeof Reflect.get(client, 'destroyed') === 'boolean' ? [] : ['destroyed']),
  ];
}

function without(owner: unknown, names: readonly string[]): readonly string[] {
  return names.filter((name) => typeof owner !== 'object' || owner === null || typeof Reflect.get(owner, name) !== 'function');
}

/** True for a client of the version whose fields the engine knows. */
export function isKnownClient(client: object): client is PrivateClient {
  return missingFields(client).length === 0;
}
