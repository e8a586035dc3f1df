import { PACKAGE_VERSION } from '../../model/package-version.ts';
import type { HarEntry } from '../../model/types.ts';
import { unknownName } from './arguments.ts';
import type { DocumentName } from './documents.ts';
import { ControlError, type WireRequest, type WireResponse } from './service.ts';

/** A request that the deployment has answered. */
export interface JournalEntry {
  /** counts from 1, in the order of the responses, and goes on after a reset */
  readonly seq: number;
  /** when the request arrived: ISO 8601, on the deployment's clock */
  readonly at: string;
  readonly service: DocumentName;
  readonly method: string;
  /** with its query */
  readonly path: string;
  /** absent where the request was refused before an operation was found */
  readonly operation?: string;
  /** of the resource that the request is about, before the operation; absent where there is none */
  readonly stateBefore?: string;
  /** the same after the operation */
  readonly stateAfter?: string;
  /** absent where the connection was closed in place of a response */
  readonly status?: number;
}

/** Which requests of a journal are meant; all where nothing is said. */
export interface JournalFilter {
  readonly operation?: string;
  /** before or after the operation */
  readonly state?: string;
  /** ISO 8601, on the deployment's clock; requests from then on */
  readonly from?: string;
  /** ISO 8601, on the deployment's clock; requests up to then */
  readonly to?: string;
}

export interface JournalPage {
  /** oldest first */
  readonly requests: readonly JournalEntry[];
  /** how many older ones were dropped since the last reset, whether the filter means them or not */
  readonly dropped: number;
}

export type Journal = ReturnType<typeof createJournal>;

/** So many requests are kept, of each so much of its path: a journal of any length fits into memory. */
export const JOURNAL_CAPACITY = 10_000;
const pathLength = 1000;
/** Characters of whole exchanges that are kept. */
const EXCHANGES_CAPACITY = 16_000_000;

/** A request with its response, for the HTTP Archive. */
interface KeptExchange {
  readonly seq: number;
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** milliseconds since the epoch, by the clock of the machine */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Its longest parts: what its headers hold, the bound on the number of exchanges covers. */
function lengthOf({ request, response }: KeptExchange): number {
  return request.target.length + request.body.length + response.body.length;
}

/** An empty journal. `names` are all operations and states; they are asked for where a filter names one. */
export function createJournal(names: { readonly operations: () => readonly string[]; readonly states: () => readonly string[] }) {
  let entries: JournalEntry[] = [];
  let exchanges: KeptExchange[] = [];
  let length = 0;
  let last = 0;
  let cleared = 0;
  const keep = (exchange: KeptExchange): void => {
    exchanges.push(exchange);
    length += lengthOf(exchange);
    if (length <= EXCHANGES_CAPACITY && exchanges.length < 2 * JOURNAL_CAPACITY) return;
    // Half of them at once: to drop one moves all others.
    exchanges = exchanges.slice(Math.ceil(exchanges.length / 2));
    length = exchanges.reduce((sum, one) => sum + lengthOf(one), 0);
  };
  const list = ({ operation, state, from, to }: JournalFilter): JournalPage => {
    const kept = entries.slice(-JOURNAL_CAPACITY);
    if (operation !== undefined && !names.operations().includes(operation)) throw unknownName('operation', operation, names.operations());
    if (state !== undefined) {
      const seen = kept.flatMap(({ stateBefore = '', stateAfter = '' }) => [stateBefore, stateAfter]);
      if ((state === '' || !seen.includes(state)) && !names.states().includes(state)) throw unknownName('state', state, names.states());
    }
    const [start, end] = [timeOf('from', from) ?? -Infinity, timeOf('to', to) ?? Infinity];
    const requests = kept.filter(
      (entry) =>
        (operation === undefined || entry.operation === operation) &&
        (state === undefined || entry.stateBefore === state || entry.stateAfter === state) &&
        Date.parse(entry.at) >= start &&
        Date.parse(entry.at) <= end,
    );
    return { requests, dropped: last - cleared - kept.length };
  };
  return {
    /** a request has arrived; `answered` records it */
    open(service: DocumentName, request: WireRequest, now: number) {
      const { method, target } = request;
      const begun = performance.now();
      let seen: Pick<JournalEntry, 'operation' | 'stateBefore' | 'stateAfter'> = {};
      return {
        found: (operation: string) => void (seen = { operation }),
        before: (state: string | undefined) => void (seen = state === undefined ? seen : { ...seen, stateBefore: state }),
        after: (state: string | undefined) => void (seen = state === undefined ? seen : { ...seen, stateAfter: state }),
        answered(response: WireResponse) {
          const { status, dropped: isDropped } = response;
          // a slice would keep the whole text in memory
          const path = target.length > pathLength ? `${Buffer.from(target.slice(0, pathLength)).toString()}…` : target;
          last += 1;
          const at = new Date(now).toISOString();
          entries.push(Object.freeze({ seq: last, at, service, method, path, ...seen, ...(isDropped === true ? {} : { status }) }));
          // Half of them at once: to drop one moves all others.
          if (entries.length >= 2 * JOURNAL_CAPACITY) entries = entries.slice(-JOURNAL_CAPACITY);
          keep({ seq: last, request, response, startedAt: performance.timeOrigin + begun, durationMs: performance.now() - begun });
        },
      };
    },
    /** Throws ControlError for an unknown operation or state, and for a time that is none. */
    list,
    /** the same requests with their responses, as HTTP Archive 1.2, as many of the last ones as fit */
    archive(filter: JournalFilter) {
      const meant = new Set(list(filter).requests.map(({ seq }) => seq));
      const dropped = last - cleared - exchanges.length;
      return {
        log: {
          version: '1.2',
          creator: { name: 'assay', version: PACKAGE_VERSION },
          ...(dropped > 0 && {
            comment: `The ${dropped} oldest requests since the last reset were dropped, whether the filter means them or not.`,
          }),
          entries: exchanges.filter(({ seq }) => meant.has(seq)).map(harEntry),
        },
      };
    },
    clear() {
      entries = [];
      exchanges = [];
      length = 0;
      cleared = last;
    },
  };
}

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new ControlError('mock-value', `'${name}' is '${text}'`, `Send '${name}' as ISO 8601, such as 2026-01-01T00:00:00Z.`);
  return time;
}

/** With real moments: the deployment's clock, which stands in the Date of the response, may stand still. */
function harEntry({ request: { method, target, headers, body, origin }, response, startedAt, durationMs }: KeptExchange) {
  const { status, headers: fields, body: text } = response.dropped === true ? { status: 0, headers: {}, body: '' } : response;
  const url = `${origin}${target}`;
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      ...message(headers, body),
      method,
      url,
      queryString: query.map(([name, value]) => ({ name, value })),
      ...(body === '' ? {} : { postData: { mimeType: fieldOf(headers, 'content-type'), text: body } }),
    },
    response: {
      ...message(fields, text),
      status,
      statusText: '',
      content: { size: Buffer.byteLength(text), mimeType: fieldOf(fields, 'content-type'), text },
      redirectURL: fieldOf(fields, 'location'),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

/** What a request and a response have in common; -1 is HAR's number for what a recorder does not know. */
function message(headers: WireResponse['headers'], body: string) {
  return { httpVersion: 'HTTP/1.1', cookies: [], headers: pairs(headers), headersSize: -1, bodySize: Buffer.byteLength(body) };
}

function fieldOf(headers: WireResponse['headers'], name: string): string {
  return pairs(headers).find((field) => field.name.toLowerCase() === name)?.value ?? '';
}

function pairs(headers: WireResponse['headers']): HarEntry['request']['headers'] {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })));
}
