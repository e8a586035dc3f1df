import { DOCUMENT, EXPORT, TARGET } from './constants.js';
import { parsed } from './json.js';
import { credential, hide, redacted } from './secrets.js';
import { shareOf } from './share.js';

/**
 * The first row: what is sent, and where.
 * @param {Prepared} prepared
 * @param {Secrets} secrets
 * @param {Load} load
 */
export function beginRow({ generator, ready }, secrets, { rate, connections, segment, baseUrl, key }) {
  const share = shareOf(segment);
  /** @type {Record<string, object>} */
  const requests = {};
  for (const { name, request } of ready) requests[name] = requestOf(request, secrets);
  return {
    row: 'assay/2',
    kind: 'begin',
    generator,
    export: EXPORT,
    document: DOCUMENT,
    target: TARGET,
    baseUrl,
    key,
    rate: rate * share,
    connections: Math.max(1, Math.round(connections * share)),
    requests,
  };
}

/**
 * What is sent, without its secrets.
 * @param {ScriptRequest} request
 * @param {Secrets} secrets
 */
function requestOf({ operation, caller, method, path, headers, body }, { kinds, name, known }) {
  /** @type {Record<string, string>} */
  const shown = {};
  for (const field of Object.keys(headers)) shown[field.toLowerCase()] = credential(field, headers[field], name);
  const copy = { operation, caller, method, path, headers: shown, body: redacted(body, { kinds, name, known: [] }) };
  return JSON.parse(hide(JSON.stringify(copy), known));
}

/**
 * A row for each answer.
 * @param {{ generator: string, request: string, sentAt: number }} sent
 * @param {number} lasted by the clock of the script, in milliseconds
 * @param {Answer} response
 * @param {Secrets} secrets
 */
export function answerRow({ generator, request, sentAt }, lasted, response, { kinds, name, known }) {
  const { blocked, connecting, tls_handshaking, duration } = response.timings;
  const durationMs = Math.round(1000 * Math.max(lasted, blocked + connecting + tls_handshaking + duration)) / 1000;
  const whole = { row: 'assay/2', kind: 'answer', generator, request, sentAt, durationMs };
  if (response.status === 0) return Object.assign(whole, { status: 0, lost: response.error_code === 1050 ? 'timed out' : 'no answer' });
  const own = known.slice();
  const copy = redacted(parsed(response.body), { kinds, name, known: own });
  const text = hide(own.length === known.length ? response.body || '' : JSON.stringify(copy), own);
  /** @type {Record<string, string>} */
  const headers = {};
  for (const field of Object.keys(response.headers)) {
    const value = response.headers[field];
    headers[field.toLowerCase()] = /^set-cookie$/i.test(field) ? name('cookie', value) : hide(value, own);
  }
  return Object.assign(whole, { status: response.status, headers, text: text === '' ? undefined : text });
}

/**
 * The last row: so many answers there must be, and what was due and not sent.
 * @param {string} generator
 * @param {number} iterations
 * @param {number} dropped
 */
export function endRow(generator, iterations, dropped) {
  return { row: 'assay/2', kind: 'end', generator, iterations, dropped };
}
