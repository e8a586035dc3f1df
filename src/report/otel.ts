import { createHash } from 'node:crypto';
import { grouped } from '../model/grouped.ts';
import type { Report } from '../model/types.ts';
import type { CaseEvent, ExchangeEvent, TraceEvent } from '../trace/events.ts';

/**
 * The trace as OpenTelemetry spans, one line of OTLP/JSON, as the Collector's file receiver and `POST /v1/traces` take it: a trace for each
 * case, with a client span for each exchange. A span is an error where it is the evidence of a violation; a refusal that the documents ask
 * for is none. Ids follow from the run, so that the same run gives the same bytes.
 */
export function renderOtel(report: Report, events: readonly TraceEvent[]): string {
  const exchanges = events.filter((event) => event.type === 'exchange');
  const cases = new Map(events.filter((event) => event.type === 'case').map((event) => [event.case, event]));
  const violated = grouped(
    report.failures.flatMap(({ clause, exchanges: seqs }) => seqs.map((seq) => ({ clause, seq }))),
    ({ seq }) => seq,
  );
  const clausesOf = (seq: number): readonly string[] => [...new Set((violated.get(seq) ?? []).map(({ clause }) => clause))];
  const spans = [...grouped(exchanges, (exchange) => exchange.case)].flatMap(([id, own]) => {
    const begin = Math.min(...own.map(({ sentAt }) => sentAt));
    const end = Math.max(...own.map(({ sentAt, durationMs }) => sentAt + durationMs));
    const traceId = digest(32, report.startedAt, String(report.seed), id);
    const root = { traceId, spanId: digest(16, traceId, 'case') };
    return [
      { ...root, ...caseSpan(id, cases.get(id)), ...during(begin, end) },
      ...own.map((exchange) => ({
        traceId,
        spanId: digest(16, traceId, String(exchange.seq)),
        parentSpanId: root.spanId,
        ...exchangeSpan(exchange, clausesOf(exchange.seq)),
        ...during(exchange.sentAt, exchange.sentAt + exchange.durationMs),
      })),
    ];
  });
  const resource = attributes({
    'service.name': report.tool.name,
    'service.version': report.tool.version,
    'assay.target': report.target.name,
    'assay.seed': report.seed,
    'assay.outcome': report.outcome,
  });
  const scope = { name: report.tool.name, version: report.tool.version };
  return `${JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ scope, spans }] }] })}\n`;
}

/** Numbers of OTLP. */
const INTERNAL = 1;
const CLIENT = 3;
const ERROR = 2;

function caseSpan(id: string, about: CaseEvent | undefined): object {
  return {
    name: about?.title ?? id,
    kind: INTERNAL,
    attributes: attributes({ 'assay.case': id, 'assay.document': about?.document, 'assay.kind': about?.kind }),
  };
}

function exchangeSpan(
  { seq, document, operation, purpose, request, response, failure }: ExchangeEvent,
  violated: readonly string[],
): object {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  return {
    name: operation === undefined ? request.method : `${request.method} ${operation}`,
    kind: CLIENT,
    attributes: attributes({
      'http.request.method': request.method,
      'url.full': request.url,
      'server.address': url?.hostname,
      'server.port': url === undefined ? undefined : Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      'http.response.status_code': response?.status,
      'error.type': failure?.kind,
      'assay.exchange': seq,
      'assay.document': document,
      'assay.operation': operation,
      'assay.purpose': purpose,
      'assay.violated': violated.length === 0 ? undefined : violated.join(' '),
    }),
    ...(violated.length === 0 ? {} : { status: { code: ERROR, message: `violates ${violated.join(', ')}` } }),
  };
}

/** Times are whole nanoseconds, as text: a number of JavaScript is too small for them. */
function during(fromMs: number, toMs: number): object {
  const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);
  return { startTimeUnixNano: nanoseconds(fromMs), endTimeUnixNano: nanoseconds(toMs) };
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): readonly object[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) } }],
  );
}

function digest(length: number, ...of: readonly string[]): string {
  return createHash('sha256').update(of.join('\n')).digest('hex').slice(0, length);
}
