import { performance } from 'node:perf_hooks';
import { TLSSocket } from 'node:tls';
import { MOST_OF_AN_ANSWER } from '../../drive/intake.ts';
import { createBodyStore, type BodyRoom } from './body-store.ts';
import { BrokenHttp, demandLength, guardParser, HEADERS_TOO_LARGE } from './guarded-parser.ts';
import type { ParsedHead, PrivateClient, Terminated } from './private-client.ts';

/**
 * Why a request that was sent has no answer. What is cut off was waited for longer than any answer took, until the load was over; what is
 * not awaited was not.
 */
export type LossReason =
  | 'timed out'
  | 'closed'
  | 'reset'
  | 'not http'
  | 'too large'
  | 'interim only'
  | 'interrupted'
  | 'cut off'
  | 'not awaited';

/** A request that is under way: which one, when it was due, and when it went out (performance.now). */
export interface Sent {
  readonly request: number;
  readonly dueAt: number;
  readonly sentAt: number;
}

/** An answer as it came. The body is part of the socket's buffer: read it before the next turn of the event loop. */
export interface LoadAnswer {
  readonly sent: Sent;
  readonly receivedAt: number;
  readonly head: ParsedHead;
  readonly body: Buffer;
}

/** What becomes of a connection. `ready` comes before `answered`, so that the next request is out while the last answer is judged. */
export interface ConnectionEvents {
  ready(connection: Connection): void;
  answered(answer: LoadAnswer): void;
  lost(sent: Sent, why: LossReason): void;
  /** it cannot take a request until it is ready again */
  down(connection: Connection): void;
  /** no use in connecting at once: refused, unreachable, a certificate that does not hold, closed before anything was answered */
  unconnected(connection: Connection, error: Error): void;
}

/** One connection, with at most one request under way. */
export interface Connection {
  send(request: number, bytes: Buffer, dueAt: number, now: number): void;
  underWay(): Sent | undefined;
  /** gives up what is under way, and connects anew */
  renew(why: LossReason): void;
  connectAgain(): void;
  /** gives up what is under way, for good */
  end(why: LossReason): void;
}

/** What frames an answer, in a row: trailers, what stands beside the length of a chunk. The parser itself takes 80 kB of headers. */
const MOST_FRAMING_BYTES = 4 * MOST_OF_AN_ANSWER.fieldBytes;
/** A connection that does not stand by then is none. */
const CONNECT_MS = 5_000;

const NO_HEAD: ParsedHead = { statusCode: 0, headers: [], shouldKeepAlive: true };
/** What became of a connection, as it is told of one that never answered. */
const WORDS: Readonly<Partial<Record<LossReason, string>>> = {
  closed: 'it was closed',
  reset: 'it was reset',
  'timed out': 'it timed out',
  'not http': 'it sent what is no HTTP',
  'too large': 'it sent more than is read',
  'interim only': 'it sent interim answers (1xx) without an end',
};
/** What autocannon's own accounting is told; nobody reads it. */
const TERMINATED: Terminated = { req: undefined, headers: { ...NO_HEAD, statusCode: 200 }, body: '', bytes: 0, duration: 0 };

/**
 * Takes a connection of autocannon over: its bytes, its parser and its sockets stay, everything else is ours. Interim answers (1xx)
 * are none, what a closed connection leaves unanswered is lost, and nothing is written before the connection stands.
 *
 * Whatever comes, it takes a bounded time and a bounded memory: an answer without an end, without a length, or that is none, is lost.
 *
 * @param bodyBytes no answer may be longer
 */
