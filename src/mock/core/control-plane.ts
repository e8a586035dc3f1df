import { isObject, json, parseObject, present } from './json.ts';
import { createRouter, splitTarget } from './router.ts';
import { ControlError, type Data, type WireRequest, type WireResponse } from './service.ts';
import type { Control } from './control.ts';
import { isDocumentName, documentNames } from './documents.ts';
import { limiterKinds, type LimiterSettings } from './limiter.ts';

type Handler = (control: Control, request: WireRequest) => Data | Promise<Data>;

const route = createRouter<Handler>([
  { method: 'POST', path: '/states', handler: changeState },
  { method: 'POST', path: '/acts', handler: cause },
  { method: 'GET', path: '/clock', handler: (control) => control.time() },
  { method: 'POST', path: '/clock', handler: turnClock },
  {
    method: 'GET',
    path: '/events',
    handler: (control, { target }) => ({ events: control.events(Number(splitTarget(target).query.get('since') ?? 0)) }),
  },
  { method: 'POST', path: '/reset', handler: reset },
  { method: 'GET', path: '/faults', handler: (control) => ({ faults: control.faults(), known: control.knownFaults() }) },
  { method: 'PUT', path: '/faults', handler: switchFaults },
  { method: 'PUT', path: '/limiter', handler: setLimiter },
]);

/**
 * The control plane as one function from request to response: provider states, acts, clock, events, reset, faults, limiter.
 * Its messages are those of specs/meta/control-plane.schema.json; what it refuses answers 400 `{error, remedy}`.
 */
export function createControlPlane(control: Control): (request: WireRequest) => Promise<WireResponse> {
  return async (request) => {
    const match = route(request.method, splitTarget(request.target).path);
    if (match.kind === 'not-found')
      return refusal(404, `no such path: ${request.target}`, 'Use /states, /acts, /clock, /events, /reset, /faults or /limiter.');
    if (match.kind === 'method-not-allowed')
      return refusal(405, `${request.method} is not allowed here`, `Use ${match.allow.join(' or ')}.`);
    try {
      return json(200, await match.handler(control, request));
    } catch (error) {
      if (error instanceof ControlError) return refusal(400, error.message, error.remedy);
      throw error;
    }
  };
}

function refusal(status: number, error: string, remedy: string): WireResponse {
  return json(status, { error, remedy });
}

/** Reads a body as JSON object with no keys but these. */
function readBody(request: WireRequest, keys: readonly string[]): Data {
  const body = parseObject(request.body === '' ? '{}' : request.body);
  if (body === undefined)
    throw new ControlError('the body is not a JSON object', `Send a JSON object with ${keys.join(', ') || 'no members'}.`);
  const stranger = Object.keys(body).find((key) => !keys.includes(key));
  if (stranger !== undefined)
    throw new ControlError(`unknown member '${stranger}'`, keys.length === 0 ? 'Send an empty object.' : `Known are: ${keys.join(', ')}.`);
  return body;
}

function textOf(body: Data, key: string, meaning: string): string {
  const value = body[key];
  if (typeof value !== 'string') throw new ControlError(`'${key}' is ${JSON.stringify(value) ?? 'missing'}`, `Send '${key}': ${meaning}.`);
  return value;
}

function objectOf(body: Data, key: string): Data {
  const value = body[key] ?? {};
  if (!isObject(value)) throw new ControlError(`'${key}' is ${JSON.stringify(value)}`, `Send '${key}' as an object.`);
  return value;
}

async function changeState(control: Control, request: WireRequest): Promise<Data> {
  const body = readBody(request, ['consumer', 'state', 'params', 'action', 'data']);
  const state = textOf(body, 'state', 'the name of a provider state');
  const action = body['action'] ?? 'setup';
  if (action === 'teardown') {
    control.remove(state, objectOf(body, 'data'));
    return {};
  }
  if (action !== 'setup') throw new ControlError(`'action' is ${JSON.stringify(action)}`, "Send 'setup' or 'teardown'.");
  return control.provide(state, objectOf(body, 'params'));
}

async function cause(control: Control, request: WireRequest): Promise<Data> {
  const body = readBody(request, ['act', 'params']);
  return control.act(textOf(body, 'act', 'the name of an act'), objectOf(body, 'params'));
}

function turnClock(control: Control, request: WireRequest): Data {
  return control.advance(textOf(readBody(request, ['advance']), 'advance', 'an ISO 8601 duration such as PT5M'));
}

function reset(control: Control, request: WireRequest): Data {
  readBody(request, []);
  control.reset();
  return {};
}

function switchFaults(control: Control, request: WireRequest): Data {
  const faults = readBody(request, ['faults'])['faults'];
  if (!Array.isArray(faults) || !faults.every((id) => typeof id === 'string'))
    throw new ControlError(`'faults' is ${JSON.stringify(faults) ?? 'missing'}`, 'Send an array of fault ids; GET /faults lists them.');
  control.switchFaults(faults);
  return { faults: control.faults() };
}

function setLimiter(control: Control, request: WireRequest): Data {
  const body = readBody(request, ['service', 'kind', 'limit', 'periodMs']);
  const kind = limiterKinds.find((name) => name === body['kind']);
  if (kind === undefined)
    throw new ControlError(`'kind' is ${JSON.stringify(body['kind']) ?? 'missing'}`, `Send one of: ${limiterKinds.join(', ')}.`);
  const service = body['service'];
  if (service !== undefined && !isDocumentName(service))
    throw new ControlError(`'service' is ${JSON.stringify(service)}`, `Send one of: ${documentNames.join(', ')}.`);
  const settings: LimiterSettings = { kind, ...measure(body, 'limit'), ...measure(body, 'periodMs') };
  control.setLimiter(settings, service);
  return present({ service, ...settings });
}

function measure<Name extends 'limit' | 'periodMs'>(body: Data, name: Name): Partial<Record<Name, number>> {
  const value = body[name];
  if (value === undefined) return {};
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw new ControlError(`'${name}' is ${JSON.stringify(value)}`, `Send '${name}' as a whole number of at least 1.`);
  const entry: Partial<Record<Name, number>> = {};
  entry[name] = value;
  return entry;
}
