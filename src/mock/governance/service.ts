import { teardown } from './teardown.ts';
import { runEntry, type Entry } from '../kit/arguments.ts';
import type { Allowance } from '../kit/limiter.ts';
import { policyInForce, type ServiceOptions } from '../kit/service-options.ts';
import type { Service, Surroundings, WireRequest, WireResponse } from '../kit/service.ts';
import { createActs } from './acts.ts';
import type { Choices } from './choices.ts';
import { makeUser } from './directory.ts';
import { errorResponse, Refusal } from './errors.ts';
import { demandAccess, demandWhole, intake } from './intake.ts';
import { runJobsIfDue } from './jobs.ts';
import { createStates } from './provider-states.ts';
import { policyFor, type Policy } from './policy.ts';
import { createJobQueue, createStores } from './store.ts';
import type { World } from './world.ts';

/** The governance service: every request passes the rate limiter and the check of its token before its operation answers. */
export function createGovernanceService(surroundings: Surroundings, options: ServiceOptions<Choices, Policy>): Service {
  const policyNow = policyInForce(policyFor, options);
  const empty = (): World => ({
    stores: createStores(),
    jobQueue: createJobQueue(surroundings.now()),
    choices: options.choices,
    policy: policyNow(),
    surroundings,
    callerId: '',
  });
  const settle = (fresh: World): World => ({ ...fresh, callerId: makeUser(fresh).id });
  let kept = settle(empty());
  const world = (): World => ({ ...kept, policy: policyNow() });
  const states = createStates(world);
  const acts = createActs(world);
  return {
    async handle(request) {
      const key = request.headers['authorization'] ?? request.remoteAddress;
      const allowance = options.limiter.admit(key, surroundings.now());
      try {
        const answer = allowance.allowed ? await answerTo(request, world()) : refuse(world(), new Refusal('E0000047'));
        return { ...answer, headers: { ...answer.headers, ...limitHeaders(allowance) } };
      } finally {
        if (allowance.allowed) options.limiter.release(key);
      }
    },
    provide: (state, params) => runEntry('provider state', states, state, params),
    remove(state, data) {
      const removal: Entry<void> = { params: [], run: () => teardown(kept, data) };
      runEntry('provider state', new Map([...states.keys()].map((name) => [name, removal])), state, {});
    },
    act: (name, params) => runEntry('act', acts, name, params),
    reset() {
      kept = settle(empty());
    },
  };
}

async function answerTo(request: WireRequest, world: World): Promise<WireResponse> {
  try {
    demandWhole(request);
    demandAccess(request, world.policy.mayUse);
    const { operation, call } = intake(request, world);
    await runJobsIfDue(world);
    return await operation.run(world, call);
  } catch (error) {
    return refuse(world, error instanceof Refusal ? error : new Refusal('E0000009'));
  }
}

function refuse({ surroundings, choices }: World, { code, causes, status, headers }: Refusal): WireResponse {
  const answer = errorResponse(code, causes, surroundings.id(16), choices.errorBody, status);
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** The names are those of the authentication service; this document shows none. */
function limitHeaders({ limit, remaining, resetAt }: Allowance): WireResponse['headers'] {
  return { 'x-rate-limit-limit': String(limit), 'x-rate-limit-remaining': String(remaining), 'x-rate-limit-reset': String(resetAt) };
}
