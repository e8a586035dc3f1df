import { defineService, post } from '../kit/define-service.ts';
import { json } from '../kit/json.ts';
import type { Limiter } from '../kit/limiter.ts';
import { decodeSegment } from '../kit/router.ts';
import { ControlError, UNREADABLE, type JsonObject, type WireResponse } from '../kit/service.ts';
import { issueToken, teamPath, tokenOf } from './access.ts';
import { choiceTable } from './choices.ts';
import type { Context, RequestContext } from './context.ts';
import { putFixtures } from './dashboard.ts';
import { Refusal } from './errors.ts';
import { faults } from './faults.ts';
import { groupOperations } from './groups.ts';
import { createOffsetCodec } from './offsets.ts';
import { policyFor } from './policy.ts';
import { acts, states } from './provider-states.ts';
import { resourceOperations } from './resources.ts';
import { createStore } from './store.ts';

/** The privileged-access service. Whatever goes wrong inside is `unknown_error`. */
export const privilegedAccess = defineService({
  document: 'privileged-access',
  choices: choiceTable,
  policy: policyFor,
  faults,
  createStore: ({ id }, previous) => createStore(previous?.offsets ?? createOffsetCodec(id(16))),
  putFixtures: (context, { 'privileged-access': given = {} }) => putFixtures(context, given),
  states,
  acts,
  teardown: removeTeam,
  operations: { issueToken: post(`${teamPath}/service_token`, issueToken), ...groupOperations, ...resourceOperations },
  arrive: (context) => context,
  async limit(context, ofDeployment) {
    const { policy, now, pause, request } = context;
    const { limiter, key } = limiterOf(context, ofDeployment);
    const allowance = await policy.admit({ limiter, key, method: request.method, now: now(), pause });
    return { allowance, release: () => (allowance.allowed ? limiter.release(key) : undefined) };
  },
  limitHeaders: ({ policy, now }, allowance, status) => policy.limitHeaders(allowance, { status, now: now() }),
  overLimit: () => new Refusal('too_many_requests', 'Wait until X-RateLimit-Retry-At.'),
  enter({ request, path, policy, store }) {
    if (policy.noticesHangUp(request.halfClosed === true))
      throw new Refusal('client_closed_connection', 'The connection was closed, or fell silent, before the request was complete.');
    if (request.unreadable !== undefined)
      throw new Refusal('invalid_request', `The request cannot be read: ${UNREADABLE[request.unreadable].mistake}.`);
    const { trouble } = store;
    store.trouble = trouble === undefined ? undefined : policy.troubleAfter(trouble);
    if (trouble !== undefined) throw new Refusal(trouble, 'This is temporary. Try again later.');
    return policy.pathOf(request.method === 'HEAD' ? 'GET' : request.method, path);
  },
  unknown(context, match) {
    const { request, path, choices } = context;
    if (match.kind === 'method-not-allowed')
      return choices.wrongMethod === 'method_not_allowed'
        ? new MethodNotAllowed(request.method, match.allow)
        : new Refusal('resource_does_not_exist', `${path} takes ${match.allow.join(' or ')}, not ${request.method}.`);
    if (choices.unknownPath === 'authentication-first' && tokenOf(context) === undefined)
      return new Refusal('authentication_error', 'A valid bearer token is needed.');
    return new Refusal('resource_does_not_exist', `There is nothing at ${path}.`);
  },
  refuse,
});

/** What the document has no error name for. */
class MethodNotAllowed extends Error {
  readonly allow: string;
  constructor(method: string, allow: readonly string[]) {
    super(`${method} is not allowed here.`);
    this.allow = allow.join(', ');
  }
}

/** 401 comes with a challenge (RFC 9110 section 15.5.2). */
function refuse({ policy }: RequestContext, error: unknown): WireResponse {
  if (error instanceof MethodNotAllowed)
    return json(405, policy.errorBody({ name: 'method_not_allowed', status: 405, message: error.message }), { allow: error.allow });
  const { code, message, path } = error instanceof Refusal ? error : new Refusal('unknown_error', 'Something went wrong. Try again.');
  const status = policy.statusOf(code);
  const body = policy.errorBody({ name: policy.nameOf(code), status, message, ...(path === undefined ? {} : { path }) });
  return json(status, body, status === 401 ? { 'www-authenticate': 'Bearer' } : {});
}

/** Which limiter counts a request, and as whose. A team may have one of its own. */
function limiterOf(
  { request, store, choices }: RequestContext,
  ofDeployment: Limiter,
): { readonly limiter: Limiter; readonly key: string } {
  const { target, headers, remoteAddress } = request;
  const team = store.teams.get(teamNameOf(target));
  if (team?.limiter !== undefined) return { limiter: team.limiter, key: team.name };
  const keys = { team: team?.name, credential: headers['authorization'], address: undefined };
  return { limiter: ofDeployment, key: keys[choices.limitedBy] ?? remoteAddress };
}

/** The team under whose path a target stands, whether or not anything is there. */
function teamNameOf(target: string): string {
  return decodeSegment(/^\/v1\/teams\/([^/?]+)/.exec(target)?.[1] ?? '') ?? '';
}

/** Takes away the team that a state has made, with all its keys and tokens. */
function removeTeam({ store }: Context, data: JsonObject): void {
  const name = data['team_name'];
  if (typeof name !== 'string')
    throw new ControlError('mock-value-missing', 'the data has no team_name', 'Send the data that set-up answered.');
  store.teams.delete(name);
  for (const [id, key] of store.keys) if (key.team === name) store.keys.delete(id);
  for (const [value, token] of store.tokens) if (token.team === name) store.tokens.delete(value);
}
