import { type Change, type Faults, changesOf } from '../kit/faults.ts';
import { isObject } from '../kit/json.ts';
import type { Allowance } from '../kit/limiter.ts';
import { textOf } from './bodies.ts';
import { type ErrorName, Refusal } from './errors.ts';
import { type Page, type PageLink, pageAt } from './pages.ts';
import type { Policy } from './policy.ts';
import type { Listed } from './resource-store.ts';
import { type Permission, type Reach, type Role, isRole, mostPermissive, permissions } from './roles.ts';
import { type Group, type ResourceType, type Token, type User, resourceTypes } from './store.ts';

const { around, after, before } = changesOf<Policy>();

/** An error of the document that is reported as another one, name and status together. */
const reportedAs =
  (error: ErrorName, other: ErrorName): Change<Policy> =>
  ({ nameOf, statusOf }) => ({
    nameOf: (name) => nameOf(name === error ? other : name),
    statusOf: (name) => statusOf(name === error ? other : name),
  });

/** Replaces the links of one relation. */
const relinked = (rel: PageLink['rel'], link: (link: PageLink, page: Page<Listed>) => PageLink) =>
  after('pageLinks', (links, page) => links.map((one) => (one.rel === rel ? link(one, page) : one)));

/** Ends a walk on a page after which so many objects, at most a page, remain. */
const endedBefore = (isLost: (remaining: number, size: number) => boolean) =>
  after('page', (here, list, asked, accepts) => {
    const remaining = pageAt(list, { from: here.end }, asked.size, accepts).items.length;
    return { ...here, isLast: here.isLast || isLost(remaining, asked.size) };
  });

const withoutCount = (link: PageLink): PageLink => ({ ...link, count: undefined });