export function takeOver(client: PrivateClient, bodyBytes: number, room: BodyRoom, events: ConnectionEvents): Connection {
  guardParser(client.parser);
  const connectNow = client._connect.bind(client);
  const execute = client.parser.execute.bind(client.parser);
  let sent: Sent | undefined;
  let head: ParsedHead | undefined;
  const body = createBodyStore(bodyBytes, room);
  let broken: LossReason | undefined;
  /** bytes since the last of a body, or the last end of an answer */
  let framing = 0;
  let hasAdvanced = false;
  let isOverInPiece = false;
  let interim = 0;
  let connecting: NodeJS.Timeout | undefined;
  let finished: LoadAnswer | undefined;
  let lossReason: LossReason = 'closed';
  let isReady = false;
  let hasAnswered = false;

  function lose(why: LossReason): void {
    if (sent === undefined) return;
    const gone = sent;
    sent = undefined;
    events.lost(gone, interim > 0 && (why === 'timed out' || why === 'cut off') ? 'interim only' : why);
  }

  function forget(): void {
    head = undefined;
    broken = undefined;
    framing = 0;
    body.clear();
  }

  client.pipelinedRequests = {
    insertRequest: () => undefined,
    addByteCount: () => undefined,
    setHeaders: (parsed) => {
      // A negative one would send the parser back over what it has read.
      demandLength(client.parser.body_bytes);
      head = parsed;
      if (parsed.headers.length > 2 * MOST_OF_AN_ANSWER.fields) broken = 'too large';
      // It came with the answer before it, and so before the request that is under way now was sent.
      if (isOverInPiece) broken = 'not http';
    },
    addBody: (chunk) => {
      hasAdvanced = true;
      if (broken === undefined && !body.add(chunk)) broken = 'too large';
    },
    terminateRequest: () => {
      hasAdvanced = true;
      // Its connection goes with it, when the parser is done with this piece.
      if (broken !== undefined) return TERMINATED;
      const complete = head;
      const whole = body.whole();
      forget();
      if (complete !== undefined && complete.statusCode < 200) {
        interim += 1;
        if (interim > MOST_OF_AN_ANSWER.interim) broken = 'interim only';
        return TERMINATED;
      }
      // Nobody has asked: what comes next would be mistaken for the answer to the next request.
      if (sent === undefined) broken = 'not http';
      if (complete === undefined || sent === undefined) return TERMINATED;
      finished = { sent, receivedAt: performance.now(), head: complete, body: whole };
      sent = undefined;
      interim = 0;
      isOverInPiece = true;
      hasAnswered = true;
      return TERMINATED;
    },
    clear: () => lose(lossReason),
  };

  /** What is thrown in a call of the parser's comes through; its own objections it answers. */
  function parse(chunk: Buffer): number | Error {
    try {
      return execute(chunk);
    } catch (error) {
      if (error instanceof BrokenHttp) return error;
      throw error;
    }
  }

  client.parser.execute = (chunk) => {
    const socket = client.conn;
    hasAdvanced = false;
    isOverInPiece = false;
    const parsed = parse(chunk);
    isOverInPiece = false;
    // What came after the last answer of a connection that is gone.
    if (client.conn !== socket) {
      forget();
      return parsed;
    }
    framing = hasAdvanced ? 0 : framing + chunk.length;
    if (parsed instanceof Error) renew(parsed.message === HEADERS_TOO_LARGE ? 'too large' : 'not http');
    else if (broken !== undefined) renew(broken);
    else if (framing > MOST_FRAMING_BYTES) renew('too large');
    return parsed;
  };

  // Called with each answer, and by _connect once: what comes next is for the engine to say.
  client._doRequest = () => {
    const answer = finished;
    if (answer === undefined) return;
    finished = undefined;
    if (!client.destroyed) {
      if (answer.head.shouldKeepAlive) events.ready(connection);
      else renew('closed');
    }
    events.answered(answer);
  };

  // autocannon comes here when its socket failed or was closed, and would connect at once, again and again.
  client._connect = () => {
    const before = client.conn;
    if (before === undefined) return connect();
    isReady = false;
    const asked = sent;
    const why = before.errored instanceof Error ? 'reset' : 'closed';
    // A body may end with its connection (RFC 9112, section 6.3); then the answer is complete, and has connected again.
    if (asked !== undefined && head !== undefined && why === 'closed') client.parser.finish();
    if (sent !== asked) return;
    renew(why);
  };

  /** Who answers nothing between one connection and the next is not asked for the next at once. */
  function renew(why: LossReason): void {
    if (!hasAnswered && !client.destroyed) return failed(new Error(`${WORDS[why] ?? why} before anything was answered`), why);
    drop(why);
    if (!client.destroyed) connect();
  }

  function drop(why: LossReason): void {
    isReady = false;
    clearTimeout(connecting);
    events.down(connection);
    lossReason = why;
    client.conn?.removeAllListeners('data');
    if (client.conn !== undefined) client._destroyConnection();
    lose(why);
    forget();
  }

  function connect(): void {
    if (client.destroyed) return;
    forget();
    hasAnswered = false;
    interim = 0;
    connectNow();
    const socket = client.conn;
    if (socket === undefined) return;
    socket.setNoDelay(true);
    clearTimeout(connecting);
    connecting = setTimeout(() => failed(new Error(`it did not stand within ${CONNECT_MS} ms`)), CONNECT_MS);
    const secure = socket instanceof TLSSocket;
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(connecting);
      // autocannon accepts any certificate; credentials go to none that does not hold.
      if (secure && !socket.authorized) return failed(new Error(`the certificate does not hold: ${String(socket.authorizationError)}`));
      isReady = true;
      client.parser.reinitialize('RESPONSE');
      events.ready(connection);
    });
    // Before it stands, a failure is no loss; autocannon's own listeners would connect again at once.
    socket.removeAllListeners('error');
    socket.on('error', (error: Error) => {
      if (isReady) client._connect();
      else failed(error);
    });
  }

  function failed(error: Error, why: LossReason = 'closed'): void {
    drop(why);
    events.unconnected(connection, error);
  }

  const connection: Connection = {
    send: (request, bytes, dueAt, now) => {
      sent = { request, dueAt, sentAt: now };
      lossReason = 'closed';
      client.conn?.write(bytes);
    },
    underWay: () => sent,
    renew,
    connectAgain: connect,
    end: (why) => {
      lossReason = why;
      clearTimeout(connecting);
      client.conn?.removeAllListeners('data');
      client.destroy();
      lose(why);
      forget();
    },
  };
  return connection;
}
