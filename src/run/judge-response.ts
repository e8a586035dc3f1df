import type { ClauseVerdict } from '../judge/judgement.ts';
import type { Finding } from '../judge/finding.ts';
import { describeAnswer } from '../judge/outcome.ts';
import { parsedJson } from '../model/json-text.ts';
import type { HarEntry, Specs } from '../model/types.ts';
import { operationOf, viewAnswer } from '../profile/answer.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { operationAt, routesOf } from '../profile/routes.ts';
import type { OptionRules } from '../model/options.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { demandOptions, HEADERS } from './options.ts';
import { RunError } from './run-error.ts';
import { judgeTraffic, type TrafficPlace } from './traffic.ts';

/** The request of a response that does not tell it, as far as it is known. */
export interface SentRequest {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** as text, or what its JSON says */
  readonly body?: unknown;
}

const SENT_RULES: OptionRules<SentRequest> = {
  url: { expected: 'an address, such as https://acme.example.test/api/v1/authn', holds: isAddress },
  headers: HEADERS,
  body: { expected: 'text, or what its JSON says', holds: (value) => typeof value !== 'function' },
};

/** What a response is by the documents: `expected` and `received` of what comes first against it. */
export type ResponseVerdict =
  | { readonly ok: true; readonly clauses: readonly string[] }
  | { readonly ok: false; readonly expected: string; readonly received: string; readonly message: string };

/** Whose responses are judged. */
export interface ResponseTarget {
  readonly specs: Specs;
  readonly profile: PublicProfile;
}

/**
 * Judges a response of an operation by every clause that it can violate by itself or beside its request, as recorded traffic is judged.
 * Throws RunError for an operation that the target does not have, and for what is no response.
 */
export async function judgeResponse(
  response: unknown,
  operation: string,
  { specs, profile }: ResponseTarget,
  sent: SentRequest = {},
): Promise<ResponseVerdict> {
  demandOptions('toConformTo', sent, SENT_RULES);
  const places = documentsOf({ specs, profile }).flatMap((spec) =>
    spec.endpoints.operations.map(({ id }): TrafficPlace => ({ document: spec.name, operation: id })),
  );
  const place = places.find((one) => one.operation === operation);
  if (place === undefined)
    throw unknownName(
      'operation',
      operation,
      places.flatMap((one) => one.operation ?? []),
    );
  const entry = await entryOf(response, { specs, profile }, place, sent);
  const { clauses } = judgeTraffic([entry], profile, specs, { at: place });
  const failing = clauses.filter(({ verdict }) => verdict === 'fail');
  const received = describe(entry, { specs, profile }, place);
  if (failing.length > 0) return violated(failing, received);
  const shown = clauses.flatMap(({ clause, verdict }) => (verdict === 'pass' ? [clause.id] : []));
  // A failure that no document names is JSON like any other, and says no more of the operation than that it did not work.
  const isNamed = entry.response.status < 500 || clauses.some(({ findings }) => findings.some(namesAnError));
  if (shown.length > 0 && isNamed) return { ok: true, clauses: shown };
  const expected = `a response of ${operation} that a clause speaks of`;
  return { ok: false, expected, received, message: `no clause says anything of this response of ${operation}: ${received}` };
}

/** Judges a response as an error of this name, which comes with its status and its text. Throws RunError for a name that no document has. */
export async function judgeError(response: unknown, name: string, { specs, profile }: ResponseTarget): Promise<ResponseVerdict> {
  const rows = documentsOf({ specs, profile }).flatMap((spec) =>
    spec.errors.errors.filter((row) => row.named !== false).map((row) => ({ spec, row })),
  );
  const own = rows.find(({ row }) => row.name === name);
  if (own === undefined)
    throw unknownName(
      'error',
      name,
      rows.map(({ row }) => row.name),
    );
  const anywhere: TrafficPlace = { document: own.spec.name, operation: undefined };
  const entry = await entryOf(response, { specs, profile }, anywhere, {});
  const routes = routesOf(own.spec, profile);
  const methods = [...new Set(routes.map(({ method }) => method))];
  const operation = methods.map((method) => operationAt(routes, method, entry.request.url)).find((one) => one !== undefined);
  const { clauses } = judgeTraffic([entry], profile, specs, { at: { ...anywhere, operation } });
  const failing = clauses.filter(({ verdict }) => verdict === 'fail');
  const received = describe(entry, { specs, profile }, anywhere);
  const isIt = clauses.some(({ findings }) => findings.some(({ check, verdict }) => check === `error/${name}` && verdict === 'pass'));
  if (isIt && failing.length === 0) return { ok: true, clauses: clauses.map(({ clause }) => clause.id) };
  if (isIt) return violated(failing, received);
  const expected = `status ${own.row.status}, ${name}`;
  return { ok: false, expected, received, message: `${own.spec.document.title}: expected ${expected}, received ${received}` };
}

function namesAnError({ check, verdict }: Finding): boolean {
  return check.startsWith('error/') && verdict === 'pass';
}

