import { check, fail } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { checksOf } from './checks.js';
import { BASE, DOCUMENT, ERROR_POINTER, ERROR_STATUSES, EXAMPLES, LIMIT_HEADERS, SECRETS } from './constants.js';
import { prepare } from './prepare.js';
import { naming, randomText } from './pseudonym.js';
import { errorIn, header } from './response.js';
import { answerRow, beginRow, endRow } from './rows.js';
import { hide } from './secrets.js';
import { send } from './send.js';

const RATE = Number(__ENV.RATE || 20);
const VUS = Number(__ENV.VUS || 20);
const ROWS = __ENV.ROWS !== 'off';

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

/** What is not answered alike twice cannot be sent in thousands. */
export function setup() {
  const tags = exec.test.options.tags || {};
  /** @type {Prepared} */
  const prepared = {
    generator: [__ENV.HOSTNAME || 'local', tags.instance_id || '0', randomText().slice(0, 6)].join('/'),
    salt: randomText(),
    known: [],
    ready: [],
  };
  const secrets = secretsOf(prepared);
  for (const [, name] of JSON.stringify(EXAMPLES).matchAll(/\{\{env\.(\w+)\}\}/g)) {
    const value = __ENV[name];
    if (value) prepared.known.push([value, secrets.name(name.toLowerCase().replace(/_/g, '-'), value)]);
  }
  for (const example of EXAMPLES) {
    const found = prepare(example, secrets);
    if (typeof found === 'string') console.warn(hide(example.name + ' is left out: ' + found, prepared.known));
    else prepared.ready.push(found);
  }
  if (prepared.ready.length === 0) fail('nothing to send: no example can be prepared');
  const segment = exec.test.options.executionSegment;
  const load = { rate: RATE, connections: VUS, segment, baseUrl: __ENV.BASE_URL || BASE, key: __ENV.KEY };
  if (ROWS) console.log(JSON.stringify(beginRow(prepared, secrets, load)));
  return prepared;
}

/** @param {Prepared} prepared */
export default function (prepared) {
  const one = prepared.ready[exec.scenario.iterationInTest % prepared.ready.length];
  const sentAt = Date.now();
  const response = send(one.request);
  const lasted = Date.now() - sentAt;
  const checks = checksOf(one.status, errorIn(response, ERROR_POINTER), LIMIT_HEADERS, ERROR_STATUSES);
  check(response, checks, { operation: one.request.operation });
  if (response.status === 429) refused.add(1);
  const rest = LIMIT_HEADERS.find(({ role }) => role === 'remaining');
  const left = rest && header(response, rest.name);
  if (left !== undefined) remaining.add(Number(left));
  if (!ROWS) return;
  const sent = { generator: prepared.generator, request: one.name, sentAt };
  console.log(JSON.stringify(answerRow(sent, lasted, response, secretsOf(prepared))));
}

/**
 * @param {Prepared} prepared
 * @returns {Secrets}
 */
function secretsOf({ salt, known }) {
  return { kinds: SECRETS, name: naming(salt), known };
}

/** @param {any} data */
export function handleSummary(data) {
  /** @type {(name: string) => any} */
  const of = (name) => (data.metrics[name] || { values: {} }).values;
  const [iterations, dropped] = [of('iterations').count || 0, of('dropped_iterations').count || 0];
  const prepared = data.setup_data;
  if (prepared && ROWS) console.log(JSON.stringify(endRow(prepared.generator, iterations, dropped)));
  // It holds credentials, which are nothing for --summary-export.
  delete data.setup_data;
  const [held, broken] = [of('checks').passes || 0, of('checks').fails || 0];
  const lines = [DOCUMENT + ': ' + iterations + ' iterations, ' + dropped + ' dropped; ' + held + ' checks passed, ' + broken + ' failed'];
  for (const name of Object.keys(data.metrics)) {
    const thresholds = data.metrics[name].thresholds || {};
    for (const bound of Object.keys(thresholds)) lines.push((thresholds[bound].ok ? 'held    ' : 'CROSSED ') + name + ' ' + bound);
  }
  return { stdout: lines.join('\n') + '\n' };
}
