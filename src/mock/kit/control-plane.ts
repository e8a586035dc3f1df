import { isIP } from 'node:net';
import { json, present } from './json.ts';
import { createRouter, splitTarget } from './router.ts';
import { ControlError, type JsonObject, type WireRequest, type WireResponse } from './service.ts';
import type { Control } from './control.ts';
import { demandWhole, objectOf, readBody, readQuery, RefusedMedia, textOf } from './control-messages.ts';
import { isDocumentName, documentNames } from './documents.ts';
import { limiterKinds, type LimiterSettings } from './limiter.ts';

interface Operation {
  /** names of the query parameters that it reads */
  readonly query?: readonly string[];
  readonly run: (control: Control, request: WireRequest, query: Readonly<Record<string, string>>) => JsonObject | Promise<JsonObject>;
}

const route = createRouter<Operation>([
  { method: 'POST', path: '/states', handler: { run: changeState } },
  { method: 'POST', path: '/acts', handler: { run: cause } },
  { method: 'GET', path: '/clock', handler: { run: (control) => control.time() } },
  { method: 'POST', path: '/clock', handler: { run: turnClock } },
  { method: 'GET', path: '/events', handler: { query: ['since'], run: listEvents } },
  { method: 'GET', path: '/journal', handler: { query: ['operation', 'state', 'from', 'to'], run: listRequests } },
  { method: 'POST', path: '/reset', handler: { run: reset } },
  { method: 'GET', path: '/faults', handler: { run: listFaults } },
  { method: 'PUT', path: '/faults', handler: { run: switchFaults } },
  { method: 'GET', path: '/injections', handler: { run: (control) => ({ injections: control.injections() }) } },
  { method: 'PUT', path: '/injections', handler: { run: inject } },
  { method: 'PUT', path: '/limiter', handler: { run: setLimiter } },
]);

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
        return refusal(
          404,
          `no such path: ${path}`,
          'Use /states, /acts, /clock, /events, /journal, /reset, /faults, /injections or /limiter.',
        );
      if (match.kind === 'method-not-allowed')
        return refusal(405, `${request.method} is not allowed here`, `Use ${match.allow.join(' or ')}.`, { allow: match.allow.join(', ') });
      const { run, query: known = [] } = match.handler;
      return json(200, await run(control, request, readQuery(query, known)));
    } catch (error) {
      if (error instanceof ControlError) return refusal(error instanceof RefusedMedia ? 415 : 400, error.message, error.remedy);
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

async function changeState(control: Control, request: WireRequest): Promise<JsonObject> {
  const body = readBody(request, ['consumer', 'state', 'params', 'action', 'data']);
  if (body['consumer'] !== undefined) textOf(body, 'consumer', "the consumer's name");
  const state = textOf(body, 'state', 'the name of a provider state');
  const action = body['action'] ?? 'setup';
  if (action === 'teardown') {
    control.remove(state, objectOf(body, 'data'));
    return {};
  }
  if (action !== 'setup') throw new ControlError('mock-value', `'action' is ${JSON.stringify(action)}`, "Send 'setup' or 'teardown'.");
  return control.provide(state, objectOf(body, 'params'));
}

async function cause(control: Control, request: WireRequest): Promise<JsonObject> {
  const body = readBody(request, ['act', 'params']);
  return control.act(textOf(body, 'act', 'the name of an act'), objectOf(body, 'params'));
}

function turnClock(control: Control, request: WireRequest): JsonObject {
  return control.advance(textOf(readBody(request, ['advance']), 'advance', 'an ISO 8601 duration such as PT5M'));
}

function listEvents(control: Control, _request: WireRequest, { since = '0' }: Readonly<Record<string, string>>): JsonObject {
  if (!/^\d{1,15}$/.test(since))
    throw new ControlError(
      'mock-value',
      `'since' is '${since}'`,
      "Send 'since' as the 'seq' of the last event that you have seen: a whole number.",
    );
  return { events: control.events(Number(since)) };
}

function listRequests(control: Control, _request: WireRequest, filter: Readonly<Record<string, string>>): JsonObject {
  return { ...control.journal(filter) };
}

function reset(control: Control, request: WireRequest): JsonObject {
  readBody(request, []);
  control.reset();
  return {};
}

/** With the words that 'assay qualify --target' counts by. */
function listFaults(control: Control): JsonObject {
  const known = control
    .knownFaults()
    .map((fault) => ({ ...fault, labels: { document: fault.document, kind: fault.kind, difficulty: fault.difficulty } }));
  return { faults: control.faults(), known };
}

function switchFaults(control: Control, request: WireRequest): JsonObject {
  const faults = readBody(request, ['faults'])['faults'];
  if (!Array.isArray(faults) || !faults.every((id) => typeof id === 'string'))
    throw new ControlError(
      'mock-value',
      `'faults' is ${JSON.stringify(faults) ?? 'missing'}`,
      'Send an array of fault ids; GET /faults lists them.',
    );
  control.switchFaults(faults);
  return { faults: control.faults() };
}

function inject(control: Control, request: WireRequest): JsonObject {
  const injections = readBody(request, ['injections'])['injections'];
  if (!Array.isArray(injections))
    throw new ControlError(
      'mock-value',
      `'injections' is ${JSON.stringify(injections) ?? 'missing'}`,
      'Send an array of injections; none clears all.',
    );
  control.inject(injections);
  return { injections: control.injections() };
}

function setLimiter(control: Control, request: WireRequest): JsonObject {
  const body = readBody(request, ['service', 'kind', 'limit', 'periodMs']);
  const kind = limiterKinds.find((name) => name === body['kind']);
  if (kind === undefined)
    throw new ControlError(
      'mock-value',
      `'kind' is ${JSON.stringify(body['kind']) ?? 'missing'}`,
      `Send one of: ${limiterKinds.join(', ')}.`,
    );
  const service = body['service'];
  if (service !== undefined && !isDocumentName(service))
    throw new ControlError('mock-value', `'service' is ${JSON.stringify(service)}`, `Send one of: ${documentNames.join(', ')}.`);
  const settings: LimiterSettings = { kind, ...measure(body, 'limit'), ...measure(body, 'periodMs') };
  control.setLimiter(settings, service);
  return present({ service, ...settings });
}

function measure<Name extends 'limit' | 'periodMs'>(body: JsonObject, name: Name): Partial<Record<Name, number>> {
  const value = body[name];
  if (value === undefined) return {};
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new ControlError('mock-value', `'${name}' is ${JSON.stringify(value)}`, `Send '${name}' as a whole number of at least 1.`);
  const entry: Partial<Record<Name, number>> = {};
  entry[name] = value;
  return entry;
}
