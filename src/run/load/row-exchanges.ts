import type { AnswerRow, DocumentName } from '../../model/types.ts';
import { parsedJson } from '../../model/json-text.ts';
import type { LoadAnswer } from '../../load/engine/connection.ts';
import type { RowGenerator } from '../../load/rows/generators.ts';
import type { LoadRequest } from '../../load/verify.ts';
import type { ExchangeHead, Received } from '../../drive/capture.ts';
import type { Noted } from '../../drive/exchanger.ts';
import { LOAD_CASE } from './load-event.ts';
import { LOAD_ROW } from './mix.ts';

/** A request of a generator, and whose it is. */
export interface GeneratorRequest extends LoadRequest {
  readonly generator: number;
  readonly name: string;
}

/** All requests that the generators send, in a fixed order. */
export function requestsOf(generators: readonly RowGenerator[]): readonly GeneratorRequest[] {
  return generators.flatMap(({ begin: { document, baseUrl, requests } }, generator) =>
    Object.entries(requests).map(([name, { operation, caller, method, path, headers, body }]): GeneratorRequest => ({
      generator,
      name,
      head: headOf(document, operation, caller, name),
      request: {
        method,
        url: baseUrl + path,
        headers: Object.fromEntries(Object.entries(headers).map(([field, value]) => [field, [value].flat().join(', ')])),
        body: body === undefined || body === null ? undefined : JSON.stringify(body),
      },
      samples: [],
      own: undefined,
    })),
  );
}

function headOf(document: DocumentName, operation: string, caller: string | undefined, name: string): ExchangeHead {
  return { caseId: LOAD_CASE, place: { row: LOAD_ROW, at: name }, stepId: undefined, purpose: 'load', document, operation, caller };
}

/** A row as the engine's own answers are; undefined where none came. */
export function answerOf(request: number, { status, headers = {}, text = '', sentAt, durationMs }: AnswerRow): LoadAnswer | undefined {
  if (status === 0) return undefined;
  return {
    sent: { request, dueAt: sentAt, sentAt },
    receivedAt: sentAt + durationMs,
    head: { statusCode: status, headers: rawHeaders(headers), shouldKeepAlive: true },
    body: Buffer.from(text),
  };
}

/** Generators hand fields on in any order; the rules are looked up by the order of the names. */
function rawHeaders(headers: NonNullable<AnswerRow['headers']>): readonly string[] {
  const raw: string[] = [];
  for (const name of Object.keys(headers).toSorted()) {
    const value = headers[name] ?? '';
    if (typeof value === 'string') raw.push(name, value);
    else for (const one of value) raw.push(name, one);
  }
  return raw;
}

/** A row as an exchange that goes on record. */
export function exchangeOf({ head, request }: GeneratorRequest, at: Pick<ExchangeHead, 'caseId' | 'place'>, row: AnswerRow): Noted {
  const { status, headers = {}, text = '', sentAt, durationMs, lost = 'no answer' } = row;
  const response: Received | undefined =
    status === 0 ? undefined : { status, headers, text, bytes: Buffer.byteLength(text), body: parsedJson(text) };
  const failure =
    response === undefined ? { kind: lost === 'timed out' ? ('timeout' as const) : ('reset' as const), detail: lost } : undefined;
  return { head: { ...head, ...at }, request, response, failure, sentAt, durationMs };
}
