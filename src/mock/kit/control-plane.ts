import { isIP } from 'node:net';
import { defined } from '../../model/defined.ts';
import { isObject, json, parseJson } from './json.ts';
import { createRouter, splitTarget } from './router.ts';
import { ControlError, UNREADABLE, type JsonObject, type WireRequest, type WireResponse } from './service.ts';
import type { Control } from './deployment.ts';
import { documentNames } from './documents.ts';
import { limiterKinds, type LimiterSettings } from './limiter.ts';
import { demandNames, readMessage, type Arguments } from './arguments.ts';

type Query = Readonly<Record<string, string>>;
type Outcome = JsonObject | Promise<JsonObject>;
type Run = (control: Control, request: WireRequest, query: URLSearchParams) => Outcome;

/** An operation that reads these members of a body. */
const taking =
  (members: readonly string[], run: (control: Control, body: Arguments) => Outcome): Run =>
  (control, request, query) => {
    readQuery(query, []);
    return run(control, readBody(request, members));
  };

/** An operation that reads these query parameters. */
const asking =
  (parameters: readonly string[], run: (control: Control, query: Query) => Outcome): Run =>
  (control, _request, query) =>
    run(control, readQuery(query, parameters));

const journalQuery = ['operation', 'state', 'from', 'to'];

const operations: Readonly<Record<string, Run>> = {
  'POST /states': taking(['consumer', 'state', 'params', 'action', 'data'], (control, body) => {
    body.text('consumer', "the consumer's name");
    const state = body.neededText('state', 'the name of a provider state');
    if (body.oneOf('action', ['setup', 'teardown']) !== 'teardown') return control.provide(state, body.object('params') ?? {});
    control.remove(state, body.object('data') ?? {});
    return {};
  }),
  'POST /acts': taking(['act', 'params'], (control, body) =>
    control.act(body.neededText('act', 'the name of an act'), body.object('params') ?? {}),
  ),
  'GET /clock': asking([], (control) => control.time()),
  'POST /clock': taking(['advance'], (control, body) => control.advance(body.neededText('advance', 'an ISO 8601 duration such as PT5M'))),
  'GET /events': asking(['since'], (control, { since = '0' }) => {
    if (!/^\d{1,15}$/.test(since))
      throw new ControlError('mock-value', `'since' is '${since}'`, "Send 'since': the 'seq' of the last event that you have seen.");
    return { events: control.events(Number(since)) };
  }),
  'GET /journal': asking(journalQuery, (control, filter) => ({ ...control.journal(filter) })),
  'GET /journal.har': asking(journalQuery, (control, filter) => ({ ...control.archive(filter) })),
  'POST /reset': taking([], (control) => {
    control.reset();
    return {};
  }),
  /** with the words that 'assay qualify --target' counts by */
  'GET /faults': asking([], (control) => ({
    faults: control.faults(),
    known: control
      .knownFaults()
      .map((fault) => ({ ...fault, labels: { document: fault.document, kind: fault.kind, difficulty: fault.difficulty } })),
  })),
  'PUT /faults': taking(['faults'], (control, body) => {
    control.switchFaults(body.neededTexts('faults', 'an array of fault ids; GET /faults lists them'));
    return { faults: control.faults() };
  }),
  'GET /injections': asking([], (control) => ({ injections: control.injections() })),
  'PUT /injections': taking(['injections'], (control, body) => {
    control.inject(body.neededList('injections', 'an array of injections; none clears all'));
    return { injections: control.injections() };
  }),
  'PUT /limiter': taking(['service', 'kind', 'limit', 'periodMs'], (control, body) => {
    const kind = body.neededOneOf('kind', limiterKinds);
    const service = body.oneOf('service', documentNames);
    const settings: LimiterSettings = { kind, ...defined({ limit: body.integer('limit', 1), periodMs: body.integer('periodMs', 1) }) };
    control.setLimiter(settings, service);
    return { ...defined({ service }), ...settings };
  }),
};

const routes = Object.entries(operations).map(([name, handler]) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, handler };
});
const route = createRouter(routes);
const paths = [...new Set(routes.map(({ path }) => path))];

