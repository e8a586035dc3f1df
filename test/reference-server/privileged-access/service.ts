import type { Call } from '../http/call.ts';
import { Refusal } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { dispatch, on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import { callerOf } from './access.ts';
import { estateRoutes } from './estates.ts';
import { groupRoutes } from './groups.ts';
import { exchangeKey } from './keyring.ts';
import { count, rateHeaders } from './meter.ts';
import { groupPages } from './pages.ts';
import { refuse } from './refusal.ts';
import { serverRoutes } from './servers.ts';
import type { Rate, Vault } from './teams.ts';

/** The privileged access service; every answer shows the rate limit of the team that the path names. */
export function vaultService(vault: Vault): (call: Call) => Reply {
  const routes = [
    on('PUT /v1/exchanges/{team}', exchangeKey(vault)),
    on('GET /v1/teams/{team}/groups', groupPages(vault)),
    ...groupRoutes(vault),
    ...estateRoutes(vault),
    ...serverRoutes(vault),
    on('GET /v1/attic/{team}/{thing}', (call) => {
      const { team } = callerOf(vault, call);
      throw refuse(
        team.deprecated.has(call.args['thing'] ?? '') ? 'resource_deprecated' : 'resource_does_not_exist',
        'Nothing here any more.',
      );
    }),
  ];
  return (call) => {
    const rate = rateOf(vault, call);
    const { headers, ...rest } = answered(vault, routes, rate, call);
    return { ...rest, headers: { ...headers, ...rateHeaders(vault, rate) } };
  };
}

function answered(vault: Vault, routes: readonly Route[], rate: Rate, call: Call): Reply {
  try {
    count(vault, rate);
    const trouble = vault.troubles.shift();
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

function rateOf(vault: Vault, { path }: Call): Rate {
  const named = path.split('/').map((segment) => {
    try {
      return vault.teams.get(decodeURIComponent(segment));
    } catch {
      return undefined;
    }
  });
  return named.find((team) => team !== undefined)?.rate ?? vault.common;
}
