import { defineService, type Operation } from '../kit/define-service.ts';
import { json, parseObject } from '../kit/json.ts';
import { UNREADABLE, type JsonObject, type WireRequest, type WireResponse } from '../kit/service.ts';
import { choiceTable } from './choices.ts';
import type { RequestContext } from './context.ts';
import { Refusal } from './errors.ts';
import { activateFactor, enroll, listQuestions, listUserFactors, resend, verify } from './factors.ts';
import { faults } from './faults.ts';
import { cancel, createSession, getSession, previous, skip, unlock } from './leaving.ts';
import { linkTable } from './links.ts';
import { putFixtures } from './make-user.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { policyFor, type Policy } from './policy.ts';
import { acts, states, teardown } from './provider-states.ts';
import { limit } from './rate-limit.ts';
import { authenticate } from './sign-in.ts';
import { appHome, openApp, signInPage, stepUpRedirect } from './step-up.ts';
import { createStore } from './store.ts';
import { readClaims, type Call, type Claims } from './transactions.ts';

/** Every operation of the service, at the paths that document 2 shows, or at this deployment's own where it shows none. */
export const operations: Readonly<Record<string, Operation<RequestContext>>> = {
  authenticate: { ...linkTable.authenticate, run: authenticate },
  changePassword: { ...linkTable.changePassword, run: changePassword },
  resetPassword: { ...linkTable.resetPassword, run: resetPassword },
  skip: { ...linkTable.skip, run: skip },
  cancel: { ...linkTable.cancel, run: cancel },
  previous: { ...linkTable.prev, run: previous },
  unlock: { ...linkTable.unlock, run: unlock },
  enroll: { ...linkTable.enroll, run: enroll },
  activateFactor: { ...linkTable.activate, run: activateFactor },
  resend: { ...linkTable.resend, run: resend },
  resendActivation: { ...linkTable.resendActivation, run: resend },
  verify: { ...linkTable.verify, run: verify },
  listQuestions: { ...linkTable.questions, run: listQuestions },
  stepUpRedirect: { ...linkTable.original, run: stepUpRedirect },
  listUserFactors: { method: 'GET', path: '/api/v1/users/{user_id}/factors', run: listUserFactors },
  createSession: { method: 'POST', path: '/api/v1/sessions', run: createSession },
  getSession: { method: 'GET', path: '/api/v1/sessions/{session_id}', run: getSession },
  openApp: { method: 'GET', path: '/app/{app_id}/sign-on', run: openApp },
  appHome: { method: 'GET', path: '/app/{app_id}/home', run: appHome },
  signInPage: { method: 'GET', path: '/login/{page}', run: signInPage },
};

/** The admin API token of the one trusted application that the deployment knows. */
export const adminApiToken = '00trustedApplicationOfTheMock0000000000000';

const apiTokens: ReadonlySet<string> = new Set([adminApiToken]);

/** The authentication-transaction service of document 2. */
export const authentication = defineService({
  document: 'authentication',
  choices: choiceTable,
  policy: policyFor,
  faults,
  createStore,
  putFixtures: (context, { authentication = {} }) => putFixtures(context, authentication),
  states,
  acts,
  teardown,
  operations,
  arrive(context): RequestContext {
    const claims = readClaims(context.request, parseObject(context.request.body) ?? {});
    const call = reduceClaims(claims, context.policy);
    return { ...context, call, claimedTooMuch: context.policy.refusesClaims(claims, call.trusted), body: {} };
  },
  limit,
  /** those of section Errors */
  limitHeaders: ({ policy, now }, allowance) => policy.limitHeaders(allowance, !allowance.allowed, now()),
  overLimit: () => new Refusal('tooManyRequests'),
  enter({ request, path, claimedTooMuch }) {
    if (claimedTooMuch !== undefined) throw new Refusal('malformed', [claimedTooMuch]);
    if (request.unreadable === 'headers-too-large') throw new Refusal('unfitHeader');
    if (request.unreadable !== undefined) throw new Refusal('malformed', [UNREADABLE[request.unreadable].mistake]);
    if (request.halfClosed === true) throw new Refusal('malformed');
    return path;
  },
  unknown: (_context, match) =>
    match.kind === 'not-found'
      ? new Refusal('notFound')
      : new Refusal('methodNotAllowed', [], { headers: { allow: match.allow.join(', ') } }),
  readBody,
  /** of the transaction that the state token names, or that was begun */
  stateOf({ store, body }, answer) {
    const shown = answer === undefined ? undefined : parseObject(answer.body);
    const token = shown?.['stateToken'] ?? body['stateToken'];
    const state = typeof token === 'string' ? store.transactions.get(token)?.status : undefined;
    return state ?? (typeof shown?.['status'] === 'string' ? shown['status'] : undefined);
  },
  refuse,
  async around({ request, choices }, answer) {
    if (choices.crossOrigin === 'not-allowed') return answer();
    const permitted = preflight(request);
    if (permitted !== undefined) return permitted;
    const response = await answer();
    return { ...response, headers: { ...response.headers, ...readableFrom(request) } };
  },
});

