/** The parts of a k6 script that are the same for every document; JavaScript, checked against @types/k6. */
export const K6_RUNTIME: {
  readonly head: readonly string[];
  readonly types: Readonly<Record<string, string>>;
  readonly body: readonly string[];
} = {
  head: [
    "import http from 'k6/http';",
    "import exec from 'k6/execution';",
    "import { check, fail } from 'k6';",
    "import { Counter, Trend } from 'k6/metrics';",
    '',
    '/** @typedef {{ id: string, operation: string, method: string, path: string, headers: Record<string, string>, body: any }} Request */',
    '/** @typedef {{ name: string, given: { state: string, params?: object, as?: string }[], prepare: Request[], request: Request }} Example */',
    '/** @typedef {{ name: string, request: Request, status: number }} Ready */',
  ],
  types: {
    DOCUMENT: 'string',
    BASE: 'string',
    LIMIT_HEADERS: '{ name: string, role: string, every: boolean }[]',
    ERROR_POINTER: 'string[]',
    ERROR_STATUSES: 'Record<string, number[]>',
    EXAMPLES: 'Example[]',
  },
  body: String.raw`
const RATE = Number(__ENV.RATE || 20);
const VUS = Number(__ENV.VUS || 20);
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
  /** @type {Ready[]} */
  const ready = [];
  for (const example of EXAMPLES) {
    const found = make(example);
    if (typeof found === 'string') console.warn(example.name + ' is left out: ' + found);
    else ready.push(found);
  }
  if (ready.length === 0) fail('nothing to send: no example can be prepared');
  return ready;
}

/**
 * @param {Example} example
 * @returns {Ready | string}
 */
function make(example) {
  /** @type {Record<string, any>} */
  const scope = {};
  for (const given of example.given) {
    const data = provide(given);
    if (data === undefined) return "no provider state '" + given.state + "'";
    if (given.as !== undefined) scope[given.as] = data;
  }
  for (const request of example.prepare) {
    const response = send(filled(request, scope));
    if (response.status < 200 || response.status >= 400) return request.operation + ' answered ' + response.status;
    scope[request.id] = { body: parsed(response.body) };
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

/** @param {Ready[]} ready */
export default function (ready) {
  const one = ready[exec.scenario.iterationInTest % ready.length];
  const sentAt = Date.now();
  const response = send(one.request);
  const error = errorOf(response);
  check(response, checksOf(one, error), { operation: one.request.operation });
  if (response.status === 429) refused.add(1);
  const rest = LIMIT_HEADERS.find(({ role }) => role === 'remaining');
  const left = rest && header(response, rest.name);
  if (left !== undefined) remaining.add(Number(left));
  if (__ENV.ROWS !== 'off') console.log(JSON.stringify(rowOf(one, sentAt, response, error)));
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
 * @param {Ready} one
 * @param {number} sentAt
 * @param {import('k6/http').RefinedResponse<'text'>} response
 * @param {string | undefined} error
 */
function rowOf(one, sentAt, response, error) {
  /** @type {Record<string, string>} */
  const headers = {};
  for (const name of LIMIT_HEADERS.map((row) => row.name).concat('Date', 'Retry-After', 'Content-Type')) {
    const text = header(response, name);
    if (text !== undefined) headers[name.toLowerCase()] = text;
  }
  return {
    row: 'assay/1',
    generator: (__ENV.HOSTNAME || 'local') + '/' + (__ENV.GENERATOR || '0'),
    document: DOCUMENT,
    operation: one.request.operation,
    key: __ENV.KEY || one.name,
    sentAt,
    durationMs: response.timings.duration,
    status: response.status,
    headers,
    error,
  };
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
