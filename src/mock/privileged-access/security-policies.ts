import { json, noContent } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type TeamContext } from './context.ts';
import { demand, demandIn } from './access.ts';
import { textsOf } from './bodies.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { create, isLive, named, nameOf } from './named.ts';
import { resourceGroupOf } from './servers.ts';
import type { Listed, ResourceStore } from './resource-store.ts';
import type { SecurityPolicy, Server } from './store.ts';
import type { Data } from '../kit/service.ts';

const view = ({ id, name, servers, principals }: SecurityPolicy) => ({ id, name, servers, principals, deleted_at: null });

export function listPolicies(context: TeamContext): WireResponse {
  return listPage(context, 'security_policies', context.team.security_policies.all, isLive, view);
}

/** Makes servers available to users and groups. A delegate may do so only in the resource groups assigned to him. */
export async function createPolicy(context: TeamContext): Promise<WireResponse> {
  demand(context, 'create-policies');
  const body = readBody(context);
  const servers = found(body, 'servers', [context.team.servers]);
  demandForAll(context, servers);
  const principals = found(body, 'principals', [context.team.users, context.team.groups]).map(({ id }) => id);
  const policy = await create(context, 'security_policies', context.team.security_policies, nameOf(body), (listed) => ({
    ...listed,
    servers: servers.map(({ id }) => id),
    principals,
  }));
  return json(201, view(policy));
}

export function getPolicy(context: TeamContext): WireResponse {
  return json(200, view(named(context, context.team.security_policies, 'policy_id')));
}

export function deletePolicy(context: TeamContext): WireResponse {
  const policy = named(context, context.team.security_policies, 'policy_id');
  demandForAll(
    context,
    policy.servers.flatMap((id) => context.team.servers.withId(id) ?? []),
  );
  context.team.security_policies.replace({ ...policy, deletedAt: context.now() });
  return noContent;
}

function demandForAll(context: TeamContext, servers: readonly Server[]): void {
  if (servers.length === 0) demandIn(context, 'create-policies', undefined);
  for (const server of servers) demandIn(context, 'create-policies', resourceGroupOf(context.team, server));
}

/** What a member lists by name or id. Throws Refusal `invalid_request` for what is not there. */
function found<Item extends Listed>(body: Data, member: string, candidates: readonly ResourceStore<Item>[]): readonly Item[] {
  return (textsOf(body, member) ?? []).map((key) => {
    const item = candidates
      .map((items) => items.named(key) ?? items.withId(key))
      .find((candidate) => candidate !== undefined && isLive(candidate));
    if (item === undefined) throw new Refusal('invalid_request', `${member}: there is no '${key}'.`, member);
    return item;
  });
}