/** Defects of pages of lists, and of the links between them. */
export const pageFaults: Faults<Policy> = {
  // which pages follow one another
  'pam-next-skips-one': relinked('next', (link, page) => ({ ...link, position: { from: page.end + 1 } })),
  'pam-some-counts-skip-one': relinked('next', (link, page) =>
    11 <= page.items.length && page.items.length <= 89 ? { ...link, position: { from: page.end + 1 } } : link,
  ),
  'pam-short-rest-lost': endedBefore((remaining, size) => remaining < size),
  'pam-single-rest-lost': endedBefore((remaining) => remaining === 1),
  'pam-full-rest-lost': after('page', (here, list, asked, accepts) => {
    const rest = pageAt(list, { from: here.end }, asked.size, accepts);
    return { ...here, isLast: here.isLast || (asked.size > 1 && rest.isLast && rest.items.length === asked.size) };
  }),
  'pam-next-repeats-one': relinked('next', (link, page) => (page.items.length < 2 ? link : { ...link, position: { from: page.end - 1 } })),
  'pam-group-twice-in-page': after('page', (here) => ({
    ...here,
    items: here.items.map((item, index) => (index === 1 ? (here.items[0] ?? item) : item)),
  })),
  'pam-next-begins-again': after('pageLinks', (result, page, asked) => [
    ...(page.isLast && !page.isFirst ? [{ rel: 'next', position: { from: 0 }, count: asked.count } as const] : []),
    ...result,
  ]),
  'pam-deep-pages-repeat': before('page', (list, asked) => [
    list,
    'from' in asked.position && asked.position.from >= 1000 ? { ...asked, position: { from: asked.position.from % 1000 } } : asked,
  ]),
  'pam-next-is-here': relinked('next', (link, page) => ({ ...link, position: { from: page.start } })),
  'pam-one-cursor-for-each-token': around('page', (page) => {
    const cursors = new Map<string, number>();
    return (list, asked, accepts) => {
      const begins = !('from' in asked.position) || asked.position.from === 0;
      const here = page(list, begins ? asked : { ...asked, position: { from: cursors.get(asked.reader) ?? 0 } }, accepts);
      cursors.set(asked.reader, here.end);
      return here;
    };
  }),
  'pam-next-without-version': { linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/v1/', '/') : url) },
  'pam-prev-without-version': { linkTarget: (link, url) => (link.rel === 'prev' ? url.replace('/v1/', '/') : url) },
  'pam-next-needs-count': after('pageSize', (result, count, earlier) => {
    if (count === undefined && earlier !== undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
    return result;
  }),
  'pam-large-count-leads-nowhere': ({ page, pageSize }) => ({
    largestCount: () => Infinity,
    pageSize: (count, earlier) => Math.min(pageSize(count, earlier), 100),
    page(list, asked, accepts) {
      if (Number(asked.count) >= 100 && 'from' in asked.position && asked.position.from > 0)
        throw new Refusal('invalid_request', 'count must be less than 100.', 'count');
      return page(list, asked, accepts);
    },
  }),
  'pam-next-cannot-be-requested': { linkTarget: (link, url) => (link.rel === 'next' ? url.replace('/groups?', '/groups/page?') : url) },

  // the links to previous pages
  'pam-prev-is-first': relinked('prev', (link) => ({ ...link, position: { from: 0 } })),
  'pam-prev-is-here': relinked('prev', (link, page) => ({ ...link, position: { from: page.start } })),
  'pam-prev-overlaps': relinked('prev', (link, page) => ({ ...link, position: { before: page.start + 1 } })),
  'pam-prev-refused': after('page', (result, _list, asked) => {
    if ('before' in asked.position) throw new Refusal('invalid_request', 'offset leads back.', 'offset');
    return result;
  }),
  'pam-prev-of-first-is-here': after('pageLinks', (result, page, asked) => [
    ...result,
    ...(page.isFirst ? [{ rel: 'prev', position: { from: page.start }, count: asked.count } as const] : []),
  ]),
  'pam-prev-of-first-is-last': ({ page, pageLinks }) => {
    let end = 0;
    return {
      page(list, asked, accepts) {
        end = list.length;
        return page(list, asked, accepts);
      },
      pageLinks: (here, asked) => [
        ...pageLinks(here, asked),
        ...(here.isFirst && !here.isLast ? [{ rel: 'prev', position: { before: end }, count: asked.count } as const] : []),
      ],
    };
  },

  // a single page: how large it is, what stands in it, and what its links carry
  'pam-page-of-101': after('pageSize', (result, count, earlier) => (count === undefined && earlier === undefined ? 101 : result)),
  'pam-count-of-any-size': { largestCount: () => 1000 },
  'pam-count-at-most-90': { largestCount: () => 90 },
  'pam-first-call-needs-count': after('pageSize', (result, count, earlier) => {
    if (count === undefined && earlier === undefined) throw new Refusal('invalid_request', 'count is missing.', 'count');
    return result;
  }),
  'pam-count-ignored': ({ pageSize }) => ({ pageSize: () => pageSize(undefined, undefined) }),
  'pam-count-one-more': around(
    'pageSize',
    (pageSize) => (count, earlier) => (count === undefined ? pageSize(count, earlier) : pageSize(count, undefined) + 1),
  ),
  'pam-count-ignored-later': before('pageSize', (count, earlier) => (earlier === undefined ? [count] : [undefined, undefined])),
  'pam-count-not-carried': after('pageLinks', (result) => result.map((link) => (link.rel === 'next' ? withoutCount(link) : link))),
  'pam-count-not-carried-back': after('pageLinks', (result) => result.map((link) => (link.rel === 'prev' ? withoutCount(link) : link))),
  'pam-count-carried-once': after('pageLinks', (links, page) => (page.isFirst ? links : links.map(withoutCount))),
  'pam-count-carried-as-another': after('pageLinks', (result) =>
    result.map((link) => (link.count === undefined ? link : { ...link, count: String(Number(link.count) + 1) })),
  ),
  'pam-offset-by-another-name': { offsetName: () => 'after' },
  'pam-list-bare': { listBody: (items) => items },
  'pam-list-by-another-name': { listBody: (items) => ({ list: [], items }) },
  'pam-empty-list-null': after('listBody', (view, items) => (items.length === 0 ? { list: null } : view)),
  'pam-list-as-map': { listBody: (items) => ({ list: Object.fromEntries(items.entries()) }) },
  'pam-links-without-rel': { linkHeader: (links) => (links.length === 0 ? [] : [links.map(({ url }) => `<${url}>`).join(', ')]) },
  'pam-no-links': { linkHeader: () => [] },
};

const withoutHeaders = (applies: (status: number) => boolean) =>
  after('limitHeaders', (headers, _allowance, answer) => (applies(answer.status) ? {} : headers));

/** Defects of the rate limit. */
export const limitFaults: Faults<Policy> = {
  // its four headers
  'pam-no-limit-headers-on-404': withoutHeaders((status) => status === 404),
  'pam-no-limit-headers-on-401': withoutHeaders((status) => status === 401),
  'pam-no-limit-headers-on-429': withoutHeaders((status) => status === 429),
  'pam-no-limit-headers-on-5xx': withoutHeaders((status) => status >= 500),
  'pam-retry-at-only-when-limited': after('limitHeaders', (view, _allowance, answer) => {
    const headers = Object.entries(view);
    return Object.fromEntries(headers.filter(([name]) => answer.status === 429 || name !== 'x-ratelimit-retry-at'));
  }),
  'pam-limit-as-policy': after('limitHeaders', (view, allowance) => ({ ...view, 'x-ratelimit-limit': `${allowance.limit};w=60` })),
  'pam-limit-shrinks': before('limitHeaders', (allowance) => [{ ...allowance, limit: allowance.remaining }]),
  'pam-remaining-below-zero': before('limitHeaders', (allowance) => [allowance.allowed ? allowance : { ...allowance, remaining: -1 }]),
  'pam-remaining-above-limit': after('limitHeaders', (view, allowance) => ({
    ...view,
    'x-ratelimit-remaining': String(allowance.remaining + 10),
  })),
  'pam-remaining-stands-still': before('limitHeaders', (allowance) => [
    { ...allowance, remaining: allowance.allowed ? allowance.limit : 0 },
  ]),
  'pam-reset-in-milliseconds': before('limitHeaders', (allowance) => [{ ...allowance, resetAt: allowance.resetAt * 1000 }]),
  'pam-reset-too-early': before('limitHeaders', (allowance, answer) => {
    const now = Math.ceil(answer.now / 1000);
    const resetAt = now + Math.floor((allowance.resetAt - now) / 2);
    return [{ ...allowance, resetAt, retryAt: Math.min(resetAt, allowance.retryAt) }];
  }),
  'pam-retry-at-from-now': before('limitHeaders', (allowance, answer) => [
    { ...allowance, retryAt: allowance.retryAt - Math.floor(answer.now / 1000) },
  ]),
  'pam-retry-at-after-reset': before('limitHeaders', (allowance) => [{ ...allowance, retryAt: allowance.resetAt + 5 }]),
  'pam-retry-at-too-early': before('limitHeaders', (allowance, answer) => [
    allowance.allowed ? allowance : { ...allowance, retryAt: Math.min(allowance.retryAt, Math.ceil(answer.now / 1000) + 1) },
  ]),

  // which requests the rate limit lets through, and how it refuses the others
  'pam-limit-not-held': ({ admit }) => ({ admit: async (entrance) => ({ ...(await admit(entrance)), allowed: true }) }),
  'pam-limit-one-more': around('admit', (admit) => {
    const extra = new Map<string, number>();
    return async (entrance) => {
      const allowance = await admit(entrance);
      if (allowance.allowed || extra.get(entrance.key) === allowance.resetAt) return allowance;
      extra.set(entrance.key, allowance.resetAt);
      return { ...allowance, allowed: true };
    };
  }),
  'pam-limit-one-less': around('admit', (admit) => async (entrance) => {
    const allowance = await admit(entrance);
    if (!allowance.allowed || allowance.remaining > 0) return allowance;
    entrance.limiter.release(entrance.key);
    return { ...allowance, allowed: false };
  }),
  'pam-limit-of-first-period-only': around('admit', (admit) => {
    const refused = new Set<string>();
    const free = new Set<string>();
    return async (entrance) => {
      const allowance = await admit(entrance);
      if (!allowance.allowed) refused.add(entrance.key);
      else if (refused.has(entrance.key)) free.add(entrance.key);
      return free.has(entrance.key) ? { ...allowance, allowed: true } : allowance;
    };
  }),
  'pam-limited-beyond-reset': around('admit', (admit) => {
    const until = new Map<string, number>();
    return async (entrance) => {
      const allowance = await admit(entrance);
      if (!allowance.allowed) until.set(entrance.key, Math.max(until.get(entrance.key) ?? 0, (allowance.resetAt + 3600) * 1000));
      const barred = entrance.now < (until.get(entrance.key) ?? 0);
      if (allowance.allowed && barred) entrance.limiter.release(entrance.key);
      return { ...allowance, allowed: allowance.allowed && !barred };
    };
  }),
  'pam-allowance-back-in-part': around('admit', (admit) => {
    const refused = new Set<string>();
    const served = new Map<string, number>();
    return async (entrance) => {
      const allowance = await admit(entrance);
      if (!allowance.allowed) refused.add(entrance.key);
      const isFirst = served.get(entrance.key) !== allowance.resetAt;
      if (allowance.allowed) served.set(entrance.key, allowance.resetAt);
      if (!allowance.allowed || isFirst || !refused.has(entrance.key)) return allowance;
      entrance.limiter.release(entrance.key);
      return { ...allowance, allowed: false };
    };
  }),
  'pam-counted-one-at-a-time': around('admit', (admit) => {
    const counting = new Map<string, Promise<Allowance>>();
    return async (entrance) => {
      const shared = counting.get(entrance.key);
      if (shared !== undefined) return shared;
      const allowance = admit(entrance);
      counting.set(entrance.key, allowance);
      await entrance.pause('count a request');
      counting.delete(entrance.key);
      return allowance;
    };
  }),
  'pam-limited-as-quota': reportedAs('too_many_requests', 'quota_exceeded'),
  'pam-limited-as-offline': before('nameOf', (error) => [error === 'too_many_requests' ? 'service_offline' : error]),
};

const halfAnHour = 1_800_000;

/** Defects of API keys and bearer tokens. */
export const tokenFaults: Faults<Policy> = {
  // API keys, and the tokens that are issued for them
  'pam-any-secret': { secretFits: () => true },
  'pam-any-key-id': after(
    'findKey',
    (result, store, _id, secret) => result ?? [...store.keys.values()].find((key) => key.secret === secret),
  ),
  'pam-secret-may-be-missing': ({ readKey, secretFits }) => ({
    readKey: (body) => (body['key_secret'] === undefined ? { id: textOf(body, 'key_id'), secret: undefined } : readKey(body)),
    secretFits: (key, secret) => secret === undefined || secretFits(key, secret),
  }),
  'pam-improper-key-breaks-service': before('readKey', (body) => {
    for (const name of ['key_id', 'key_secret'])
      if (typeof body[name] !== 'string') throw new Refusal('unknown_error', `${name} cannot be read.`);
    return [body];
  }),
  'pam-key-id-as-number': before('readKey', (body) => [
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])),
  ]),
  'pam-improper-key-remembered': around('readKey', (readKey) => {
    let wasImproper = false;
    return (body) => {
      if (wasImproper) {
        wasImproper = false;
        throw new Refusal('invalid_request', 'key_id must be a string.', 'key_id');
      }
      wasImproper = true;
      const key = readKey(body);
      wasImproper = false;
      return key;
    };
  }),
  'pam-expired-key-works': { keyIsOver: () => false },
  'pam-key-works-once': around('keyIsOver', (keyIsOver) => {
    const used = new Set<string>();
    return (key, now) => {
      const isOver = used.has(key.id) || keyIsOver(key, now);
      used.add(key.id);
      return isOver;
    };
  }),
  'pam-same-token-again': around('issue', (issue) => {
    const first = new Map<string, Token>();
    return (fresh) => {
      const token = first.get(fresh.keyId) ?? issue(fresh);
      first.set(fresh.keyId, token);
      return token;
    };
  }),
  'pam-expires-at-past': before('tokenView', (token) => [{ ...token, expiresAt: token.expiresAt - 4 * halfAnHour }]),
  'pam-expires-at-as-http-date': after('tokenView', (view, token) =>
    Object.assign({}, view, { expires_at: new Date(token.expiresAt).toUTCString() }),
  ),
  'pam-expires-at-as-duration': after('tokenView', (view) => Object.assign({}, view, { expires_at: 'PT1H' })),
  'pam-token-cut': before('tokenView', (token) => [{ ...token, value: token.value.slice(0, -1) }]),
  'pam-team-name-of-nobody': before('tokenView', (token) => [{ ...token, team: 'default' }]),

  // bearer tokens: which are good, for what, and for how long
  'pam-no-token-needed': ({ tokenIn, anonymous }) => {
    let isBare = false;
    return {
      tokenIn(authorization) {
        isBare = authorization === '';
        return tokenIn(authorization);
      },
      anonymous: (team) => (isBare ? team.users.all[0] : anonymous(team)),
    };
  },
  'pam-any-token': ({ tokenIn, anonymous }) => {
    let isBearer = false;
    return {
      tokenIn(authorization) {
        const value = tokenIn(authorization);
        isBearer = value !== undefined;
        return value;
      },
      anonymous: (team) => (isBearer ? team.users.all[0] : anonymous(team)),
    };
  },
  'pam-any-scheme': { tokenIn: (authorization) => authorization.split(' ').at(-1) },
  'pam-secret-is-token': after('findToken', (result, store, value) => {
    const key = [...store.keys.values()].find(({ secret }) => secret === value);
    return key === undefined
      ? result
      : { value, keyId: key.id, team: key.team, userId: key.userId, expiresAt: key.expiresAt, isLapsed: false };
  }),
  'pam-wrong-token-locks-out': ({ tokenIn, findToken }) => {
    let isLocked = false;
    return {
      tokenIn(authorization) {
        const value = tokenIn(authorization);
        if (value === undefined) isLocked = true;
        return value;
      },
      findToken(store, value) {
        const token = findToken(store, value);
        const refused = isLocked;
        isLocked = token === undefined;
        return refused ? undefined : token;
      },
    };
  },
  'pam-expired-token-works': { tokenIsOver: () => false },
  'pam-token-lives-a-year': before('issue', (fresh) => [{ ...fresh, expiresAt: fresh.expiresAt + 365 * 48 * halfAnHour }]),
  'pam-token-ends-early': before('tokenIsOver', (token, now) => [token, now + (5 / 3) * halfAnHour]),
  'pam-token-outlives-expires-at': before('tokenView', (token) => [{ ...token, expiresAt: token.expiresAt - 1.5 * halfAnHour }]),
  'pam-token-ends-a-minute-early': before('tokenIsOver', (token, now) => [token, now + 60_000]),
  'pam-token-ends-a-minute-late': before('tokenIsOver', (token, now) => [token, now - 60_000]),
  'pam-token-prolonged-by-use': around('tokenIsOver', (tokenIsOver) => {
    const used = new Map<string, number>();
    return (token, now) => {
      const end = Math.max(token.expiresAt, (used.get(token.value) ?? 0) + 2 * halfAnHour);
      const isOver = tokenIsOver({ ...token, expiresAt: end }, now);
      if (!isOver) used.set(token.value, now);
      return isOver;
    };
  }),
  'pam-expired-token-returns': after('tokenIsOver', (result, token, now) => result && now < token.expiresAt + 48 * halfAnHour),
  'pam-expired-token-forbidden-later': ({ tokenIsOver, expiredToken }) => {
    let isOld = false;
    return {
      tokenIsOver(token, now) {
        isOld = now >= token.expiresAt + 24 * halfAnHour;
        return tokenIsOver(token, now);
      },
      expiredToken: () => (isOld ? 'forbidden_error' : expiredToken()),
    };
  },
  'pam-expired-token-forbidden': { expiredToken: () => 'forbidden_error' },
  'pam-lapsed-permissions-count': { isLapsed: () => false },
  'pam-token-of-any-team': { tokenFits: () => true },
  'pam-team-name-not-read': after('findTeam', (result, store, _name, token) => result ?? store.teams.get(token?.team ?? '')),
  'pam-token-tail-ignored': after(
    'findToken',
    (result, store, value) => result ?? [...store.tokens.values()].find((one) => one.value.slice(0, -1) === value.slice(0, -1)),
  ),
  'pam-token-works-twice': around('tokenIsOver', (tokenIsOver) => {
    const uses = new Map<string, number>();
    return (token, now) => {
      uses.set(token.value, (uses.get(token.value) ?? 0) + 1);
      return (uses.get(token.value) ?? 0) > 2 || tokenIsOver(token, now);
    };
  }),
  'pam-disabled-team-takes-groups': after('isDisabled', (result, _team, method) => result && method === 'GET'),
  'pam-disabled-team-served': { isDisabled: () => false },
};

