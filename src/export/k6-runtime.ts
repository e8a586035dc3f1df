/** The parts of a k6 script that are the same for every document; JavaScript, checked against @types/k6. */
export const K6_RUNTIME: {
  readonly head: readonly string[];
  readonly types: Readonly<Record<string, string>>;
  readonly body: readonly string[];
} = {
  head: [
    "import http from 'k6/http';",
    "import crypto from 'k6/crypto';",
    "import exec from 'k6/execution';",
    "import { check, fail } from 'k6';",
    "import { Counter, Trend } from 'k6/metrics';",
    '',
    '/** @typedef {{ id: string, operation: string, caller?: string, method: string, path: string, headers: Record<string, string>, body: any }} Request */',
    '/** @typedef {{ name: string, given: { state: string, params?: object, as?: string }[], prepare: Request[], request: Request }} Example */',
    '/** @typedef {{ name: string, request: Request, status: number }} Ready */',
    '/** @typedef {[value: string, name: string]} Known a secret, and what stands for it in rows */',
    '/** @typedef {{ generator: string, salt: string, known: Known[], ready: Ready[] }} Prepared */',
  ],
  types: {
    EXPORT: 'string',
    DOCUMENT: 'string',
    TARGET: 'string',
    BASE: 'string',
    LIMIT_HEADERS: '{ name: string, role: string, every: boolean }[]',
    ERROR_POINTER: 'string[]',
    ERROR_STATUSES: 'Record<string, number[]>',
    SECRETS: 'Record<string, string>',
    EXAMPLES: 'Example[]',
  },
  body: String.raw`
const RATE = Number(__ENV.RATE || 20);
const VUS = Number(__ENV.VUS || 20);
const ROWS = __ENV.ROWS !== 'off';
const URL_OF_STATES = __ENV.STATES_URL;
/** @type {Record<string, any>} */
const PREPARED = __ENV.DATA ? JSON.parse(open(__ENV.DATA)) : {};

const refused = new Counter('assay_refused');
const remaining = new Trend('assay_remaining');

// A refusal by the rate limit is an answer.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 399 }, 429));

/** @type {import('k6/options').Options} */
export const options = {
  scenarios: {
    conformance: {
      executor: 'constant-arrival-rate',
      rate: RATE,
      timeUnit: '1s',
      duration: __ENV.DURATION || '10s',
      preAllocatedVUs: VUS,
      maxVUs: VUS * 4,
    },
  },
  thresholds: {
    checks: ['rate==1'],
    // Those of the load, not of its preparation.
    'http_req_failed{scenario:conformance}': ['rate==0'],
    'http_req_duration{scenario:conformance}': ['p(99)<' + (__ENV.P99_MS || 1000)],
    dropped_iterations: ['count==0'],
  },
};

/** Provider states, preparing requests, and two trials of each example: what is not answered alike cannot be sent in thousands. */
export function setup() {
  const tags = exec.test.options.tags || {};
  /** @type {Prepared} */
  const prepared = {
    generator: [__ENV.HOSTNAME || 'local', tags.instance_id || '0', randomText().slice(0, 6)].join('/'),
    salt: randomText(),
    known: [],
    ready: [],
  };
  for (const [, name] of JSON.stringify(EXAMPLES).matchAll(/\{\{env\.(\w+)\}\}/g)) keep(prepared, name.toLowerCase().replace(/_/g, '-'), __ENV[name]);
  for (const example of EXAMPLES) {
    const found = make(example, prepared);
    if (typeof found === 'string') console.warn(hide(example.name + ' is left out: ' + found, prepared.known));
    else prepared.ready.push(found);
  }
  if (prepared.ready.length === 0) fail('nothing to send: no example can be prepared');
  if (ROWS) console.log(JSON.stringify(beginOf(prepared)));
  return prepared;
}

/**
 * @param {Example} example
 * @param {Prepared} prepared
 * @returns {Ready | string}
 */
function make(example, prepared) {
  /** @type {Record<string, any>} */
  const scope = {};
  for (const given of example.given) {
    const data = provide(given);
    if (data === undefined) return "no provider state '" + given.state + "'";
    learn(prepared, data);
    if (given.as !== undefined) scope[given.as] = data;
  }
  for (const request of example.prepare) {
    const response = send(filled(request, scope));
    if (response.status < 200 || response.status >= 400) return request.operation + ' answered ' + response.status;
    scope[request.id] = { body: parsed(response.body) };
    learn(prepared, scope[request.id]);
  }
  const request = filled(example.request, scope);
  const statuses = [send(request).status, send(request).status];
  return statuses[0] === statuses[1] && statuses[0] >= 200 && statuses[0] < 400
    ? { name: example.name, request, status: statuses[0] }
    : 'answered ' + statuses.join(', then ');
}

/** @param {{ state: string, params?: object }} given */
function provide(given) {
  if (given.state in PREPARED) return PREPARED[given.state];
  if (!URL_OF_STATES) return undefined;
  const body = JSON.stringify({ state: given.state, params: given.params || {}, action: 'setup' });
  const response = http.post(URL_OF_STATES, body, { headers: { 'content-type': 'application/json' } });
  return response.status === 200 ? parsed(response.body) : undefined;
}

/** @param {Prepared} prepared */
export default function (prepared) {
  const one = prepared.ready[exec.scenario.iterationInTest % prepared.ready.length];
  const sentAt = Date.now();
  const response = send(one.request);
  const lasted = Date.now() - sentAt;
  const error = errorOf(response);
  check(response, checksOf(one, error), { operation: one.request.operation });
  if (response.status === 429) refused.add(1);
  const rest = LIMIT_HEADERS.find(({ role }) => role === 'remaining');
  const left = rest && header(response, rest.name);
  if (left !== undefined) remaining.add(Number(left));
  if (ROWS) console.log(JSON.stringify(answerOf(prepared, one, sentAt, lasted, response)));
}

/** @param {any} data */
export function handleSummary(data) {
  /** @type {(name: string) => any} */
  const of = (name) => (data.metrics[name] || { values: {} }).values;
  const [iterations, dropped] = [of('iterations').count || 0, of('dropped_iterations').count || 0];
  const prepared = data.setup_data;
  if (prepared && ROWS) console.log(JSON.stringify({ row: 'assay/2', kind: 'end', generator: prepared.generator, iterations, dropped }));
  // It holds credentials, which are nothing for --summary-export.
  delete data.setup_data;
  const lines = [
    DOCUMENT + ': ' + iterations + ' iterations, ' + dropped + ' dropped; ' + (of('checks').passes || 0) + ' checks passed, ' + (of('checks').fails || 0) + ' failed',
  ];
  for (const name of Object.keys(data.metrics)) {
    const thresholds = data.metrics[name].thresholds || {};
    for (const bound of Object.keys(thresholds)) lines.push((thresholds[bound].ok ? 'held    ' : 'CROSSED ') + name + ' ' + bound);
  }
  return { stdout: lines.join('\n') + '\n' };
}

/**
 * @param {Ready} one
 * @param {string | undefined} error
 * @returns {import('k6').Checkers<import('k6/http').RefinedResponse<'text'>>}
 */
function checksOf(one, error) {
  /** @type {import('k6').Checkers<import('k6/http').RefinedResponse<'text'>>} */
  const checks = {
    'answered as before, or refused by the rate limit': ({ status }) => status === one.status || status === 429,
  };
  for (const { name, role, every } of LIMIT_HEADERS) {
    checks[name + ' is a number where it is promised'] = (response) => {
      const text = header(response, name);
      if (text === undefined) return !every && response.status !== 429;
      return /^\d+$/.test(text);
    };
    if (role === 'remaining') {
      const limit = LIMIT_HEADERS.find((other) => other.role === 'limit');
      checks[name + ' is never more than the limit'] = (response) => {
        const [left, whole] = [header(response, name), limit && header(response, limit.name)];
        return left === undefined || whole === undefined || Number(left) <= Number(whole);
      };
    }
  }
  checks['an error name goes with its status'] = ({ status }) =>
    error === undefined || ERROR_STATUSES[error] === undefined || ERROR_STATUSES[error].includes(status);
  return checks;
}

/**
 * The first row: what is sent, and where.
 * @param {Prepared} prepared
 */
function beginOf({ generator, salt, known, ready }) {
  const share = shareOf(exec.test.options.executionSegment);
  /** @type {Record<string, object>} */
  const requests = {};
  for (const { name, request } of ready) {
    const { operation, caller, method, path, body } = request;
    /** @type {Record<string, string>} */
    const headers = {};
    for (const field of Object.keys(request.headers)) headers[field.toLowerCase()] = credential(field, request.headers[field], salt);
    requests[name] = JSON.parse(hide(JSON.stringify({ operation, caller, method, path, headers, body: redacted(body, salt, []) }), known));
  }
  return {
    row: 'assay/2',
    kind: 'begin',
    generator,
    export: EXPORT,
    document: DOCUMENT,
    target: TARGET,
    baseUrl: __ENV.BASE_URL || BASE,
    key: __ENV.KEY,
    rate: RATE * share,
    connections: Math.max(1, Math.round(VUS * share)),
    requests,
  };
}

/**
 * A pod's part of the whole: '1/4:2/4' is a quarter.
 * @param {string | null | undefined} segment
 */
function shareOf(segment) {
  const ends = (segment || '0:1').split(':').map((text) => text.split('/').map(Number));
  const [from, to] = ends.map(([part, whole]) => part / (whole || 1));
  return to === undefined ? from : to - from;
}

/**
 * @param {Prepared} prepared
 * @param {Ready} one
 * @param {number} sentAt
 * @param {number} lasted
 * @param {import('k6/http').RefinedResponse<'text'>} response
 */
function answerOf({ generator, salt, known }, one, sentAt, lasted, response) {
  const { blocked, connecting, tls_handshaking, duration } = response.timings;
  const durationMs = Math.round(1000 * Math.max(lasted, blocked + connecting + tls_handshaking + duration)) / 1000;
  const whole = { row: 'assay/2', kind: 'answer', generator, request: one.name, sentAt, durationMs };
  if (response.status === 0) return Object.assign(whole, { status: 0, lost: response.error_code === 1050 ? 'timed out' : 'no answer' });
  /** @type {Known[]} */
  const own = known.slice();
  const body = parsed(response.body);
  const before = own.length;
  const copy = redacted(body, salt, own);
  const text = hide(own.length === before ? response.body || '' : JSON.stringify(copy), own);
  /** @type {Record<string, string>} */
  const headers = {};
  for (const name of Object.keys(response.headers)) {
    const value = response.headers[name];
    headers[name.toLowerCase()] = /^set-cookie$/i.test(name) ? pseudonym('cookie', value, salt) : hide(value, own);
  }
  return Object.assign(whole, { status: response.status, headers, text: text === '' ? undefined : text });
}

function randomText() {
  return Array.from(new Uint8Array(crypto.randomBytes(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What stands for a secret: the same for the same one, and of no use to guess it by, because the salt is never told.
 * @param {string} kind
 * @param {string} value
 * @param {string} salt
 */
function pseudonym(kind, value, salt) {
  return '~' + kind + '-' + parseInt(crypto.sha256(salt + value, 'hex').slice(0, 12), 16) + '~';
}

/**
 * A header that is sent: of a credential the scheme alone.
 * @param {string} field
 * @param {string} value
 * @param {string} salt
 */
function credential(field, value, salt) {
  if (!/^(proxy-)?authorization$|^cookie$|key$/i.test(field)) return value;
  const space = value.indexOf(' ');
  return value.slice(0, space + 1) + pseudonym(field.toLowerCase(), value.slice(space + 1), salt);
}

/**
 * @param {Prepared} prepared
 * @param {string} kind
 * @param {string | undefined} value
 */
function keep(prepared, kind, value) {
  if (value) prepared.known.push([value, pseudonym(kind, value, prepared.salt)]);
}

/**
 * @param {Prepared} prepared
 * @param {any} data
 */
function learn(prepared, data) {
  redacted(data, prepared.salt, prepared.known);
}

/**
 * A copy with secret fields, by their names, as pseudonyms; they are added to those that are known.
 * @param {any} value
 * @param {string} salt
 * @param {Known[]} known
 * @returns {any}
 */
function redacted(value, salt, known) {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry) => redacted(entry, salt, known));
  return Object.fromEntries(
    Object.entries(value).map(([field, entry]) => {
      const kind = SECRETS[field];
      if (kind === undefined || typeof entry !== 'string' || entry === '') return [field, redacted(entry, salt, known)];
      const name = pseudonym(kind, entry, salt);
      known.push([entry, name]);
      return [field, name];
    }),
  );
}

/**
 * Secrets that are known, wherever they stand in a text; what is shorter could be anything.
 * @param {string} text
 * @param {Known[]} known
 */
function hide(text, known) {
  let hidden = text;
  for (const [value, name] of known) {
    if (value.length < 6 || /^\d+$/.test(value)) continue;
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      if (hidden.includes(form)) hidden = hidden.split(form).join(name);
    }
  }
  return hidden;
}

/** @param {Request} request */
function send(request) {
  const body = request.body === null ? null : JSON.stringify(request.body);
  const type = body === null ? {} : { 'content-type': 'application/json' };
  const params = { headers: Object.assign({ accept: 'application/json' }, type, request.headers), redirects: 0, tags: { name: request.operation } };
  return http.request(request.method, (__ENV.BASE_URL || BASE) + request.path, body, Object.assign({ responseType: /** @type {'text'} */ ('text') }, params));
}

/**
 * A header whatever the case of its name.
 * @param {import('k6/http').Response} response
 * @param {string} name
 */
function header(response, name) {
  const found = Object.keys(response.headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : response.headers[found];
}

/**
 * @param {import('k6/http').RefinedResponse<'text'>} response
 * @returns {string | undefined}
 */
function errorOf(response) {
  if (response.status < 400 || ERROR_POINTER.length === 0) return undefined;
  const found = at(parsed(response.body), ERROR_POINTER);
  return typeof found === 'string' ? found : undefined;
}

/** @param {any} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return undefined;
  }
}

/**
 * @param {any} value
 * @param {string[]} path
 */
function at(value, path) {
  return path.reduce((current, segment) => {
    const name = segment.split('|').find((one) => current !== null && typeof current === 'object' && one in current);
    return name === undefined ? undefined : current[name];
  }, value);
}

/**
 * The request with {{alias.field}} filled in.
 * @param {Request} request
 * @param {Record<string, any>} scope
 * @returns {Request}
 */
function filled(request, scope) {
  /** @param {string} name */
  const value = (name) => {
    const [alias, ...fields] = name.split('.');
    if (alias === 'env') return __ENV[fields[0]] || '';
    if (alias === 'fresh') return fresh(fields[0]);
    return at(scope[alias], fields);
  };
  /**
   * @param {any} template
   * @returns {any}
   */
  const fill = (template) => {
    if (typeof template === 'string') {
      const whole = /^\{\{([^{}]+)\}\}$/.exec(template);
      return whole ? value(whole[1]) : template.replace(/\{\{([^{}]+)\}\}/g, (_, name) => String(value(name)));
    }
    if (Array.isArray(template)) return template.map(fill);
    if (template === null || typeof template !== 'object') return template;
    return Object.fromEntries(Object.entries(template).map(([key, entry]) => [key, fill(entry)]));
  };
  const path = request.path.replace(/%7B%7B(.+?)%7D%7D/g, (_, name) => encodeURIComponent(String(value(decodeURIComponent(name)))));
  return Object.assign({}, request, { path, headers: fill(request.headers), body: fill(request.body) });
}

/** @param {string} kind */
function fresh(kind) {
  return kind === 'ip' ? '203.0.113.7' : kind.slice(0, 8) + Date.now().toString(36) + Math.floor(Math.random() * 1e9).toString(36);
}
`.split('\n'),
};
