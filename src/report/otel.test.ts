import { expect, test } from 'vitest';
import { renderOtel } from './otel.ts';
import { sampleExchange, sampleFailure, sampleReport } from './report-fixtures.ts';

test('a trace for each case with a span for each exchange; the evidence of a violation is an error, a refusal is none', () => {
  const report = sampleReport([], { failures: [sampleFailure('authn.errors.e0000004.status', 'first', { exchanges: [2] })] });
  const events = [
    { type: 'case', case: 'tour-1', document: 'authentication', kind: 'tour', title: 'sign in' } as const,
    sampleExchange(1, { sentAt: 1_767_225_600_000.25, durationMs: 2.5, response: { status: 401 } }),
    sampleExchange(2, { sentAt: 1_767_225_600_010, durationMs: 1 }),
    sampleExchange(3, { case: 'probe-1', failure: { kind: 'timeout', detail: 'no response' } }),
  ];
  const { resourceSpans } = JSON.parse(renderOtel(report, events));
  const spans: readonly Record<string, unknown>[] = resourceSpans[0].scopeSpans[0].spans;
  const [root, first, second, other, lost] = spans;
  expect(spans.map(({ name, kind, status }) => [name, kind, status])).toEqual([
    ['sign in', 1, undefined],
    ['POST authenticate', 3, undefined],
    ['POST authenticate', 3, { code: 2, message: 'violates authn.errors.e0000004.status' }],
    ['probe-1', 1, undefined],
    ['POST authenticate', 3, undefined],
  ]);
  expect(root).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    startTimeUnixNano: '1767225600000250000',
    endTimeUnixNano: '1767225600011000000',
  });
  expect([first?.['parentSpanId'], second?.['traceId'], lost?.['parentSpanId']]).toEqual([
    root?.['spanId'],
    root?.['traceId'],
    other?.['spanId'],
  ]);
  expect(first?.['attributes']).toEqual(
    expect.arrayContaining([
      { key: 'http.request.method', value: { stringValue: 'POST' } },
      { key: 'server.port', value: { intValue: '8080' } },
      { key: 'http.response.status_code', value: { intValue: '401' } },
    ]),
  );
  expect(lost?.['attributes']).toContainEqual({ key: 'error.type', value: { stringValue: 'timeout' } });
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
});
