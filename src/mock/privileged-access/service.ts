import { runEntry, type Entry } from '../kit/arguments.ts';
import { policyInForce, type ServiceOptions } from '../kit/service-options.ts';
import type { Data, Service, Surroundings } from '../kit/service.ts';
import { createActs } from './acts.ts';
import { answerTo, refuse, toWire } from './answer.ts';
import type { Workshop } from './call.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import { createOffsetCodec } from './offsets.ts';
import { createStates, removeTeam } from './provider-states.ts';
import { limiterOf } from './rate-limit.ts';
import { policyFor, type Policy } from './policy.ts';
import { createStore, emptyStore } from './store.ts';

/** The privileged-access service: every request passes the rate limiter, is answered, and leaves with the rate-limit headers. */
export function createPrivilegedAccessService(surroundings: Surroundings, options: ServiceOptions<Choices, Policy>): Service {
  const policyNow = policyInForce(policyFor(options.choices), options);
  const workshop: Workshop = {
    store: createStore(),
    surroundings,
    choices: options.choices,
    offsets: createOffsetCodec(surroundings.id(16)),
    ownLimiter: options.ownLimiter,
  };
  const states = createStates(workshop);
  const acts = createActs(workshop);
  return {
    async handle(request) {
      const policy = policyNow();
      const { limiter, key } = limiterOf(workshop, options.limiter, request);
      const allowance = await policy.admit({ limiter, key, now: surroundings.now(), pause: (point) => surroundings.pause(point) });
      try {
        const answer = allowance.allowed
          ? await answerTo(workshop, policy, request)
          : refuse(policy, new Refusal('too_many_requests', 'Wait until X-RateLimit-Retry-At.'));
        return toWire(answer, policy.limitHeaders(allowance, { status: answer.status, now: surroundings.now() }));
      } finally {
        if (allowance.allowed) limiter.release(key);
      }
    },
    provide: (state, params) => runEntry('provider state', states, state, params),
    remove(state, data) {
      const removal: Entry<void> = { params: [], run: () => removeTeam(workshop, data) };
      runEntry('provider state', new Map([...states.keys()].map((name) => [name, removal])), state, {});
    },
    act: async (name: string, params: Data) => runEntry('act', acts, name, params),
    reset: () => emptyStore(workshop.store),
  };
}