/** What of a request's claims counts. */
function reduceClaims({ authorization, ...claims }: Claims, policy: Policy): Call {
  const trusted = policy.trusted(authorization, apiTokens);
  return {
    ...claims,
    trusted,
    deviceToken: policy.deviceToken(claims.deviceToken, trusted),
    fingerprint: policy.fingerprint(claims.fingerprint, trusted),
    options: {
      multiOptionalFactorEnroll: policy.option(claims.options['multiOptionalFactorEnroll']),
      warnBeforePasswordExpired: policy.option(claims.options['warnBeforePasswordExpired']),
    },
  };
}

function readBody({ request, policy, query }: RequestContext): JsonObject {
  checkMedia(request);
  const isEmpty = request.method === 'GET' || (request.body === '' && policy.readsQuery());
  const body = isEmpty ? {} : parseObject(request.body);
  if (body === undefined) throw new Refusal('malformed');
  return policy.readsQuery() ? { ...Object.fromEntries(query), ...body } : body;
}

/** A refusal as the Error object of section Resources. */
function refuse({ policy, id }: RequestContext, thrown: unknown): WireResponse {
  const { code: error, causes, headers } = thrown instanceof Refusal ? thrown : new Refusal('internal');
  const { status, code, summary } = policy.error(error);
  const errorId = `oae${id(20)}`;
  const errorCauses = policy.errorCauses(error, causes).map((cause) => ({ errorSummary: cause }));
  const body = { errorCode: code, errorSummary: summary, errorLink: code, errorId, errorCauses, ...policy.errorExtras(error) };
  return json(status, body, headers);
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Bodies and answers are JSON: refuses a Content-Type that says otherwise, and an Accept that rules it out. */
function checkMedia({ headers, method }: WireRequest): void {
  const type = headers['content-type'];
  if (method !== 'GET' && type !== undefined && !jsonType.test(type))
    throw new Refusal('unfitHeader', [`Content-Type: '${type}' stands where application/json is expected`]);
  const accept = headers['accept'];
  const fits =
    accept === undefined || accept.split(',').some((range) => /^\s*(?:\*\/\*|application\/\*)/.test(range) || jsonType.test(range.trim()));
  if (!fits) throw new Refusal('unfitHeader', [`Accept: '${accept}' leaves out application/json`]);
}

const EXPOSED = 'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset';

/** The answer to a browser that asks whether a page of another origin may send a request (Fetch standard, CORS-preflight); else undefined. */
function preflight({ method, headers }: WireRequest): WireResponse | undefined {
  const [origin, asked] = [headers['origin'], headers['access-control-request-method']];
  if (method !== 'OPTIONS' || origin === undefined || asked === undefined) return undefined;
  const names = headers['access-control-request-headers'];
  return {
    status: 204,
    headers: {
      ...permission(origin),
      'access-control-allow-methods': asked,
      ...(names === undefined ? {} : { 'access-control-allow-headers': names }),
    },
    body: '',
  };
}

/** What lets the page of another origin read an answer. */
function readableFrom({ headers }: WireRequest): WireResponse['headers'] {
  const origin = headers['origin'];
  return origin === undefined ? {} : { ...permission(origin), 'access-control-expose-headers': EXPOSED };
}

/** Clients send cookies along, so that the origin has to be named: there is no wildcard with credentials. */
function permission(origin: string): Readonly<Record<string, string>> {
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' };
}
