import type { Call } from '../http/call.ts';
import { Refusal } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { dispatch, on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { callerOf, isLater } from './access.ts';
import { estateRoutes } from './estates.ts';
import { groupRoutes } from './groups.ts';
import { exchangeKey } from './keyring.ts';
import { count, rateHeaders } from './meter.ts';
import { groupPages } from './pages.ts';
import { refuse } from './refusal.ts';
import { serverRoutes } from './servers.ts';
import type { Rate, PrivilegedAccessService } from './teams.ts';

/** The privileged access service; every answer shows the rate limit of the team that the path names. */
export function privilegedAccessService(privilegedAccess: PrivilegedAccessService): (call: Call) => Reply {
  const routes = [
    on('PUT /v1/exchanges/{team}', exchangeKey(privilegedAccess)),
    on('GET /v1/teams/{team}/groups', groupPages(privilegedAccess)),
    ...groupRoutes(privilegedAccess),
    ...estateRoutes(privilegedAccess),
    ...serverRoutes(privilegedAccess),
    on('GET /v1/attic/{team}/{thing}', (call) => {
      const { team } = callerOf(privilegedAccess, call);
      const isDeprecated = team.deprecated.has(call.args['thing'] ?? '');
      const refusal = refuse(isDeprecated ? 'resource_deprecated' : 'resource_does_not_exist', 'Nothing here any more.');
      if (isDeprecated && team.defects.has('pam.deprecated-410')) throw new Refusal({ ...refusal.reply, status: 410 });
      throw refusal;
    }),
  ];
  return (call) => {
    const rate = rateOf(privilegedAccess, call);
    const { headers, ...rest } = answered(privilegedAccess, routes, rate, call);
    if (rest.status === 429 && privilegedAccess.defects.has('pam.limited-request-acts'))
      answered(privilegedAccess, routes, { ...rate, log: [] }, call);
    if (rest.status === 500 && privilegedAccess.defects.has('pam.failed-request-acts'))
      answered(privilegedAccess, routes, { ...rate, log: [] }, call);
    const isBare =
      (rest.status === 403 && privilegedAccess.defects.has('pam.headers-not-on-403')) ||
      (rest.status === 401 && privilegedAccess.defects.has('pam.headers-not-on-401')) ||
      (isLater(call) && privilegedAccess.defects.has('pam.rate-headers-lost-on-later-pages'));
    if (isBare) return { ...rest, headers: { ...headers } };
    return { ...rest, headers: { ...headers, ...rateHeaders(privilegedAccess, rate) } };
  };
}

function answered(privilegedAccess: PrivilegedAccessService, routes: readonly Route[], rate: Rate, call: Call): Reply {
  try {
    count(privilegedAccess, rate, call);
    const trouble = privilegedAccess.troubles.shift();
    if (trouble === 'gateway_timeout' && privilegedAccess.defects.has('pam.timeout-unnamed'))
      throw new Refusal({ ...refuse('unknown_error', 'It is not your fault.').reply, status: 504 });
    if (trouble !== undefined) throw refuse(trouble, 'It is not your fault.');
    if (!call.whole) throw refuse('client_closed_connection', 'You were saying?');
    const reply = dispatch(routes, call);
    if (reply === undefined) throw refuse('forbidden_error', 'This way leads nowhere.');
    return reply;
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.reply;
    throw refusal;
  }
}

function rateOf(privilegedAccess: PrivilegedAccessService, { path }: Call): Rate {
  const named = path.split('/').map((segment) => {
    try {
      return privilegedAccess.teams.get(decodeURIComponent(segment));
    } catch {
      return undefined;
    }
  });
  return named.find((team) => team !== undefined)?.rate ?? privilegedAccess.common;
}
