import type { TransportFailure } from '../trace/events.ts';
import type { Pacer } from './pacer.ts';
import type { Timer } from './timer.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';
import { createVocabulary, type Vocabulary } from '../model/vocabulary.ts';

/** The names of secrets that no document has, with their kinds, beside those that are secret everywhere. */
export function vocabularyWith(secrets: Readonly<Record<string, string>>): Vocabulary {
  const kinds = new Map(Object.entries(secrets));
  const common = createVocabulary([]);
  const kindOf = (name: string): string | undefined => kinds.get(name) ?? common.kindOf(name);
  return { ...common, kindOf, kindInAddress: (name) => kinds.get(name) ?? common.kindInAddress(name) };
}

/** What a fake target answers: 200 and an empty body unless told otherwise; `body` is sent as JSON. */
export type Reply =
  | (Partial<Pick<HttpResponse, 'status' | 'headers' | 'text'>> & { readonly body?: unknown })
  | { readonly failure: TransportFailure };

/** A target in process: answers each request, and keeps them all. */
export function fakeTransport(answer: (request: HttpRequest, ordinal: number) => Reply | Promise<Reply>): {
  readonly send: Transport;
  readonly requests: readonly HttpRequest[];
} {
  const requests: HttpRequest[] = [];
  const send: Transport = async (request) => {
    requests.push(request);
    const reply = await answer(request, requests.length);
    if ('failure' in reply) return reply;
    const { status = 200, headers = {}, body, text = body === undefined ? '' : JSON.stringify(body) } = reply;
    return { response: { status, headers, text, bytes: Buffer.byteLength(text) } };
  };
  return { send, requests };
}

export const NO_CONNECTION = { failure: { kind: 'refused', detail: 'connect ECONNREFUSED' } } as const;

/** A timer that passes only while somebody sleeps. */
export function virtualTimer(start = 0): Timer & { readonly slept: readonly number[] } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}

/** A pacer that lets everything through. */
export const NO_HURRY: Pacer = { turn: () => Promise.resolve(() => undefined), usedUp: () => undefined, leftMs: () => Infinity };
