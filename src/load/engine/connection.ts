import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { MOST_OF_AN_ANSWER } from '../../drive/intake.ts';
import { undici } from '../../drive/undici.ts';
import type { TlsFiles } from '../../profile/profile.ts';
import { createBodyStore, type BodyRoom } from './body-store.ts';
import type { PreparedRequest } from './prepared-request.ts';
import type { AnswerHead, LoadAnswer, LossReason, Sent } from './load-answer.ts';

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
  send(index: number, request: PreparedRequest, dueAt: number, now: number): void;
  underWay(): Sent | undefined;
  /** whether more has come for what is under way than any answer takes */
  isFlooded(): boolean;
  /** gives up what is under way, and connects anew */
  renew(why: LossReason): void;
  connect(): void;
  /** gives up what is under way, for good */
  end(why: LossReason): void;
}

export interface ConnectionOptions {
  readonly origin: string;
  readonly tls: TlsFiles | undefined;
  /** no answer may be longer */
  readonly bodyBytes: number;
  readonly room: BodyRoom;
}

/** A connection that does not stand by then is none. */
const CONNECT_MS = 5_000;
/** One that nobody uses stands as long as the target keeps it. */
const IDLE_MS = 600_000;
/** What may come beside the body: header fields, interim answers. */
const MOST_FRAMING_BYTES = 4 * MOST_OF_AN_ANSWER.fieldBytes;
/** A chunk of one byte takes six. */
const FRAMED = 8;

/** What became of a connection, as it is told of one that never answered. */
const WORDS: Readonly<Partial<Record<LossReason, string>>> = {
  closed: 'it was closed',
  reset: 'it was reset',
  'timed out': 'it timed out',
  'not http': 'it sent what is no HTTP',
  'too large': 'it sent more than is read',
  'interim only': 'it sent interim answers (1xx) without an end',
};

/**
 * A connection of undici that is made before it is needed, and made anew when it is gone. Interim answers (1xx) are none, and what a closed
 * connection leaves unanswered is lost. Whatever comes, it takes a bounded time and a bounded memory.
 */
export function openConnection({ origin, tls, bodyBytes, room }: ConnectionOptions, events: ConnectionEvents): Connection {
  const { protocol, hostname, host, port } = new URL(origin);
  const { buildConnector, Client, errors } = undici();
  const connector = buildConnector({ timeout: CONNECT_MS, ...tls });
  const body = createBodyStore(bodyBytes, room);
  /** the present connection, whether undici has it yet or not */
  let socket: Socket | undefined;
  let isTaken = false;
  let asked: { readonly sent: Sent; readonly readBefore: number } | undefined;
  let abort: ((why: Error) => void) | undefined;
  let lastLoss: LossReason = 'closed';
  let hasAnswered = false;
  let isOver = false;

  const client = new Client(origin, {
    pipelining: 1,
    maxHeaderSize: MOST_OF_AN_ANSWER.fieldBytes,
    // The engine has time limits of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    connect: (options, callback) => {
      const made = socket;
      if (made === undefined || isTaken) return callback(new errors.SocketError('other side closed'), null);
      isTaken = true;
      // undici is not ready for it yet.
      queueMicrotask(() => callback(null, made));
    },
  });
  client.on('disconnect', () => gone());

  function connect(): void {
    if (isOver) return;
    [socket, isTaken, hasAnswered, lastLoss] = [undefined, false, false, 'closed'];
    connector({ hostname: hostname.replaceAll(/[[\]]/g, ''), host, protocol, port }, (error, made) => {
      if (error !== null) return failed(error);
      if (isOver) return void made.destroy();
      socket = made;
      made.setNoDelay(true);
      made.once('error', () => (lastLoss = 'reset'));
      // Closed before anything was sent, undici knows nothing of it.
      made.once('close', () => {
        if (socket === made && !isTaken) gone();
      });
      events.ready(connection);
    });
  }

  function failed(error: Error): void {
    if (isOver) return;
    events.down(connection);
    events.unconnected(connection, error);
  }

  /** Who answers nothing between one connection and the next is not asked for the next at once. */
  function gone(): void {
    if (isOver) return;
    socket = undefined;
    lose(lastLoss);
    if (!hasAnswered) return failed(new Error(`${WORDS[lastLoss] ?? lastLoss} before anything was answered`));
    events.down(connection);
    connect();
  }

  function lose(why: LossReason): void {
    const lost = asked?.sent;
    asked = undefined;
    abort = undefined;
    lastLoss = why;
    body.clear();
    if (lost !== undefined) events.lost(lost, why);
  }

  /** One request and its answer; what undici still says of a request that was given up is not heard. */
  function handlerOf(sent: Sent): Dispatcher.DispatchHandler {
    const isCurrent = (): boolean => asked?.sent === sent;
    let head: AnswerHead | undefined;
    let interim = 0;
    return {
      onRequestStart: (controller) => {
        abort = (why) => controller.abort(why);
      },
      onResponseStart: (_, statusCode, fields) => {
        if (!isCurrent()) return;
        if (statusCode < 200) {
          interim += 1;
          if (interim > MOST_OF_AN_ANSWER.interim) renew('interim only');
          return;
        }
        const headers = Object.entries(fields).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, one]));
        if (headers.length > 2 * MOST_OF_AN_ANSWER.fields) return renew('too large');
        head = { statusCode, headers };
      },
      onResponseData: (_, chunk) => {
        if (isCurrent() && !body.add(chunk)) renew('too large');
      },
      onResponseEnd: () => {
        if (!isCurrent() || head === undefined) return;
        const whole = body.whole();
        const answer = { sent, receivedAt: performance.now(), head, body: whole, bytes: whole.length };
        asked = undefined;
        abort = undefined;
        hasAnswered = true;
        body.clear();
        // undici has read the rest by then, and knows whether the connection stands.
        queueMicrotask(() => {
          if (!isOver && socket?.destroyed === false) events.ready(connection);
          events.answered(answer);
        });
      },
      onResponseError: (_, error) => {
        if (!isCurrent()) return;
        lose(interim > 0 && lossOf(error) === 'closed' ? 'interim only' : lossOf(error));
      },
    };
  }

  function renew(why: LossReason): void {
    const giveUp = abort;
    const standing = socket;
    lose(why);
    // With its request undici gives up the connection.
    if (giveUp === undefined) standing?.destroy();
    else giveUp(new Error(why));
  }

  const connection: Connection = {
    connect,
    renew,
    send: (index, { method, path, headers, body: content }, dueAt, now) => {
      const sent = { request: index, dueAt, sentAt: now };
      asked = { sent, readBefore: socket?.bytesRead ?? 0 };
      client.dispatch({ method, path, headers, body: content ?? null }, handlerOf(sent));
    },
    underWay: () => asked?.sent,
    isFlooded: () =>
      asked !== undefined && socket !== undefined && socket.bytesRead - asked.readBefore > FRAMED * bodyBytes + MOST_FRAMING_BYTES,
    end: (why) => {
      isOver = true;
      lose(why);
      socket?.destroy();
      client.destroy().catch(() => undefined);
    },
  };
  return connection;
}

/** What undici's error says of a request that it had sent. */
function lossOf(error: Error): LossReason {
  const { errors } = undici();
  if (error instanceof errors.HeadersOverflowError) return 'too large';
  if (error instanceof errors.SocketError) return error.message.startsWith('bad ') ? 'not http' : 'closed';
  if (error instanceof errors.HTTPParserError || error instanceof errors.ResponseContentLengthMismatchError) return 'not http';
  return Reflect.get(error, 'syscall') === undefined ? 'not http' : 'reset';
}