function documentsOf({ specs, profile }: ResponseTarget): readonly (typeof specs.documents)[string][] {
  return Object.values(specs.documents).filter(({ name }) => profile.services[name] !== undefined);
}

function violated(failing: readonly ClauseVerdict[], answer: string): ResponseVerdict {
  const failed = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ verdict }) => verdict === 'fail');
  const [first] = failing.flatMap(({ findings }) => failed(findings));
  const message = failing.flatMap(({ clause, findings }) => [
    `${clause.id}  ${clause.says}`,
    ...failed(findings).map(({ expected = '', received = '' }) => `  expected  ${expected}\n  received  ${received}`),
  ]);
  return { ok: false, expected: first?.expected ?? '', received: first?.received ?? '', message: [...message, answer].join('\n') };
}

function describe({ response }: HarEntry, { specs, profile }: ResponseTarget, { document, operation }: TrafficPlace): string {
  const spec = specs.documents[document];
  if (spec === undefined) return `status ${response.status}`;
  const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name, value]));
  const body = parsedJson(response.content.text ?? '');
  return describeAnswer(viewAnswer(spec, profile, operationOf(spec, operation), { status: response.status, headers, body }));
}

/** Reads what fetch (`status`, `headers`, `clone`), undici (`statusCode`, `body.text()`), supertest (`status`, `text`) and axios (`data`) answer. */
async function entryOf(
  response: unknown,
  { specs, profile }: ResponseTarget,
  { document, operation }: TrafficPlace,
  sent: SentRequest,
): Promise<HarEntry> {
  const status = member(response, 'status') ?? member(response, 'statusCode');
  const headers = member(response, 'headers');
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null)
    throw new RunError(
      'response-unknown',
      `expected a response with status and headers, as fetch, undici, supertest and axios answer it, found ${typeof response}. Pass on the response itself`,
    );
  const spec = specs.documents[document];
  const route = spec === undefined ? undefined : routesOf(spec, profile).find((one) => one.operation === operation);
  const asked = member(response, 'request');
  const url = [sent.url, member(response, 'url'), member(asked, 'url'), profile.services[document]?.baseUrl].find(isAddress) ?? '';
  const body = sent.body ?? member(asked, '_data');
  return {
    startedDateTime: new Date().toISOString(),
    request: {
      method: route?.method ?? 'GET',
      url,
      headers: fieldsOf(sent.headers ?? {}),
      ...(body === undefined ? {} : { postData: { text: textOf(body) } }),
    },
    response: { status, headers: fieldsOf(headers), content: { text: await bodyOf(response) } },
  };
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

function fieldsOf(headers: object): HarEntry['response']['headers'] {
  const pairs: readonly (readonly [string, unknown])[] = Symbol.iterator in headers ? [...new Headers(headers)] : Object.entries(headers);
  return pairs.flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: String(one) })));
}

/** Bodies that can be read once, such as those of undici, with what was read. */
const readOnce = new WeakMap<object, Promise<string>>();

/** A response of fetch can be read once more afterwards; a body of undici cannot, and is kept for the next who asks. */
async function bodyOf(response: unknown): Promise<string> {
  const clone = member(response, 'clone');
  const text = member(response, 'text');
  const body = member(response, 'body');
  if (typeof text === 'string') return text;
  const stream = typeof text === 'function' ? response : body;
  const read = member(stream, 'text');
  if (typeof read !== 'function' || typeof stream !== 'object' || stream === null)
    return textOfParsed(body === undefined ? member(response, 'data') : (body ?? ''));
  const known = readOnce.get(stream);
  if (known !== undefined) return known;
  if (member(stream, 'bodyUsed') === true)
    throw new RunError(
      'response-unknown',
      'the body was read before. Judge the response first, or pass on { status, headers, text } with what was read',
    );
  if (typeof clone === 'function') return String(await Reflect.apply(read, Reflect.apply(clone, response, []), []));
  const reading = Promise.resolve<unknown>(Reflect.apply(read, stream, [])).then(String);
  readOnce.set(stream, reading);
  return reading;
}

/** Of a body as clients hand it out: text, or what its JSON says. Throws RunError for none, and for bytes and streams. */
function textOfParsed(body: unknown): string {
  if (body === undefined || !isParsed(body))
    throw new RunError(
      'response-unknown',
      `expected a response with its body, as text() or in text, body or data, found ${body === undefined ? 'none' : 'one that is neither text nor parsed JSON'}. ` +
        "Pass on { status, headers, text } with what was read, text: '' for an empty one",
    );
  return textOf(body);
}

/** By the chain of prototypes: what another realm has parsed, such as the sandbox of a test, is no object of this one's. */
function isParsed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value !== 'function';
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** A name of the library's user that stands for nothing, with those that do. */
export function unknownName(what: string, given: unknown, known: readonly string[]): RunError {
  const name = String(given);
  return new RunError('value-unknown', `there is no ${what} '${name}'. Known: ${known.join(', ')}${didYouMean(name, known)}`);
}
