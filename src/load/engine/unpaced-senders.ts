import type { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { MOST_OF_AN_ANSWER } from '../../drive/intake.ts';
import type { LoadOrder } from './load-order.ts';
import type { PreparedRequest } from './prepared-request.ts';
import type { AnswerHead, LoadAnswer, LossReason, Sent } from './load-answer.ts';
import type { SenderEvents, Senders } from './senders.ts';

/** autocannon's own end is out of the way: the engine has its own. Seconds. */
const NEVER_S = 2_000_000;
/** autocannon looks so often whether it is to stop. */
const STOPS_WITHIN_MS = 1;
/** It takes no shorter time limit. */
const SHORTEST_TIMEOUT_S = 1;
/** So many requests of each connection may be lost in a row before the target is given up: autocannon connects again at once. */
const LOST_IN_A_ROW = 5;
const CHANGED = '\uFFFD';

/** A connection, and what is under way on it. */
interface Sender {
  sent: Sent | undefined;
}

export interface UnpacedOptions {
  readonly order: Pick<LoadOrder, 'requests' | 'connections' | 'most' | 'timeoutMs'>;
  readonly tally: { sent(request: number): void };
}

/**
 * Sends as fast as the target answers, by autocannon: the closed model without a bound. What autocannon cannot count or hand on (an interim
 * answer, a connection that closes, a body that is packed or too large) ends the load, which says what to do.
 */
export function openUnpacedSenders(origin: string, { order, tally }: UnpacedOptions, events: SenderEvents): Senders {
  const { requests, most, timeoutMs } = order;
  const senders: Sender[] = [];
  const connections = Math.min(order.connections, most.requests);
  let lostInARow = 0;
  let [isHalted, isRefused, isQuiet] = [false, false, false];
  let lossAtEnd: (sent: Sent) => LossReason = () => 'not awaited';
  let answered: Omit<LoadAnswer, 'body' | 'bytes'> | undefined;
  /** as they were when autocannon was given them */
  let given = [...requests];

  /** A request counts when it is known what became of it: one whose connection was refused never went out. */
  function lose(sent: Sent, why: LossReason): void {
    tally.sent(sent.request);
    events.lost(sent, why);
    lostInARow += 1;
    if (lostInARow >= LOST_IN_A_ROW * connections) unreachable(`no connection: ${why} before anything was answered`);
  }

  function unreachable(why: string): void {
    events.stop({ how: 'unreachable', why });
  }

  function refuse(what: string): void {
    isRefused = true;
    events.stop({
      how: 'stopped',
      why: `${what}, and autocannon, which sends where nothing bounds the rate, cannot count that. Give --rate, or budget.perSecond`,
      blame: 'config',
    });
  }

  function setUp(client: EventEmitter & { setRequests(requests: autocannon.Request[]): void }): void {
    const sender: Sender = { sent: undefined };
    senders.push(sender);
    let [next, head, hasBroken]: [number, AnswerHead | undefined, boolean] = [0, undefined, false];
    let mine = given;
    client.on('request', () => {
      const now = performance.now();
      const before = sender.sent;
      if (mine !== given) {
        mine = given;
        client.setRequests(mine.map(asAutocannon));
        // It goes on with the one after the first.
        next = 1 % mine.length;
      }
      sender.sent = { request: next, dueAt: now, sentAt: now };
      next = (next + 1) % mine.length;
      if (before !== undefined) lose(before, hasBroken ? 'reset' : now - before.sentAt >= timeoutMs ? 'timed out' : 'closed');
      hasBroken = false;
    });
    client.on('connError', (error: NodeJS.ErrnoException) => {
      hasBroken = true;
      if (error.syscall !== 'connect' || isHalted) return;
      sender.sent = undefined;
      lostInARow += 1;
      if (lostInARow >= 2 * connections) unreachable(`no connection: ${error.message}`);
    });
    client.on('headers', (parsed: AnswerHead & { readonly shouldKeepAlive: boolean }) => {
      head = parsed;
      if (parsed.statusCode < 200) refuse(`an interim answer came (status ${parsed.statusCode})`);
      // autocannon sends the next request into a connection that closes, and knows no body that ends with it.
      else if (isTooLarge(parsed)) refuse('header fields came that are larger than is read');
      else if (!parsed.shouldKeepAlive) refuse('the target closes its connections');
    });
    client.on('response', () => {
      const { sent } = sender;
      sender.sent = undefined;
      if (sent !== undefined && head !== undefined) answered = { sent, head, receivedAt: performance.now() };
    });
  }

  /** Called right after `response`, with the next request on its way. */
  function verifyBody(text: string): boolean {
    if (answered === undefined) return true;
    const { sent, head, receivedAt } = answered;
    answered = undefined;
    lostInARow = 0;
    tally.sent(sent.request);
    const bytes = Buffer.byteLength(text);
    if (bytes > most.bodyBytes) refuse(`a body of ${bytes} bytes came (budget.bodyBytes is ${most.bodyBytes})`);
    // Of characters of one byte alone nothing was changed.
    else if (bytes !== text.length && text.includes(CHANGED)) refuse('a body came that is packed, or no UTF-8');
    if (isRefused) events.lost(sent, 'not awaited');
    // Spread, an object of numbers costs as much as all the rest.
    else events.answered({ sent, head, receivedAt, body: text, bytes });
    return true;
  }

  events.begun();
  const instance = autocannon(
    {
      url: origin,
      connections,
      pipelining: 1,
      timeout: Math.max(SHORTEST_TIMEOUT_S, timeoutMs / 1000),
      sampleInt: STOPS_WITHIN_MS,
      requests: given.map(asAutocannon),
      ...(Number.isFinite(most.requests) ? { amount: most.requests } : { duration: NEVER_S }),
      setupClient: setUp,
      verifyBody: (body) => verifyBody(String(body ?? '')),
    },
    (error) => {
      if (error instanceof Error) return events.failed(error);
      for (const sender of senders) {
        const { sent } = sender;
        sender.sent = undefined;
        if (sent === undefined) continue;
        tally.sent(sent.request);
        events.lost(sent, lossAtEnd(sent));
      }
      isQuiet = true;
      events.stop({ how: 'budget' });
    },
  );

  return {
    halt: (lossOf) => {
      isHalted = true;
      lossAtEnd = lossOf;
      instance.stop();
    },
    isQuiet: () => isQuiet,
    sweep: () => {
      // Credentials are exchanged for new ones in place.
      if (requests.some((request, index) => request !== given[index])) given = [...requests];
    },
    end: (why) => {
      lossAtEnd = why;
      instance.stop();
    },
  };
}

function isTooLarge({ headers }: AnswerHead): boolean {
  let bytes = 0;
  for (const text of headers) bytes += text.length;
  return headers.length > 2 * MOST_OF_AN_ANSWER.fields || bytes > MOST_OF_AN_ANSWER.fieldBytes;
}

function asAutocannon({ method, path, headers, body }: PreparedRequest): autocannon.Request {
  // It announces no empty body by itself (RFC 9110, section 8.6).
  const announced = body === undefined && ANNOUNCED.includes(method) ? { 'content-length': '0' } : {};
  return { method, path, headers: { ...headers, ...announced }, ...(body === undefined ? {} : { body }) };
}

const ANNOUNCED: readonly string[] = ['POST', 'PUT', 'PATCH'];
