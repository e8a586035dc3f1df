import { isObject } from '../kit/json.ts';
import { limitHeaders, type Allowance, type Limiter } from '../kit/limiter.ts';
import type { JsonObject, WireRequest } from '../kit/service.ts';
import { membersIn } from './bodies.ts';
import type { Choices } from './choices.ts';
import { errorStatuses, type ErrorAnswer, type ErrorName } from './errors.ts';
import { pageAt, type ListRequest, type Page, type PageLink } from './pages.ts';
import type { Listed, ResourceStore } from './resource-store.ts';
import { isRole, mostPermissive, type Role } from './roles.ts';
import type { ApiKey, Group, ResourceGroup, ResourceType, SecurityPolicy, Server, Store, Team, Token, User } from './store.ts';

/** One request before the rate limiter; `now` in milliseconds. */
export interface Entrance {
  readonly limiter: Limiter;
  readonly key: string;
  readonly method: string;
  readonly now: number;
  readonly pause: (point: string) => Promise<void>;
}

/** Notations of a point in time (milliseconds since the epoch); none of them is later than it. */
const timestamps = {
  rfc3339: (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z'),
  'rfc3339-milliseconds': (milliseconds: number) => new Date(milliseconds).toISOString(),
  'unix-seconds': (milliseconds: number) => Math.floor(milliseconds / 1000),
} as const;

const errorBodies: Readonly<Record<Choices['errorBody'], (answer: ErrorAnswer) => unknown>> = {
  'code-message': ({ name, message }) => ({ code: name, message }),
  'code-causes': ({ name, message, path }) => ({ code: name, error: message, error_cause: path === undefined ? [] : [path] }),
  'message-errors': ({ name, message, path }) => ({ message: name, errors: [{ path: path ?? '', message }] }),
};

const maxPageSize = 100;

/** What the service decides and shows, as the document says it; where it leaves a choice, as chosen. Times in milliseconds. */
export function policyFor(choices: Choices) {
  return {
    // Limits
    admit: ({ limiter, key, now }: Entrance): Promise<Allowance> => Promise.resolve(limiter.admit(key, now)),
    limitHeaders(allowance: Allowance, _answer: { readonly status: number; readonly now: number }): Readonly<Record<string, string>> {
      const { allowed, limit, remaining, retryAt } = allowance;
      const shown = choices.remaining === 'after' || !allowed ? remaining : Math.min(limit, remaining + 1);
      return { ...limitHeaders('x-ratelimit', { ...allowance, remaining: shown }), 'x-ratelimit-retry-at': String(retryAt) };
    },

    // how a request is taken in, and how a refused one is told
    /** the path that a request is for */
    pathOf: (_method: string, path: string) => path,
    noticesHangUp: (halfClosed: boolean) => halfClosed,
    takesContentType: (contentType: string) => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType),
    /** for a body that is not JSON */
    malformed: (): ErrorName => choices.malformedBody,
    /** the object that a JSON body is */
    objectOf: (json: unknown): JsonObject | undefined => (isObject(json) ? json : undefined),
    /** for a body that is JSON, but no object */
    notAnObject: (): ErrorName => choices.nonObjectBody,
    statusOf: (error: ErrorName): number => errorStatuses[error],
    nameOf: (error: ErrorName): string => error,
    errorBody: (answer: ErrorAnswer): unknown => errorBodies[choices.errorBody](answer),
    /** what the request after one that met trouble meets: nothing */
    troubleAfter: (_trouble: ErrorName): ErrorName | undefined => undefined,

    // API keys, bearer tokens, and the teams that they open
    readKey: (body: JsonObject): { readonly id: string; readonly secret: string | undefined } => ({
      id: membersIn(body).filledText('key_id'),
      secret: membersIn(body).filledText('key_secret'),
    }),
    findKey: (store: Store, id: string, _secret: string | undefined) => store.keys.get(id),
    secretFits: (key: ApiKey, secret: string | undefined) => key.secret === secret,
    keyFits: (key: ApiKey, team: Team) => key.team === team.name,
    keyIsOver: (key: ApiKey, now: number) => now >= key.expiresAt,
    /** the token that is given out: the new one, whatever was given out at the same time */
    issue: (fresh: Token, _beside: readonly Token[]) => fresh,
    tokenView: ({ value, expiresAt, team }: Token): JsonObject => ({
      bearer_token: value,
      expires_at: timestamps[choices.expiresAt](expiresAt),
      team_name: team,
    }),
    /** the token in an Authorization header, whatever stands in the target */
    tokenIn: (authorization: string, _target: string) => /^bearer +(\S+) *$/i.exec(authorization)?.[1],
    findToken: (store: Store, value: string) => store.tokens.get(value),
    tokenIsOver: (token: Token, now: number) => now >= token.expiresAt,
    tokenFits: (token: Token, team: Team, _request: WireRequest) => token.team === team.name,
    expiredToken: (): ErrorName => choices.expiredToken,
    isLapsed: (token: Token, _request: WireRequest) => token.isLapsed,
    /** who a request without a bearer token speaks for: nobody */
    anonymous: (_team: Team): User | undefined => undefined,
    findTeam: (store: Store, name: string, _token: Token | undefined) => store.teams.get(name),
    /** whether a team is disabled for a request of this method */
    isDisabled: (team: Team, _method: string) => team.disabled,

    // who has which roles, and what they permit; `ids` are those of a user and of his groups
    /** all roles of a user, given the groups (not deleted) that he is a member of */
    rolesOf(user: User, groups: readonly Group[]): readonly Role[] {
      const granted = [...user.roles, ...groups.flatMap((group) => group.roles)];
      return [...new Set<Role>(user.kind === 'human' ? [...granted, 'end_user'] : granted)];
    },
    /** the roles that a new group, a group or a user has after these were asked for */
    isRole: (text: string): text is Role => isRole(text),
    granted: (asked: readonly Role[], _to: 'new group' | 'group' | 'user'): readonly Role[] => asked,
    /** the groups that a user is in after joining one, and after leaving one */
    groupsAfterJoining: (groupIds: readonly string[], id: string): readonly string[] => [...new Set([...groupIds, id])],
    groupsAfterLeaving: (groupIds: readonly string[], id: string): readonly string[] => groupIds.filter((one) => one !== id),
    reach: mostPermissive,
    isDelegate: (ids: readonly string[], { delegates }: ResourceGroup, _permission: Parameters<typeof mostPermissive>[1]) =>
      ids.some((id) => delegates.includes(id)),
    /** whether those who may view a server may do this to it, too */
    viewersMay: (_what: 'delete' | 'share') => false,
    /** whether a policy makes its servers available to one of the ids */
    isGranted: (ids: readonly string[], { principals }: SecurityPolicy) => ids.some((id) => principals.includes(id)),
    /** for who has no role that permits it, whatever the resource */
    missingRole: (): ErrorName => choices.missingRole,
    /** for who has no access to just this resource */
    missingAccess: (): ErrorName => choices.missingAccess,

    // what there is, how it is shown and found, and what may be added
    /** the groups, deleted ones too, of which a team's list shows pages; each at the index of its `seq` */
    groupList: (team: Team, _store: Store) => team.groups.all,
    groupView: ({ id, name, roles, deletedAt }: Group): JsonObject => ({
      id,
      name,
      roles,
      deleted_at: deletedAt === undefined ? null : timestamps[choices.deletedAt](deletedAt),
    }),
    /** what a path addresses by name or by id */
    lookUp<Item extends Listed>(items: ResourceStore<Item>, key: string): Item | undefined {
      const withId = items.withId(key);
      return items.named(key) ?? (withId?.deletedAt === undefined ? withId : undefined);
    },
    isTaken: (items: ResourceStore<Listed>, name: string) => items.named(name) !== undefined,
    isOverQuota: (team: Team, type: ResourceType, _store: Store) => team[type].live >= (team.quotas.get(type) ?? Infinity),
    /** what counts at the time of writing: not what was read before, but what is read again */
    atWrite: (_about: 'name' | 'quota', _early: boolean, again: () => boolean) => again(),
    /** what a change is made on: not what was read before, but what is read again */
    readAgain: <Item extends Listed>(_before: Item, again: Item): Item => again,
    /** whether a server that connects with its own token was deleted */
    isRevoked: (server: Server, _now: number) => server.deletedAt !== undefined,

    // pages of lists, and the links between them (Pagination protocol)
    largestCount: () => (choices.impossibleCount === 'refuse' ? maxPageSize - 1 : maxPageSize),
    /** name of the query parameter that holds the place of a page */
    offsetName: () => 'offset',
    /** from the `count` of this call, and the page size of the call whose link led here */
    pageSize: (count: number | undefined, earlier: number | undefined) =>
      (choices.laterCount === 'follow' ? (count ?? earlier) : (earlier ?? count)) ?? maxPageSize,
    page: <Item extends Listed>(list: readonly Item[], { position, size }: ListRequest, accepts: (item: Item) => boolean) =>
      pageAt(list, position, size, accepts),
    pageLinks: ({ isFirst, isLast, start, end }: Page<Listed>, { count }: ListRequest): readonly PageLink[] => [
      ...(isLast ? [] : [{ rel: 'next', position: { from: end }, count } as const]),
      ...(isFirst || (isLast && choices.lastPage === 'no-link') ? [] : [{ rel: 'prev', position: { before: start }, count } as const]),
    ],
    linkTarget: (_link: PageLink, url: string) => url,
    linkHeader(links: readonly { readonly rel: string; readonly url: string }[]): readonly string[] {
      const values = links.map(({ rel, url }) => `<${url}>; rel="${rel}"`);
      return choices.linkLines === 'one' && values.length > 0 ? [values.join(', ')] : values;
    },
    listBody: (items: readonly unknown[]): unknown => ({ list: items }),
  };
}

export type Policy = ReturnType<typeof policyFor>;