/**
 * The control plane as one function from request to response: provider states, acts, clock, events, journal, reset, faults, injections, limiter.
 * Its messages are those of specs/meta/control-plane.schema.json; what it refuses answers `{error, remedy}`: 400, or 403 for a browser
 * that another site steers, 404 for a path, 405 for a method and 415 for a media type that it does not take.
 */
export function createControlPlane(control: Control): (request: WireRequest) => Promise<WireResponse> {
  return async (request) => {
    try {
      demandWhole(request);
      const stranger = strangerOf(request);
      if (stranger !== undefined) return refusal(403, stranger, NO_BROWSER);
      const { path, query } = splitTarget(request.target);
      const match = route(request.method, path);
      if (match.kind === 'not-found')
        return refusal(404, `no such path: ${path}`, `Use ${paths.slice(0, -1).join(', ')} or ${paths.at(-1)}.`);
      if (match.kind === 'method-not-allowed')
        return refusal(405, `${request.method} is not allowed here`, `Use ${match.allow.join(' or ')}.`, { allow: match.allow.join(', ') });
      return json(200, await match.handler(control, request, query));
    } catch (error) {
      if (error instanceof ControlError) return refusal(error instanceof RefusedMedia ? 415 : 400, error.mistake, error.remedy);
      throw error;
    }
  };
}

/**
 * What tells that a page of another site sends this, through a browser on the same machine: its origin, or a name that its DNS leads here.
 * Undefined for everybody else: an address, or localhost, cannot be led elsewhere.
 */
function strangerOf({ headers }: WireRequest): string | undefined {
  const { host, origin, 'sec-fetch-site': site = 'none' } = headers;
  if (host !== undefined && !isOwn(host)) return `Host is '${host}'`;
  if (origin !== undefined && origin !== `http://${host ?? ''}`) return `Origin is '${origin}'`;
  return site === 'none' || site === 'same-origin' ? undefined : `Sec-Fetch-Site is '${site}'`;
}

const NO_BROWSER = 'Call the control plane by its address or as localhost, and from no page of another origin.';

function isOwn(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0;
}

function refusal(status: number, error: string, remedy: string, headers: WireResponse['headers'] = {}): WireResponse {
  return json(status, { error, remedy }, headers);
}

/** A body of another media type than JSON. */
class RefusedMedia extends ControlError {}

/** Refuses a message that arrived broken: nothing is done by halves. Throws ControlError. */
function demandWhole({ unreadable, halfClosed }: WireRequest): void {
  if (halfClosed === true) throw new ControlError('mock-request-broken', 'the request ended before it was complete', 'Send it whole.');
  if (unreadable !== undefined)
    throw new ControlError('mock-request-broken', UNREADABLE[unreadable].mistake, UNREADABLE[unreadable].remedy);
}

/** The query parameters, each at most once and of these names. Throws ControlError. */
function readQuery(query: URLSearchParams, known: readonly string[]): Query {
  const names = [...query.keys()];
  demandNames(Object.fromEntries(query), known, (name) => `unknown query parameter '${name}'`, 'Send it without a query.');
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new ControlError('mock-exclusive', `the query parameter '${twice}' stands there twice`, 'Send it once.');
  return Object.fromEntries(query);
}

/** Reads a body as JSON object with no keys but these; none at all is an empty object. Throws ControlError. */
function readBody({ headers, body: text }: WireRequest, keys: readonly string[]): Arguments {
  const type = headers['content-type'] ?? '';
  if (text !== '' && !/^application\/json\s*(?:;|$)/i.test(type))
    throw new RefusedMedia('mock-media-type', `Content-Type is '${type}'`, 'Send application/json.');
  const body = text === '' ? {} : parseJson(text);
  const wanted = `Send a JSON object with ${keys.join(', ') || 'no members'}.`;
  if (body === undefined) throw new ControlError('mock-request-broken', 'the body is no JSON', wanted);
  if (!isObject(body)) throw new ControlError('mock-request-broken', 'the body is not a JSON object', wanted);
  demandNames(body, keys, (name) => `unknown member '${name}'`, 'Send an empty object.');
  return readMessage(body);
}
