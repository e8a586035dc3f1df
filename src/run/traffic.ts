import { Buffer } from 'node:buffer';
import { exchangeEvent, type Captured } from '../drive/capture.ts';
import { createRedactor } from '../drive/redactor.ts';
import { fieldsExcess } from '../drive/intake.ts';
import { createStock } from '../drive/stock.ts';
import { isHttpMethod } from '../drive/transport.ts';
import { judge, type ClauseVerdict } from '../judge/judgement.ts';
import { RECORDED_ROW } from '../judge/evidence.ts';
import { RECORDED_JUDGES, UNDISTURBED_JUDGES } from '../judge/recorded-judges.ts';
import { shownUnderLoad } from '../judge/under-load/answer-judges.ts';
import { SpecError } from '../model/errors.ts';
import { jsonExcess, parsedJson } from '../model/json-text.ts';
import { firstErrorValidator } from '../model/meta-schemas.ts';
import { firstFinding, plainJson } from '../model/stored-json.ts';
import { readStoredText, RECORDED } from '../model/stored-file.ts';
import type { DocumentName, HarEntry, HarFile, Specs } from '../model/types.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { publicPart, type PublicProfile } from '../profile/profile.ts';
import { operationAt, routesOf, type Route } from '../profile/routes.ts';
import { harEntry } from '../report/har.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { readForeignTrace } from '../trace/reader.ts';
import { caseOf, recordedTrace } from './recorded-cases.ts';
import { EXIT_CODES } from './results.ts';

/** Traffic of others, judged response by response. */
export interface JudgedTraffic {
  /** clauses that a response has shown, with the findings behind each; `exchanges` of a finding are numbers of entries, the first is 1, or those of a trace */
  readonly clauses: readonly ClauseVerdict[];
  /** what was judged, secrets replaced; `seq` is the number of its entry */
  readonly exchanges: readonly ExchangeEvent[];
  /** entries that are not judged: of no operation of the target, or without a time or a response that could be read whole */
  readonly skipped: { readonly foreign: number; readonly unread: number };
  /** 0: nothing is violated; 1: violations; 3: no response showed any clause */
  readonly exitCode: number;
}

/** An exchange of others. */
export interface RecordedEntry extends HarEntry {
  /** in the trace that it comes from; else its place among the others counts, from 1 */
  readonly number?: number;
}

/** What a HAR file holds, or the trace of a run (`.ndjson`). Throws SpecError for what is neither, with the first entry or line that is broken. */
export function readTraffic(file: string): readonly RecordedEntry[] {
  if (!file.endsWith('.ndjson')) return readHar(file).map((entry, index) => ({ ...entry, number: index + 1 }));
  const exchanges = readForeignTrace(file).events.filter((event) => event.type === 'exchange');
  return exchanges.map((exchange) => ({ ...harEntry(exchange), number: exchange.seq }));
}

const REMEDY = 'Export the traffic again as HTTP Archive 1.2, with response bodies';

function readHar(file: string): readonly HarEntry[] {
  // Some recorders begin with a byte order mark.
  const value = plainJson(readStoredText(file, { limit: RECORDED, origin: 'named' }).replace(/^\uFEFF/, ''), file, REMEDY);
  const isHar = firstErrorValidator<HarFile>('har');
  if (isHar(value)) return value.log.entries;
  throw new SpecError('har-malformed', `${firstFinding(isHar, value, () => file)}. ${REMEDY}`);
}

/** How traffic is taken. */
export interface TrafficReading {
  /** where all of it belongs, whatever the addresses say */
  readonly at?: TrafficPlace;
  /** true where nobody else changed the target meanwhile */
  readonly undisturbed?: boolean;
}

/**
 * Judges recorded traffic by every clause that a response alone can violate, or beside its request: shapes, presence, errors, links, headers,
 * echoes; by what a transaction, a token or a first page has said before; and, undisturbed, by what any response has shown of the same object.
 * What takes a provider state or a clock is left to `assay run`.
 */
export function judgeTraffic(
  recorded: readonly RecordedEntry[],
  target: PublicProfile,
  specs: Specs,
  { at, undisturbed = false }: TrafficReading = {},
): JudgedTraffic {
  const profile = publicPart(target);
  const placeOf = at === undefined ? placesOf(specs, profile) : (): TrafficPlace => at;
  const { kindOf } = vocabularyOf(specs);
  const redactor = createRedactor(vocabularyOf(specs), () => undefined);
  const whole: Captured[] = [];
  const skipped = { foreign: 0, unread: 0 };
  for (const [index, entry] of recorded.entries()) {
    for (const [name, value] of pairsBeside(entry)) redactor.learnFields(value, name);
    const { number = index + 1 } = entry;
    const { method, url, postData } = entry.request;
    const place = placeOf(method, url, parsedJson(postData?.text ?? ''));
    const captured = place === undefined ? undefined : capturedAs(entry, number, place);
    if (captured === undefined || !isBounded(captured, (name) => kindOf(name) !== undefined))
      skipped[place === undefined ? 'foreign' : 'unread'] += 1;
    else whole.push(captured);
  }
  // What is a secret may be known from a later entry alone.
  for (const captured of whole) exchangeEvent(redactor, captured);
  const exchanges = whole.map((captured) => exchangeEvent(redactor, captured));
  const events = recordedTrace(specs, profile, exchanges, undisturbed);
  const judged = shownUnderLoad(judge(specs, profile, events, {}, undisturbed ? UNDISTURBED_JUDGES : RECORDED_JUDGES));
  const { clauses } = judged;
  const isViolated = clauses.some(({ verdict }) => verdict === 'fail');
  const isShown = clauses.some(({ verdict }) => verdict === 'pass');
  return { clauses, exchanges, skipped, exitCode: EXIT_CODES[isViolated ? 'violations' : isShown ? 'conformant' : 'inconclusive'] };
}

