import http from 'k6/http';
import { filled } from './fill.js';
import { parsed } from './json.js';
import { redacted } from './secrets.js';
import { send } from './send.js';

/** @type {Record<string, any>} */
const PREPARED = __ENV.DATA ? JSON.parse(open(__ENV.DATA)) : {};

/**
 * Provider states, preparing requests, and two trials of an example: the request that is ready, or why there is none.
 * @param {Example} example
 * @param {Secrets} secrets what comes to light is added to those known
 * @returns {Ready | string}
 */
export function prepare(example, secrets) {
  /** @type {Record<string, any>} */
  const scope = {};
  for (const given of example.given) {
    const data = provide(given);
    if (data === undefined) return "no provider state '" + given.state + "'";
    redacted(data, secrets);
    if (given.as !== undefined) scope[given.as] = data;
  }
  for (const request of example.prepare) {
    const response = send(filled(request, scope, __ENV));
    if (response.status < 200 || response.status >= 400) return request.operation + ' answered ' + response.status;
    scope[request.id] = { body: parsed(response.body) };
    redacted(scope[request.id], secrets);
  }
  const request = filled(example.request, scope, __ENV);
  const statuses = [send(request).status, send(request).status];
  return statuses[0] === statuses[1] && statuses[0] >= 200 && statuses[0] < 400
    ? { name: example.name, request, status: statuses[0] }
    : 'answered ' + statuses.join(', then ');
}

/** @param {{ state: string, params?: object }} given */
function provide(given) {
  if (given.state in PREPARED) return PREPARED[given.state];
  if (!__ENV.STATES_URL) return undefined;
  const body = JSON.stringify({ state: given.state, params: given.params || {}, action: 'setup' });
  const response = http.post(__ENV.STATES_URL, body, { headers: { 'content-type': 'application/json' } });
  return response.status === 200 ? parsed(response.body) : undefined;
}
