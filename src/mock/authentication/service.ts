import { parseObject } from '../kit/json.ts';
import { createRouter, splitTarget } from '../kit/router.ts';
import { policyInForce, type ServiceOptions } from '../kit/service-options.ts';
import type { Service, Surroundings, WireRequest, WireResponse } from '../kit/service.ts';
import { runAct } from './acts.ts';
import { readClaims, type Call, type Claims } from './call.ts';
import type { Choices } from './choices.ts';
import { preflight, readableFrom } from './cross-origin.ts';
import { Refusal, showError } from './errors.ts';
import type { Handler } from './kit.ts';
import { operations } from './operations.ts';
import { provideState, removeState } from './provider-states.ts';
import { withinRateLimit } from './rate-limit.ts';
import { checkMedia } from './media.ts';
import { policyFor, type Policy } from './policy.ts';
import { createStore } from './store.ts';

/** The admin API token of the one trusted application that the deployment knows. */
export const adminApiToken = '00trustedApplicationOfTheMock0000000000000';

const apiTokens: ReadonlySet<string> = new Set([adminApiToken]);
const findOperation = createRouter<Handler>(operations);

/** The authentication-transaction service of document 2. */
export function createAuthenticationService(surroundings: Surroundings, options: ServiceOptions<Choices, Policy>): Service {
  const { choices, limiter } = options;
  const policyNow = policyInForce(policyFor(choices), options);
  let store = createStore();

  async function respond(request: WireRequest, call: Call, policy: Policy): Promise<WireResponse> {
    const { path, query } = splitTarget(request.target);
    const match = findOperation(request.method, path);
    if (request.unreadable === 'headers-too-large') throw new Refusal('unfitHeader');
    if (request.unreadable !== undefined || request.halfClosed === true) throw new Refusal('malformed');
    if (match.kind === 'not-found') throw new Refusal('notFound');
    if (match.kind === 'method-not-allowed') throw new Refusal('methodNotAllowed', [], { allow: match.allow.join(', ') });
    checkMedia(request);
    const none = request.method === 'GET' || (request.body === '' && policy.readsQuery());
    const body = none ? {} : parseObject(request.body);
    if (body === undefined) throw new Refusal('malformed');
    const parameters = policy.readsQuery() ? { ...Object.fromEntries(query), ...body } : body;
    return match.handler({ surroundings, store, choices, policy, call, body: parameters, params: match.params, query });
  }

  async function answer(request: WireRequest): Promise<WireResponse> {
    const policy = policyNow();
    const claims = readClaims(request, parseObject(request.body) ?? {});
    const call = reduceClaims(claims, policy);
    const claimedTooMuch = policy.refusesClaims(claims, call.trusted);
    return withinRateLimit({ limiter, store, policy, now: surroundings.now() }, call, async (overLimit) => {
      try {
        if (overLimit !== undefined) throw overLimit;
        if (claimedTooMuch !== undefined) throw new Refusal('malformed', [claimedTooMuch]);
        return await respond(request, call, policy);
      } catch (error) {
        return showError(error instanceof Refusal ? error : new Refusal('internal'), policy, surroundings.id(20));
      }
    });
  }

  return {
    async handle(request) {
      if (choices.crossOrigin === 'not-allowed') return answer(request);
      const permitted = preflight(request);
      if (permitted !== undefined) return permitted;
      const response = await answer(request);
      return { ...response, headers: { ...response.headers, ...readableFrom(request) } };
    },
    provide: (state, params) => provideState({ store, surroundings }, state, params),
    remove: (state, data) => removeState({ store, surroundings }, state, data),
    act: async (name, params) => runAct(store, name, params),
    reset() {
      store = createStore();
    },
  };
}

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
