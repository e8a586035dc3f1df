import { json } from '../kit/json.ts';
import { splitTarget } from '../kit/router.ts';
import type { WireRequest, WireResponse } from '../kit/service.ts';
import { tokenOf } from './access.ts';
import type { Answer, Workshop } from './call.ts';
import { Refusal } from './errors.ts';
import { route } from './routes.ts';
import type { Policy } from './policy.ts';

/** What a request that the rate limiter lets through is answered. Whatever goes wrong inside is `unknown_error`. */
export async function answerTo(workshop: Workshop, policy: Policy, request: WireRequest): Promise<Answer> {
  try {
    return await dispatch(workshop, policy, request);
  } catch (error) {
    return refuse(policy, error instanceof Refusal ? error : new Refusal('unknown_error', 'Something went wrong. Try again.'));
  }
}

function dispatch(workshop: Workshop, policy: Policy, request: WireRequest): Answer | Promise<Answer> {
  const { store, choices } = workshop;
  if (policy.noticesHangUp(request.halfClosed === true))
    throw new Refusal('client_closed_connection', 'The connection was closed, or fell silent, before the request was complete.');
  if (request.unreadable !== undefined)
    throw new Refusal('invalid_request', request.unreadable === 'malformed' ? 'This is no proper HTTP.' : 'The headers are too large.');
  const { trouble } = store;
  store.trouble = trouble === undefined ? undefined : policy.troubleAfter(trouble);
  if (trouble !== undefined) throw new Refusal(trouble, 'This is temporary. Try again later.');
  const { path, query } = splitTarget(request.target);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const match = route(method, policy.pathOf(method, path));
  switch (match.kind) {
    case 'found':
      return match.handler({ ...workshop, policy, request, path, query, params: match.params });
    case 'method-not-allowed':
      if (choices.wrongMethod === 'method_not_allowed') return notAllowed(policy, request.method, match.allow);
      throw new Refusal('resource_does_not_exist', `${path} takes ${match.allow.join(' or ')}, not ${request.method}.`);
    case 'not-found':
      if (choices.unknownPath === 'authentication-first' && tokenOf({ request, policy, store }) === undefined)
        throw new Refusal('authentication_error', 'A valid bearer token is needed.');
      throw new Refusal('resource_does_not_exist', `There is nothing at ${path}.`);
  }
}

/** The answer to a refused request; 401 with a challenge (RFC 9110 section 15.5.2). */
export function refuse(policy: Policy, { error, message, path }: Refusal): Answer {
  const status = policy.statusOf(error);
  const body = policy.errorBody({ name: policy.nameOf(error), status, message, ...(path === undefined ? {} : { path }) });
  return { status, body, headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {} };
}

function notAllowed(policy: Policy, method: string, allow: readonly string[]): Answer {
  const body = policy.errorBody({ name: 'method_not_allowed', status: 405, message: `${method} is not allowed here.` });
  return { status: 405, body, headers: { allow: allow.join(', ') } };
}

export function toWire({ status, body, headers = {} }: Answer, limitHeaders: WireResponse['headers']): WireResponse {
  const all = { ...headers, ...limitHeaders };
  return body === undefined ? { status, headers: all, body: '' } : json(status, body, all);
}
