import type { Limiter } from '../kit/limiter.ts';
import type { WireRequest } from '../kit/service.ts';
import type { Workshop } from './call.ts';

/** Which limiter counts a request, and as whose. A team may have one of its own. */
export function limiterOf(
  { store, choices }: Workshop,
  ofDeployment: Limiter,
  request: WireRequest,
): { readonly limiter: Limiter; readonly key: string } {
  const team = store.teams.get(teamNameOf(request.target));
  if (team?.limiter !== undefined) return { limiter: team.limiter, key: team.name };
  switch (choices.limitedBy) {
    case 'team':
      return { limiter: ofDeployment, key: team === undefined ? request.remoteAddress : team.name };
    case 'credential':
      return { limiter: ofDeployment, key: request.headers['authorization'] ?? request.remoteAddress };
    case 'address':
      return { limiter: ofDeployment, key: request.remoteAddress };
  }
}

/** The team under whose path a target stands, whether or not anything is there. */
function teamNameOf(target: string): string {
  const segment = /^\/v1\/teams\/([^/?]+)/.exec(target)?.[1] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