const reaching = (wrong: (roles: readonly Role[], permission: Permission) => Reach | undefined) =>
  after('reach', (result, roles, permission) => wrong(roles, permission) ?? result);

/** A role that is refused what it permits, unless the user is pam_admin, too. */
const powerless = (role: Role, permissions: readonly Permission[]) =>
  reaching((roles, permission) =>
    roles.includes(role) && !roles.includes('pam_admin') && permissions.includes(permission) ? 'none' : undefined,
  );

const isUser = (item: Listed): item is User => 'groupIds' in item;

const isGroupItem = (item: Listed): item is Group => 'roles' in item && !('kind' in item);

const permissionsOf = ({ roles }: Group): number => permissions.filter((permission) => mostPermissive(roles, permission) !== 'none').length;

const delegating = (permission: Permission, answer: boolean) =>
  after('isDelegate', (result, _ids, _resourceGroup, asked) => (asked === permission ? answer : result));

/** Defects of how users come by roles, and of what these permit. */
export const roleFaults: Faults<Policy> = {
  'pam-user-not-delegated-security-admin': after('granted', (result, _asked, to) =>
    to === 'user' ? result.filter((role) => role !== 'delegated_security_admin') : result,
  ),
  'pam-group-more-than-delegated': after('granted', (result, _asked, to) =>
    to === 'group' && result.join() === 'delegated_resource_admin' ? ['resource_admin' as const] : result,
  ),
  'pam-new-group-pam-admin-as-security-admin': after('granted', (result, _asked, to) =>
    to === 'new group' ? result.map((role) => (role === 'pam_admin' ? 'security_admin' : role)) : result,
  ),
  'pam-group-of-owners': { isRole: (text): text is Role => isRole(text) || text === 'group_owner' },
  'pam-first-group-decides': before('rolesOf', (user, groups) => [user, groups.slice(0, 1)]),
  'pam-last-group-decides': before('rolesOf', (user, groups) => [user, groups.slice(-1)]),
  'pam-least-permissive': before('rolesOf', (user, groups) => [
    user,
    groups.toSorted((one, other) => permissionsOf(one) - permissionsOf(other)).slice(0, 1),
  ]),
  'pam-roles-add-up': reaching((roles) => (roles.length > 1 ? 'team' : undefined)),
  'pam-anybody-may-anything': reaching(() => 'team'),
  'pam-anybody-manages-resource-groups': reaching((_roles, permission) => (permission === 'create-resource-groups' ? 'team' : undefined)),
  'pam-end-user-assigns-roles': reaching((roles, permission) =>
    permission === 'assign-roles' && roles.includes('end_user') ? 'team' : undefined,
  ),
  'pam-membership-remembered': around('rolesOf', (rolesOf) => {
    const remembered = new Map<string, readonly Group[]>();
    return (user, groups) => {
      const first = remembered.get(user.id) ?? groups;
      remembered.set(user.id, first);
      return rolesOf(user, first);
    };
  }),
  'pam-membership-without-effect': before('rolesOf', (user, groups) => [
    user,
    groups.filter(({ roles }) => !(roles.length === 1 && roles[0] === 'resource_admin')),
  ]),
  'pam-user-roles-lost': before('rolesOf', (user) => [{ ...user, roles: [] }]),
  'pam-people-without-end-user': before('rolesOf', (user) => [{ ...user, kind: 'service' as const }]),
  'pam-pam-admin-powerless': reaching((roles, permission) =>
    permission === 'assign-roles' && !roles.includes('resource_admin') ? 'none' : undefined,
  ),
  'pam-no-creating-resource-groups': powerless('resource_admin', ['create-resource-groups']),
  'pam-no-updating-resource-groups': powerless('resource_admin', ['update-resource-groups']),
  'pam-no-deleting-resource-groups': powerless('resource_admin', ['delete-resource-groups']),
  'pam-no-assigning-delegates': powerless('resource_admin', ['assign-delegates']),
  'pam-no-projects-of-resource-admin': powerless('resource_admin', ['manage-projects']),
  'pam-no-policies-of-security-admin': powerless('security_admin', ['create-policies']),
  'pam-end-user-sees-nothing': powerless('end_user', ['use-resources']),
  'pam-every-server-visible': reaching((roles, permission) =>
    permission === 'use-resources' && roles.includes('end_user') ? 'team' : undefined,
  ),

  // delegated roles and security policies
  'pam-projects-outside-managed': delegating('manage-projects', true),
  'pam-projects-inside-refused': delegating('manage-projects', false),
  'pam-policies-outside-created': delegating('create-policies', true),
  'pam-policies-inside-refused': delegating('create-policies', false),
  'pam-delegated-groups-ignored': before('isDelegate', (ids) => [ids.slice(0, 1)]),
  'pam-policies-without-effect': { isGranted: () => false },

  // what a user has had
  'pam-no-group-every-role': after('rolesOf', (result, { kind }) =>
    result.length === 0 && kind === 'service' ? (['pam_admin', 'resource_admin', 'security_admin'] as const) : result,
  ),
  'pam-group-keeps-former-roles': ({ readAgain, rolesOf }) => {
    const former = new Map<string, readonly Role[]>();
    return {
      readAgain(before, again) {
        if (isGroupItem(before)) former.set(before.id, before.roles);
        return readAgain(before, again);
      },
      rolesOf: (user, groups) => rolesOf({ ...user, roles: [...user.roles, ...groups.flatMap(({ id }) => former.get(id) ?? [])] }, groups),
    };
  },
  'pam-former-member-keeps-servers': ({ readAgain, isGranted }) => {
    const former = new Map<string, readonly string[]>();
    return {
      readAgain(before, again) {
        if (isUser(before)) former.set(before.id, before.groupIds);
        return readAgain(before, again);
      },
      isGranted: (ids, policy) => isGranted([...ids, ...ids.flatMap((id) => former.get(id) ?? [])], policy),
    };
  },
};