/** What an exchange is about. */
export interface TrafficPlace {
  readonly document: DocumentName;
  /** undefined where only its document is known */
  readonly operation: string | undefined;
}

/** Finds the operation of a request; the embedded mock may have been anywhere. */
function placesOf(specs: Specs, profile: PublicProfile): (method: string, url: string, body: unknown) => TrafficPlace | undefined {
  const services = Object.entries(profile.services).flatMap(([document, { baseUrl }]): readonly Service[] => {
    const spec = specs.documents[document];
    return spec === undefined ? [] : [{ document, base: profile.embedded ? undefined : new URL(baseUrl), routes: routesOf(spec, profile) }];
  });
  return (method, url, body) => {
    if (!URL.canParse(url)) return undefined;
    for (const { document, base, routes } of services) {
      const operation = base === undefined || isBelow(base, new URL(url)) ? operationAt(routes, method, url, body) : undefined;
      if (operation !== undefined) return { document, operation };
    }
    return undefined;
  };
}

interface Service {
  readonly document: DocumentName;
  readonly base: URL | undefined;
  readonly routes: readonly Route[];
}

function isBelow(base: URL, { origin, pathname }: URL): boolean {
  return origin === base.origin && `${pathname}/`.startsWith(`${base.pathname.replace(/\/$/, '')}/`);
}

/** As if it had been sent here; undefined where no response came, or none that is known whole. */
function capturedAs({ request, response, startedDateTime, time = 0 }: HarEntry, seq: number, place: TrafficPlace): Captured | undefined {
  const { content } = response;
  const sentAt = Date.parse(startedDateTime);
  if (response.status < 100 || Number.isNaN(sentAt) || !isHttpMethod(request.method)) return undefined;
  const bytes = bytesOf(content);
  if (bytes === undefined) return undefined;
  const text = bytes.toString('utf8');
  return {
    seq,
    head: {
      caseId: caseOf(place.document),
      place: { row: RECORDED_ROW, at: String(seq) },
      stepId: undefined,
      purpose: 'load',
      ...place,
      caller: undefined,
    },
    request: {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers.filter(isField).map(({ name, value }) => [name.toLowerCase(), value])),
      body: request.postData?.text,
    },
    response: { status: response.status, headers: fieldsOf(response.headers), text, bytes: bytes.length, body: parsedJson(text) },
    failure: undefined,
    sentAt,
    durationMs: time,
  };
}

/** What an entry says a second time, or here alone: a form of which the recorder kept no text, cookies, parameters; by name. */
function* pairsBeside({ request, response }: HarEntry): Generator<readonly [name: string, value: string]> {
  for (const { name = '', value = '' } of [...(request.postData?.params ?? []), ...(request.queryString ?? [])])
    if (value !== '') yield [name, value];
  // Whatever a cookie is called, its value is a credential.
  for (const { value = '' } of [...(request.cookies ?? []), ...(response.cookies ?? [])]) if (value !== '') yield ['cookie', value];
}

/** How what gzip has made begins (RFC 1952, section 2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** A body as it came; undefined where the recorder left it out, or wrote it in a way that nobody can read. */
function bytesOf({ text = '', size = 0, encoding = '' }: HarEntry['response']['content']): Buffer | undefined {
  // It says that there was one.
  if (text === '' && size > 0) return undefined;
  if (encoding === '') return Buffer.from(text);
  const isBase64 = encoding === 'base64' && /^[A-Za-z0-9+/]*={0,2}$/.test(text.replaceAll(/\s/g, ''));
  const bytes = isBase64 ? Buffer.from(text, 'base64') : undefined;
  // HAR has bodies decoded: one that is still compressed is not what the client read.
  return bytes?.subarray(0, 2).equals(GZIP) === true ? undefined : bytes;
}

/** True of an exchange of which neither side has more than a run would take in. */
function isBounded({ request, response }: Captured, isSecret: (name: string) => boolean): boolean {
  const asked = { status: 0, headers: request.headers, text: request.body ?? '', bytes: 0 };
  return [asked, response ?? asked].every(
    (side) =>
      fieldsExcess(side.headers) === undefined &&
      jsonExcess(side.text) === undefined &&
      createStock(isSecret).admit(side).failure === undefined,
  );
}

/** HTTP/2 has fields of its own for method and status. */
function isField({ name }: HarEntry['response']['headers'][number]): boolean {
  return !name.startsWith(':');
}

/** Lower-case names; a repeated field as an array. */
function fieldsOf(headers: HarEntry['response']['headers']): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const { name, value } of headers.filter(isField)) {
    const key = name.toLowerCase();
    const known = fields.get(key);
    if (Array.isArray(known)) known.push(value);
    else fields.set(key, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(fields);
}
