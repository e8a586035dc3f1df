import { performance } from 'node:perf_hooks';
import { TLSSocket } from 'node:tls';
import type { ParsedHead, PrivateClient, Terminated } from './private-client.ts';

/** Why a request that was sent has no answer. */
export type LossReason = 'timed out' | 'closed' | 'reset' | 'not http' | 'too large' | 'interrupted';

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

const NO_HEAD: ParsedHead = { statusCode: 0, headers: [], shouldKeepAlive: true };
const NOTHING = Buffer.alloc(0);
/** What autocannon's own accounting is told; nobody reads it. */
const TERMINATED: Terminated = { req: undefined, headers: { ...NO_HEAD, statusCode: 200 }, body: '', bytes: 0, duration: 0 };

/**
 * Takes a connection of autocannon over: its bytes, its parser and its sockets stay, everything else is ours. Interim answers (1xx)
 * are none, what a closed connection leaves unanswered is lost, and nothing is written before the connection stands.
 *
 * @param bodyBytes no answer may be longer
 */
export function takeOver(client: PrivateClient, bodyBytes: number, events: ConnectionEvents): Connection {
  const connectNow = client._connect.bind(client);
  const execute = client.parser.execute.bind(client.parser);
  let sent: Sent | undefined;
  let head: ParsedHead | undefined;
  let chunks: Buffer[] = [];
  let received = 0;
  let isTooLarge = false;
  let finished: LoadAnswer | undefined;
  let lossReason: LossReason = 'closed';
  let isReady = false;
  let hasAnswered = false;

  function lose(why: LossReason): void {
    if (sent === undefined) return;
    const gone = sent;
    sent = undefined;
    events.lost(gone, why);
  }

  function forget(): void {
    head = undefined;
    chunks = [];
    received = 0;
    isTooLarge = false;
  }

  client.pipelinedRequests = {
    insertRequest: () => undefined,
    addByteCount: () => undefined,
    setHeaders: (parsed) => {
      head = parsed;
    },
    addBody: (chunk) => {
      received += chunk.length;
      isTooLarge ||= received > bodyBytes;
      if (!isTooLarge) chunks.push(chunk);
    },
    terminateRequest: () => {
      const complete = head;
      const body = chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? NOTHING);
      // Its connection goes with it, when the parser is done with this piece.
      if (isTooLarge) return TERMINATED;
      forget();
      if (complete === undefined || complete.statusCode < 200 || sent === undefined) return TERMINATED;
      finished = { sent, receivedAt: performance.now(), head: complete, body };
      sent = undefined;
      hasAnswered = true;
      return TERMINATED;
    },
    clear: () => lose(lossReason),
  };

  client.parser.execute = (chunk) => {
    const parsed = execute(chunk);
    if (parsed instanceof Error) renew('not http');
    else if (isTooLarge) renew('too large');
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
    if (hasAnswered) return renew(why);
    failed(new Error('it was closed before anything was answered'), why);
  };

  function renew(why: LossReason): void {
    drop(why);
    if (!client.destroyed) connect();
  }

  function drop(why: LossReason): void {
    isReady = false;
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
    connectNow();
    const socket = client.conn;
    if (socket === undefined) return;
    socket.setNoDelay(true);
    const secure = socket instanceof TLSSocket;
    socket.once(secure ? 'secureConnect' : 'connect', () => {
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
      client.conn?.removeAllListeners('data');
      client.destroy();
      lose(why);
    },
  };
  return connection;
}
