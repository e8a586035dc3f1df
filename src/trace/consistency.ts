import { SpecError } from '../model/errors.ts';
import type { CaseEvent, TraceEvent } from './events.ts';

/** The last moment that a date can tell, in milliseconds. */
const LATEST_MS = 8.64e15;
/** No run lasts a year, and no answer takes as long. */
const LONGEST_MS = 366 * 86_400_000;

/**
 * What no schema says of a trace, and whatever judges rely on: it begins once and ends at most once, at its end; exchanges are numbered
 * through; events belong to cases that stand before them, and times are times. Throws SpecError with line and key.
 */
export function demandConsistent(events: readonly TraceEvent[], file: string): void {
  const cases = new Map<string, CaseEvent>();
  const seqs = new Set<number>();
  let last = 0;
  for (const [index, event] of events.entries()) {
    const refuse = (key: string, expected: string, found: unknown): never => {
      throw new SpecError(
        'trace-changed',
        `${file}:${index + 1}  ${key}  expected ${expected}, found ${JSON.stringify(found) ?? 'nothing'}. Take the trace as the run has left it`,
      );
    };
    if ((event.type === 'run') !== (index === 0)) refuse('type', `'run' in the first line and nowhere else`, event.type);
    if (event.type === 'case') {
      if (cases.has(event.case)) refuse('case', 'a case that does not stand above', event.case);
      cases.set(event.case, event);
    } else if ('case' in event && !cases.has(event.case)) refuse('case', 'a case that stands above', event.case);
    if (event.type === 'run') demandMoment(event.startedAt, 'startedAt', refuse);
    if (event.type === 'clock') demandMoment(event.now, 'now', refuse);
    if (event.type === 'end') {
      demandMoment(event.at, 'at', refuse);
      if (index !== events.length - 1) refuse('type', 'an end in the last line and nowhere else', event.type);
    }
    if (event.type !== 'exchange') continue;
    if (event.seq <= last || !Number.isSafeInteger(event.seq)) refuse('seq', `a whole number above ${last}`, event.seq);
    last = event.seq;
    seqs.add(event.seq);
    const { document } = cases.get(event.case) ?? event;
    if (event.document !== document) refuse('document', `${document}, as of its case`, event.document);
    if (Math.abs(event.sentAt) > LATEST_MS) refuse('sentAt', 'milliseconds since the epoch', event.sentAt);
    if (event.durationMs < 0 || event.durationMs > LONGEST_MS) refuse('durationMs', 'milliseconds, not below zero', event.durationMs);
    const status = event.response?.status;
    if (status !== undefined && (status < 100 || status > 999)) refuse('response.status', 'a status of HTTP', status);
    if (!URL.canParse(event.request.url)) refuse('request.url', 'an address', event.request.url);
  }
}

function demandMoment(text: string, key: string, refuse: (key: string, expected: string, found: unknown) => never): void {
  if (Number.isNaN(Date.parse(text))) refuse(key, 'a moment such as 2030-01-31T12:00:00.000Z', text);
}
