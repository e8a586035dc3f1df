import { defined } from '../../model/defined.ts';
import { documentOf } from '../../model/document-of.ts';
import { expect, test } from 'vitest';
import type { DocumentName } from '../../model/types.ts';
import { parsedJson } from '../../model/json-text.ts';
import { loadSpecs } from '../../model/load.ts';
import { objectionsTo } from '../../judge/under-load/answer-judges.ts';
import { createSieve, type RawAnswer, type Sieve } from '../../judge/under-load/sieve.ts';
import { startMock } from '../../mock/kit/start-mock.ts';
import { operationOf } from '../../profile/answer.ts';
import { readProfile, resolveProfile } from '../../profile/load-profile.ts';
import { systemTimer } from '../../drive/timer.ts';
import type { HttpResponse } from '../../drive/transport.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import { memoryTrace } from '../../trace/writer.ts';
import { openDrive } from '../open-drive.ts';
import { profileFile } from '../targets.ts';
import { openMix, type MixedRequest } from './mix.ts';

interface SentRequest {
  readonly request: MixedRequest;
  readonly answer: HttpResponse;
}

/** Answers of the embedded deployment: to each request of the mix, to the same without its credential, and to unknown paths. */
async function answersOf(
  document: DocumentName,
): Promise<{ readonly asked: readonly SentRequest[]; readonly passing: (asked: SentRequest, answer: RawAnswer) => Both }> {
  const specs = loadSpecs();
  const file = profileFile('mock');
  const mock = await startMock({ seed: 1 });
  const profile = resolveProfile(readProfile(file, specs), file, {}, mock);
  const signal = new AbortController().signal;
  const { drive, send, close } = openDrive({
    specs,
    profile,
    seed: 1,
    runId: 'test',
    trace: memoryTrace(),
    begunAt: systemTimer.now(),
    sent: 0,
    signal,
  });
  const mix = await openMix(drive, document);
  const asked: SentRequest[] = [];
  for (const request of mix.requests) {
    const { authorization: _credential, ...anonymous } = request.request.headers;
    const variants = [
      request.request,
      { ...request.request, headers: anonymous },
      { ...request.request, url: `${request.request.url}/nothing` },
    ];
    for (const variant of variants) {
      const answer = await send(variant);
      if ('response' in answer) asked.push({ request, answer: answer.response });
    }
  }
  await mix.release();
  await close();
  await mock.close();
  const spec = documentOf(specs, document);
  // One for each operation and caller, as a load has it.
  const sieves = new Map<string, Sieve>();
  const passing = ({ request: { head, request } }: SentRequest, answer: RawAnswer): Both => {
    const name = JSON.stringify([head.operation, head.caller]);
    const sieve = sieves.get(name) ?? createSieve(spec, profile, { operation: operationOf(spec, head.operation), caller: head.caller });
    sieves.set(name, sieve);
    const body = parsedJson(answer.text);
    const event: ExchangeEvent = {
      type: 'exchange',
      seq: 1,
      case: 'load',
      place: head.place,
      purpose: 'load',
      document,
      ...defined({ operation: head.operation, caller: head.caller }),
      request: { method: request.method, url: request.url, headers: {} },
      response: { status: answer.status, headers: folded(answer.headers), ...defined({ body }) },
      sentAt: 0,
      durationMs: 0,
    };
    return { sieve: sieve.passes(answer), judges: objectionsTo({ specs, spec, profile }, event).length === 0 };
  };
  return { asked, passing };
}

interface Both {
  readonly sieve: boolean;
  readonly judges: boolean;
}

function rawOf({ status, headers, text }: HttpResponse): RawAnswer {
  return { status, text, headers: Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one])) };
}

function folded(raw: readonly string[]): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const before = values[name];
    values[name] = before === undefined ? (raw[index + 1] ?? '') : [before, raw[index + 1] ?? ''].flat();
  }
  return values;
}

/** An answer with one thing wrong, or one thing more: status, every header, every part of the body. */
function* mutants(answer: RawAnswer): Generator<RawAnswer> {
  for (const status of [200, 204, 400, 401, 404, 429, 500]) yield { ...answer, status };
  for (let index = 0; index < answer.headers.length; index += 2) {
    const [before, pair, after] = [answer.headers.slice(0, index), answer.headers.slice(index, index + 2), answer.headers.slice(index + 2)];
    const [name = '', value = ''] = pair;
    yield { ...answer, headers: [...before, ...after] };
    yield { ...answer, headers: [...before, ...pair, ...pair, ...after] };
    for (const other of ['', 'soon', '-1', '1.5', `${value}000`, '0', '9'.repeat(17)])
      yield { ...answer, headers: [...before, name, other, ...after] };
  }
  yield { ...answer, text: '' };
  yield { ...answer, text: `${answer.text}}` };
  for (const body of changed(parsedJson(answer.text))) yield { ...answer, text: JSON.stringify(body) };
}

function* changed(value: unknown): Generator {
  for (const other of [null, 17, '', 'other', [], {}, true]) yield other;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) for (const inner of changed(entry)) yield value.with(index, inner);
    return;
  }
  for (const [key, entry] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    for (const inner of changed(entry)) yield { ...value, [key]: inner };
  }
}

test.each(['privileged-access', 'authentication', 'governance'] as const)(
  'what passes the sieve, the judges of single answers do not object to; what is right passes: %s',
  async (document) => {
    const { asked, passing } = await answersOf(document);
    expect(asked.map((one) => passing(one, rawOf(one.answer)))).toEqual(asked.map(() => ({ sieve: true, judges: true })));
    let [seen, wrong] = [0, 0];
    const missed: RawAnswer[] = [];
    for (const one of asked) {
      for (const mutant of mutants(rawOf(one.answer))) {
        const { sieve, judges } = passing(one, mutant);
        seen += 1;
        if (!judges) wrong += 1;
        if (sieve && !judges) missed.push(mutant);
      }
    }
    expect(missed).toEqual([]);
    expect([seen > 300, wrong > 0]).toEqual([true, true]);
  },
);