const shownAs = (wrong: (group: Group) => Readonly<Record<string, unknown>>) =>
  after('groupView', (view, group) => ({ ...view, ...wrong(group) }));

/** Defects of how groups are shown. */
export const groupFaults: Faults<Policy> = {
  'pam-no-roles-null': shownAs(({ roles }) => (roles.length === 0 ? { roles: null } : {})),
  'pam-roles-of-twins': ({ readAgain, granted, groupView }) => {
    let former: string | undefined;
    const renewed = new Map<string, readonly Role[]>();
    return {
      readAgain(before, again) {
        former = isGroupItem(before) ? before.roles.join(' ') : undefined;
        return readAgain(before, again);
      },
      granted(asked, to) {
        const roles = granted(asked, to);
        if (to === 'group' && former !== undefined) renewed.set(former, roles);
        return roles;
      },
      groupView: (group) => groupView({ ...group, roles: renewed.get(group.roles.join(' ')) ?? group.roles }),
    };
  },
  'pam-conflict-empties-roles': ({ isTaken, groupView }) => {
    const taken = new Set<string>();
    return {
      isTaken(items, name) {
        const result = isTaken(items, name);
        if (result) taken.add(name);
        return result;
      },
      groupView: (group) => groupView(taken.has(group.name) ? { ...group, roles: [] } : group),
    };
  },
  'pam-group-id-short': shownAs(({ id }) => ({ id: id.replaceAll('-', '').slice(0, 20) })),
  'pam-group-name-cut': shownAs(({ name }) => ({ name: name.slice(0, -4) })),
  'pam-roles-not-shown': shownAs(() => ({ roles: [] })),
  'pam-roles-joined': shownAs(({ roles }) => ({ roles: roles.join(',') })),
  'pam-role-by-another-name': shownAs(({ roles }) => ({ roles: roles.map((role) => (role === 'end_user' ? 'user' : role)) })),
  'pam-seventh-role': shownAs(({ roles }) => ({ roles: roles.includes('resource_admin') ? [...roles, 'resource_viewer'] : roles })),
  'pam-deleted-at-never-null': shownAs(({ deletedAt }) => (deletedAt === undefined ? { deleted_at: '0001-01-01T00:00:00Z' } : {})),
  'pam-list-of-ids': before('listBody', (items) => [items.map((item) => (isObject(item) ? item['id'] : item))]),
  'pam-group-id-changes': around('groupView', (groupView) => {
    let shown = 0;
    return (group) => {
      shown += 1;
      return groupView({ ...group, id: group.id.slice(0, -8) + shown.toString(16).padStart(8, '0') });
    };
  }),
  'pam-deleted-group-listed': after('groupList', (groups) => groups.map(({ deletedAt: _gone, ...group }) => group)),
  'pam-namesake-not-listed': after('groupList', (groups) =>
    groups.filter(({ name }, index) => groups.findIndex((group) => group.name === name) === index),
  ),
  'pam-group-of-another-team': around('groupList', (groupList) => (team, store) => {
    const own = groupList(team, store);
    const foreign = [...store.teams.values()]
      .filter((other) => other.name !== team.name)
      .flatMap((other) => groupList(other, store).slice(0, 1));
    return [...own, ...foreign.slice(0, 1).map((group) => ({ ...group, seq: own.length }))];
  }),
};

