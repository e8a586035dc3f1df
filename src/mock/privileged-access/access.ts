import { del, get, post, put, type Operation } from '../kit/define-service.ts';
import { json } from '../kit/json.ts';
import { newcomersTo } from '../kit/newcomers.ts';
import type { WireResponse } from '../kit/service.ts';
import { readBody, type Context, type RequestContext, type TeamContext } from './context.ts';
import { Refusal } from './errors.ts';
import type { Permission, Reach, Role } from './roles.ts';
import type { ApiKey, Group, ResourceGroup, Team, Token, User } from './store.ts';

/**
 * Who calls, by the bearer token, and the team that the path names. Throws Refusal: `authentication_error` without a
 * correct token (Authentication), `resource_does_not_exist` and `disabled_team` (Errors).
 */
export function admitCaller(context: RequestContext): TeamContext {
  const token = tokenOf(context);
  const team = context.policy.findTeam(context.store, context.params['team_name'] ?? '', token);
  const caller = callerOf(context, team, token);
  if (team === undefined) throw noSuchTeam(context);
  demandEnabled(context, team);
  return { ...context, team, caller };
}

/** The team that the path names, where it is enabled. Throws Refusal `resource_does_not_exist` or `disabled_team`. */
export function teamOf(context: RequestContext): Team {
  const team = existingTeam(context);
  demandEnabled(context, team);
  return team;
}

/** The team that the path names. Throws Refusal `resource_does_not_exist`. */
export function existingTeam(context: RequestContext): Team {
  const team = context.policy.findTeam(context.store, context.params['team_name'] ?? '', undefined);
  if (team === undefined) throw noSuchTeam(context);
  return team;
}

function noSuchTeam({ params }: RequestContext): Refusal {
  return new Refusal('resource_does_not_exist', `There is no team '${params['team_name'] ?? ''}'.`, 'team_name');
}

export function demandEnabled({ policy, request }: RequestContext, team: Team): void {
  if (policy.isDisabled(team, request.method)) throw new Refusal('disabled_team', `Team '${team.name}' is disabled.`);
}

/** The bearer token that a request carries, where it was issued here. */
export function tokenOf({ request, policy, store }: Pick<RequestContext, 'request' | 'policy' | 'store'>): Token | undefined {
  const value = policy.tokenIn(request.headers['authorization'] ?? '', request.target);
  return value === undefined ? undefined : policy.findToken(store, value);
}

function callerOf(context: RequestContext, team: Team | undefined, token: Token | undefined): User {
  const { policy, store, choices } = context;
  if (token === undefined) {
    const stranger = team === undefined ? undefined : policy.anonymous(team);
    if (stranger !== undefined) return stranger;
    throw new Refusal('authentication_error', 'A valid bearer token is needed. Issue one with the API key of a service user.');
  }
  if (policy.tokenIsOver(token, context.now())) throw new Refusal(policy.expiredToken(), 'The bearer token has expired. Issue a new one.');
  if (team !== undefined && !policy.tokenFits(token, team, context.request))
    throw new Refusal(choices.otherTeam, 'The bearer token is one of another team.');
  if (policy.isLapsed(token, context.request))
    throw new Refusal('authorization_error', 'The permissions of this token have expired. Issue a new one.');
  const user = store.teams.get(token.team)?.users.withId(token.userId);
  if (user === undefined || user.deletedAt !== undefined)
    throw new Refusal('authentication_error', 'The service user of this token does not exist.');
  return user;
}

/** All roles that a user has, by himself, through groups, or as a human. */
export function effectiveRoles({ policy, team }: TeamContext, user: User): readonly Role[] {
  return policy.rolesOf(user, groupsOf(team, user));
}

/** The ids under which something can be assigned or granted to a user: his own, and those of his groups. */
export function identities(team: Team, user: User): readonly string[] {
  return [user.id, ...groupsOf(team, user).map(({ id }) => id)];
}

function groupsOf(team: Team, user: User): readonly Group[] {
  return user.groupIds.flatMap((id) => {
    const group = team.groups.withId(id);
    return group === undefined || group.deletedAt !== undefined ? [] : [group];
  });
}

/** How far the caller's permission goes. Throws Refusal where no role gives it. */
export function demand(context: TeamContext, permission: Permission): Exclude<Reach, 'none'> {
  const reach = context.policy.reach(effectiveRoles(context, context.caller), permission);
  if (reach === 'none') throw new Refusal(context.policy.missingRole(), `Your roles do not include the permission ${permission}.`);
  return reach;
}

/** Like `demand`; a delegate's permission must be for this resource group. Throws where it is for others only. */
export function demandIn(context: TeamContext, permission: Permission, resourceGroup: ResourceGroup | undefined): void {
  if (demand(context, permission) === 'team') return;
  if (resourceGroup === undefined || !context.policy.isDelegate(identities(context.team, context.caller), resourceGroup, permission)) {
    throw new Refusal(context.policy.missingAccess(), 'This is not in a resource group that is assigned to you.');
  }
}

type TeamRun = (context: TeamContext) => WireResponse | Promise<WireResponse>;

/** Operations for those who carry a bearer token, under the path of their team. */
const ofTeam =
  (method: typeof get) =>
  (path: string, run: TeamRun): Operation<RequestContext> =>
    method(`${teamPath}${path}`, (context) => run(admitCaller(context)));

export const teamPath = '/v1/teams/{team_name}';
export const inTeam = { get: ofTeam(get), post: ofTeam(post), put: ofTeam(put), del: ofTeam(del) };

export const tokenLifetimeMs = 3_600_000;

/**
 * Issues a bearer token for an API key (Authentication, items 2 and 3). Throws Refusal: `authentication_error` for a key that
 * is unknown, of another team, over, or sent with a wrong secret.
 */
export async function issueToken(context: RequestContext): Promise<WireResponse> {
  const { policy, store, choices } = context;
  const { id, secret } = policy.readKey(readBody(context));
  const team = existingTeam(context);
  const key = policy.findKey(store, id, secret);
  const now = context.now();
  if (key === undefined || !policy.secretFits(key, secret) || policy.keyIsOver(key, now))
    throw new Refusal('authentication_error', 'The API key is not valid. Make a new one in the dashboard.');
  if (!policy.keyFits(key, team)) throw new Refusal(choices.otherTeam, 'The API key is one of another team.');
  if (choices.tokenOfDisabledTeam === 'refused') demandEnabled(context, team);
  const beside = newcomersTo(
    () => [...store.tokens.values()],
    ({ value }) => value,
  );
  await context.pause('issue a token');
  const token = policy.issue(newToken(context, team, key, now + tokenLifetimeMs), beside());
  store.tokens.set(token.value, token);
  return json(200, policy.tokenView(token));
}

/** A token for a key that ends at a time (milliseconds since the epoch). */
export function newToken(context: Context, team: Team, key: ApiKey, end: number): Token {
  return { value: context.id(64), keyId: key.id, team: team.name, userId: key.userId, expiresAt: wholeSeconds(end), isLapsed: false };
}

/** `expires_at` may show whole seconds: a token ends when it says so. */
function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
