import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonValue } from '../model/types.ts';
import type { TraceEvent } from './events.ts';
import { sampleExchange } from './trace-fixtures.ts';
import { TraceError, readTrace } from './reader.ts';
import { memoryTrace, openTrace } from './writer.ts';

const json: fc.Arbitrary<JsonValue> = fc.jsonValue({ stringUnit: 'binary' }).map((value) => {
  const same: JsonValue = JSON.parse(JSON.stringify(value));
  return same;
});
const event: fc.Arbitrary<TraceEvent> = fc.oneof(
  fc.tuple(fc.nat(), json).map(([seq, body]) => ({ ...sampleExchange({ seq }), response: { status: 200, headers: {}, body } })),
  fc.string({ unit: 'binary' }).map((because) => ({
    type: 'blocked' as const,
    case: 'probe/look',
    place: { row: 'probe:look', at: 'steps/0' },
    because,
    blame: 'config' as const,
  })),
  fc.constant({ type: 'end' as const, at: '2030-01-01T00:00:00.000Z', how: 'completed' as const }),
);

function traceFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'trace.ndjson');
}

function written(events: readonly TraceEvent[]): string {
  return events.map((one) => `${JSON.stringify(one)}\n`).join('');
}

test('what is written is read again, appended to by whoever opens the file next', () => {
  const file = traceFile();
  const kept: TraceEvent[] = [];
  fc.assert(
    fc.property(fc.array(event, { maxLength: 5 }), (events) => {
      const trace = openTrace(file);
      for (const one of events) trace.append(one);
      trace.close();
      kept.push(...events);
      expect(readTrace(file)).toEqual({ events: kept, truncated: false });
    }),
    { numRuns: 20 },
  );
});

test('an event is in the file as soon as it is appended', () => {
  const file = traceFile();
  const trace = openTrace(file);
  trace.append(sampleExchange({ seq: 1 }));
  expect(readTrace(file).events).toEqual([sampleExchange({ seq: 1 })]);
  trace.close();
});

test('a trace that is cut anywhere keeps its whole lines, and says that it was cut', () => {
  const file = traceFile();
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), fc.nat(), (events, somewhere) => {
      const text = written(events);
      const cut = text.slice(0, somewhere % text.length);
      const lines = cut.split('\n').length - 1;
      writeFileSync(file, cut);
      expect(readTrace(file)).toEqual({ events: events.slice(0, lines), truncated: cut !== '' && !cut.endsWith('\n') });
    }),
  );
});

test('a cut trace on disk is read the same way', () => {
  const file = traceFile();
  appendFileSync(file, `${written([sampleExchange({ seq: 1 })])}{"type":"exch`);
  expect(readTrace(file)).toEqual({ events: [sampleExchange({ seq: 1 })], truncated: true });
});

test.each([
  ['no JSON', 'nonsense', ':2  not a JSON line: the trace was changed or is not one of ours'],
  ['no event', '{"kind":1}', `:2  expected an object with 'type', found {"kind":1}`],
  ['an empty line', '', ':2  not a JSON line: the trace was changed or is not one of ours'],
])('%s in the middle is told with its line', (_what, line, message) => {
  const end = '{"type":"end","at":"2030-01-01T00:00:00.000Z","how":"completed"}';
  const file = traceFile();
  writeFileSync(file, `${end}\n${line}\n${end}\n`);
  expect(() => readTrace(file)).toThrow(new TraceError('trace-changed', `${file}${message}`));
});

test('an empty trace has no events', () => {
  const file = traceFile();
  writeFileSync(file, '');
  expect(readTrace(file)).toEqual({ events: [], truncated: false });
});

test('a trace in memory keeps events in order', () => {
  const trace = memoryTrace();
  trace.append(sampleExchange({ seq: 1 }));
  trace.append(sampleExchange({ seq: 2 }));
  trace.close();
  expect(trace.events.map((one) => one.type === 'exchange' && one.seq)).toEqual([1, 2]);
});