const isGroup = (item: Listed | undefined): boolean => item !== undefined && isGroupItem(item);

/** What was read before a wait counts for these, even where they have been changed or deleted since. */
const staleRead = (isStale: (item: Listed) => boolean): Change<Policy> =>
  after('readAgain', (again, before) => (isStale(before) ? before : again));

/** Defects of what there is, of what may be added, and of quotas. */
export const resourceFaults: Faults<Policy> = {
  'pam-new-group-not-found': ({ lookUp, atWrite, isTaken }) => {
    const fresh = new Set<string>();
    let asked = '';
    return {
      isTaken(items, name) {
        asked = name;
        return isTaken(items, name);
      },
      atWrite(about, early, again) {
        const found = atWrite(about, early, again);
        if (about === 'name' && !found) fresh.add(asked);
        return found;
      },
      lookUp(items, key) {
        const item = lookUp(items, key);
        return isGroup(item) && fresh.delete(key) ? undefined : item;
      },
    };
  },
  'pam-deleted-group-found': after(
    'lookUp',
    (result, items, key) => result ?? items.all.findLast((item) => isGroup(item) && item.name === key),
  ),
  'pam-deleted-resource-group-found': after(
    'lookUp',
    (result, items, key) => result ?? items.all.find((item) => 'delegates' in item && item.id === key),
  ),
  'pam-deleted-server-found': after(
    'lookUp',
    (result, items, key) => result ?? items.all.find((item) => 'projectId' in item && item.id === key),
  ),
  'pam-same-name-twice': { isTaken: () => false },
  'pam-same-name-at-once': after('atWrite', (result, about, early) => (about === 'name' ? early : result)),
  'pam-user-changes-lost-at-once': staleRead((item) => 'groupIds' in item),
  'pam-resource-group-changes-lost-at-once': staleRead((item) => 'delegates' in item),
  'pam-deleted-group-revived': staleRead(isGroup),
  'pam-conflict-remembered': ({ isTaken, atWrite }) => {
    let wasTaken = false;
    return {
      isTaken: (items, name) => wasTaken || isTaken(items, name),
      atWrite(about, early, again) {
        const found = atWrite(about, early, again);
        if (about === 'name') wasTaken = found && !wasTaken;
        return found;
      },
    };
  },
  'pam-quota-not-held': { isOverQuota: () => false },
  'pam-quota-one-more': { isOverQuota: (team, type) => team[type].live > (team.quotas.get(type) ?? Infinity) },
  'pam-quota-one-less': { isOverQuota: (team, type) => team[type].live + 1 >= (team.quotas.get(type) ?? Infinity) },
  'pam-quota-exceeded-at-once': after('atWrite', (result, about, early) => (about === 'quota' ? early : result)),
  'pam-quota-of-all-types': ({ isOverQuota }) => ({
    isOverQuota: (team, _type, store) => resourceTypes.some((type) => isOverQuota(team, type, store)),
  }),
  'pam-quota-of-all-teams': ({ isOverQuota, atWrite }) => {
    let met: { readonly team: string; readonly type: ResourceType } | undefined;
    let isForeign = false;
    return {
      isOverQuota(team, type, store) {
        const isOwn = isOverQuota(team, type, store);
        isForeign = !isOwn && met?.type === type && met.team !== team.name;
        if (isOwn) met = { team: team.name, type };
        return isOwn || isForeign;
      },
      atWrite(about, early, again) {
        const found = atWrite(about, early, again);
        if (about === 'quota' && isForeign) met = undefined;
        return found;
      },
    };
  },
  'pam-quota-exceeded-is-conflict': reportedAs('quota_exceeded', 'resource_already_exists'),
  'pam-revoked-server-connects': { isRevoked: () => false },
  'pam-enrolled-server-revoked': around('isRevoked', (isRevoked) => {
    const projects = new Set<string>();
    return (server, now) => {
      if (isRevoked(server, now)) projects.add(server.projectId);
      return projects.has(server.projectId);
    };
  }),
  'pam-revoked-server-forgotten': after('isRevoked', (result, server, now) => result && now < (server.deletedAt ?? now) + 3_600_000),
  'pam-name-of-all-teams': around('isTaken', (isTaken) => {
    const first = new Map<string, unknown>();
    return (items, name) => {
      const team = first.get(name) ?? items;
      first.set(name, team);
      return isTaken(items, name) || team !== items;
    };
  }),
  'pam-deleted-in-all-teams': ({ pathOf, lookUp, isTaken }) => {
    const deleted = new Map<string, 'now' | 'before'>();
    return {
      pathOf(method, path) {
        const name = method === 'DELETE' ? /\/groups\/([^/]+)$/.exec(path)?.[1] : undefined;
        if (name !== undefined) deleted.set(name, 'now');
        return pathOf(method, path);
      },
      isTaken(items, name) {
        deleted.delete(name);
        return isTaken(items, name);
      },
      lookUp(items, key) {
        const item = lookUp(items, key);
        if (!isGroup(item) || !deleted.has(key)) return item;
        const isDeletion = deleted.get(key) === 'now';
        deleted.set(key, 'before');
        return isDeletion ? item : undefined;
      },
    };
  },
};

