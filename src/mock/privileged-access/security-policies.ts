import { demand, demandIn } from './access.ts';
import { readBody, textsOf } from './bodies.ts';
import { noContent, type Answer, type Call } from './call.ts';
import { Refusal } from './errors.ts';
import { listPage } from './listing.ts';
import { create, isLive, named, nameOf } from './named.ts';
import { resourceGroupOf } from './servers.ts';
import type { Listed, ResourceStore } from './resource-store.ts';
import type { SecurityPolicy, Server } from './store.ts';
import type { Data } from '../kit/service.ts';

const view = ({ id, name, servers, principals }: SecurityPolicy) => ({ id, name, servers, principals, deleted_at: null });

export function listPolicies(call: Call): Answer {
  return listPage(call, 'security_policies', call.team.security_policies.all, isLive, view);
}

/** Makes servers available to users and groups. A delegate may do so only in the resource groups assigned to him. */
export async function createPolicy(call: Call): Promise<Answer> {
  demand(call, 'create-policies');
  const body = readBody(call);
  const servers = found(body, 'servers', [call.team.servers]);
  demandForAll(call, servers);
  const principals = found(body, 'principals', [call.team.users, call.team.groups]).map(({ id }) => id);
  const policy = await create(call, 'security_policies', call.team.security_policies, nameOf(body), (listed) => ({
    ...listed,
    servers: servers.map(({ id }) => id),
    principals,
  }));
  return { status: 201, body: view(policy) };
}

export function getPolicy(call: Call): Answer {
  return { status: 200, body: view(named(call, call.team.security_policies, 'policy_id')) };
}

export function deletePolicy(call: Call): Answer {
  const policy = named(call, call.team.security_policies, 'policy_id');
  demandForAll(
    call,
    policy.servers.flatMap((id) => call.team.servers.withId(id) ?? []),
  );
  call.team.security_policies.replace({ ...policy, deletedAt: call.surroundings.now() });
  return noContent;
}

function demandForAll(call: Call, servers: readonly Server[]): void {
  if (servers.length === 0) demandIn(call, 'create-policies', undefined);
  for (const server of servers) demandIn(call, 'create-policies', resourceGroupOf(call.team, server));
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