/** The same trouble is met twice. */
const lasting = (error: ErrorName): Change<Policy> =>
  around('troubleAfter', (troubleAfter) => {
    let isSecond = false;
    return (trouble) => {
      if (trouble !== error) return troubleAfter(trouble);
      isSecond = !isSecond;
      return isSecond ? trouble : undefined;
    };
  });

/** Takes groups away from where the document shows them. */
const movedFrom = (placeOf: (path: string) => string) =>
  before('pathOf', (method, path) => [method, method === 'GET' && path.endsWith('/groups') ? placeOf(path) : path]);

/** Defects of how requests are taken in, and of how they are refused. */
export const requestFaults: Faults<Policy> = {
  'pam-errors-without-name': { errorBody: ({ message }) => ({ description: message }) },
  'pam-content-type-not-read': { takesContentType: () => true, malformed: () => 'invalid_request' },
  'pam-content-type-remembered': ({ takesContentType, objectOf }) => {
    let wasOther = false;
    return {
      takesContentType(contentType) {
        const isJson = takesContentType(contentType);
        if (!isJson) wasOther = true;
        return isJson;
      },
      objectOf(json) {
        const object = objectOf(json);
        const isRefused = object !== undefined && wasOther;
        if (isRefused) wasOther = false;
        return isRefused ? undefined : object;
      },
    };
  },
  'pam-array-of-one-taken': after('objectOf', (result, json) => (Array.isArray(json) && isObject(json[0]) ? json[0] : result)),
  'pam-other-json-breaks-service': { notAnObject: () => 'unknown_error' },
  'pam-broken-json-breaks-service': { malformed: () => 'unknown_error' },
  'pam-hang-up-unnoticed': { noticesHangUp: () => false },
  'pam-hang-up-remembered': around('noticesHangUp', (noticesHangUp) => {
    let wasClosed = false;
    return (halfClosed) => {
      const noticed = noticesHangUp(halfClosed);
      const told = noticed || wasClosed;
      wasClosed = noticed;
      return told;
    };
  }),
  'pam-groups-elsewhere': movedFrom((path) => `${path}/list`),
  'pam-groups-in-version-2': movedFrom((path) => (path.startsWith('/v1/') ? `${path}/moved` : path.replace('/v2/', '/v1/'))),
  'pam-deprecated-as-missing': reportedAs('resource_deprecated', 'resource_does_not_exist'),
  'pam-trouble-as-gateway': reportedAs('unknown_error', 'gateway_timeout'),
  'pam-offline-as-trouble': reportedAs('service_offline', 'unknown_error'),
  'pam-gateway-as-offline': reportedAs('gateway_timeout', 'service_offline'),
  'pam-trouble-lasts': lasting('unknown_error'),
  'pam-offline-lasts': lasting('service_offline'),
  'pam-gateway-waits-on': lasting('gateway_timeout'),
};

/** The seeded defects of the service, each of which breaks a clause of the document. */
export const faults: Faults<Policy> = {
  ...pageFaults,
  ...limitFaults,
  ...tokenFaults,
  ...roleFaults,
  ...groupFaults,
  ...resourceFaults,
  ...requestFaults,
};
