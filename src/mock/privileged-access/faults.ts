import { type Change, type Faults, Counts, Firsts, Flag, Last, changesOf } from '../kit/faults.ts';
import { isObject } from '../kit/json.ts';
import type { Allowance } from '../kit/limiter.ts';
import { tokenLifetimeMs } from './access.ts';
import { membersIn } from './bodies.ts';
import { type ErrorName, Refusal } from './errors.ts';
import { type Page, type PageLink, pageAt } from './pages.ts';
import type { Entrance, Policy } from './policy.ts';
import type { Listed, ResourceStore } from './resource-store.ts';
import { type Permission, type Reach, type Role, isRole, mostPermissive, permissions } from './roles.ts';
import { type Group, type Project, type ResourceType, type Store, type Team, type Token, type User, resourceTypes } from './store.ts';

const { around, after, before, also, both, instead, only, overlay, remembering, seeing } = changesOf<Policy>();

/** An error of the document that is reported as another one, name and status together. */
const reportedAs =
  (error: ErrorName, other: ErrorName): Change<Policy> =>
  ({ nameOf, statusOf }) => ({
    nameOf: (name) => nameOf(name === error ? other : name),
    statusOf: (name) => statusOf(name === error ? other : name),
  });

/** Changes the links of one relation. */
const relinked = (rel: PageLink['rel'], change: (link: PageLink, page: Page<Listed>) => Partial<PageLink> | false) =>
  after('pageLinks', (links, page) => links.map((link) => ({ ...link, ...(link.rel === rel && change(link, page)) })));

/** Adds a link to some pages. */
const linkedMore = (link: (page: Page<Listed>) => Omit<PageLink, 'count'> | false) =>
  after('pageLinks', (links, page, { count }) => [...links, ...[link(page) || []].flat().map((more) => ({ ...more, count }))]);

const leadingElsewhere = (rel: PageLink['rel'], part: string, other: string) =>
  after('linkTarget', (url, link) => (link.rel === rel ? url.replace(part, other) : url));

/** Refuses a call without `count`: the first one, or one by a link. */
const needingCount = (isMeant: (earlier: number | undefined) => boolean) =>
  after('pageSize', (size, count, earlier) => {
    if (count === undefined && isMeant(earlier)) throw new Refusal('invalid_request', 'count is missing.', 'count');
    return size;
  });

/** Ends a walk before some rests of a list: the next page, and how large a page is. */
const endedBefore = (isLost: (rest: Page<Listed>, size: number) => boolean) =>
  after('page', (here, list, asked, accepts) => {
    const rest = pageAt(list, { from: here.end }, asked.size, accepts);
    return { ...here, isLast: here.isLast || isLost(rest, asked.size) };
  });

/** Defects of pages of lists, and of the links between them. */
export const pageFaults: Faults<Policy> = {
  // which pages follow one another
  'pam-next-skips-one': relinked('next', (_link, { end }) => ({ position: { from: end + 1 } })),
  'pam-some-counts-skip-one': relinked(
    'next',
    (_link, { items, end }) => 11 <= items.length && items.length <= 89 && { position: { from: end + 1 } },
  ),
  'pam-short-rest-lost': endedBefore(({ items }, size) => items.length < size),
  'pam-single-rest-lost': endedBefore(({ items }) => items.length === 1),
  'pam-full-rest-lost': endedBefore(({ items, isLast }, size) => size > 1 && isLast && items.length === size),
  'pam-list-ends-before-a-deleted-group': after('page', (here, list, _asked, accepts) => {
    const next = list[here.end];
    return { ...here, isLast: here.isLast || next === undefined || !accepts(next) };
  }),
  'pam-next-repeats-one': relinked('next', (_link, { items, end }) => items.length >= 2 && { position: { from: end - 1 } }),
  'pam-group-twice-in-page': after('page', (here) => ({
    ...here,
    items: here.items.map((item, index) => (index === 1 ? (here.items[0] ?? item) : item)),
  })),
  'pam-next-begins-again': linkedMore(({ isFirst, isLast }) => isLast && !isFirst && { rel: 'next', position: { from: 0 } }),
  'pam-deep-pages-repeat': before('page', (list, asked) => [
    list,
    'from' in asked.position && asked.position.from >= 1000 ? { ...asked, position: { from: asked.position.from % 1000 } } : asked,
  ]),
  'pam-next-is-here': relinked('next', (_link, { start }) => ({ position: { from: start } })),
  'pam-one-cursor-for-each-token': around('page', (page) => {
    const cursors = new Map<string, number>();
    return (list, asked, accepts) => {
      const begins = !('from' in asked.position) || asked.position.from === 0;
      const here = page(list, begins ? asked : { ...asked, position: { from: cursors.get(asked.reader) ?? 0 } }, accepts);
      cursors.set(asked.reader, here.end);
      return here;
    };
  }),
  'pam-next-without-version': leadingElsewhere('next', '/v1/', '/'),
  'pam-prev-without-version': leadingElsewhere('prev', '/v1/', '/'),
  'pam-next-of-later-pages-with-blank': remembering([Flag], (isLater) => [
    seeing('pageLinks', (_links, { isFirst }) => (isLater.value = !isFirst)),
    after('linkTarget', (url, { rel }) => (rel === 'next' && isLater.value ? url.replace('offset=', 'offset= ') : url)),
  ]),
  'pam-next-needs-count': needingCount((earlier) => earlier !== undefined),
  'pam-large-count-leads-nowhere': ({ page, pageSize }) => ({
    largestCount: () => Infinity,
    pageSize: (count, earlier) => Math.min(pageSize(count, earlier), 100),
    page(list, asked, accepts) {
      if (Number(asked.count) >= 100 && 'from' in asked.position && asked.position.from > 0)
        throw new Refusal('invalid_request', 'count must be less than 100.', 'count');
      return page(list, asked, accepts);
    },
  }),
  'pam-next-cannot-be-requested': leadingElsewhere('next', '/groups?', '/groups/page?'),

  // the links to previous pages
  'pam-prev-is-first': relinked('prev', () => ({ position: { from: 0 } })),
  'pam-prev-is-here': relinked('prev', (_link, { start }) => ({ position: { from: start } })),
  'pam-prev-overlaps': relinked('prev', (_link, { start }) => ({ position: { before: start + 1 } })),
  'pam-prev-ends-in-blank': after('linkTarget', (url, { rel }) => (rel === 'prev' ? `${url} ` : url)),
  'pam-prev-refused': after('page', (result, _list, asked) => {
    if ('before' in asked.position) throw new Refusal('invalid_request', 'offset leads back.', 'offset');
    return result;
  }),
  'pam-way-back-ends-the-list': after('pageLinks', (links, { isFirst }, { position }) =>
    isFirst && 'before' in position ? links.filter(({ rel }) => rel !== 'next') : links,
  ),
  'pam-prev-of-first-is-here': linkedMore(({ isFirst, start }) => isFirst && { rel: 'prev', position: { from: start } }),
  'pam-prev-of-first-is-last': remembering([Last<number>], (end) => [
    seeing('page', (_page, list) => (end.value = list.length)),
    linkedMore(({ isFirst, isLast }) => isFirst && !isLast && { rel: 'prev', position: { before: end.value ?? 0 } }),
  ]),

  // a single page: how large it is, what stands in it, and what its links carry
  'pam-page-of-101': instead('pageSize', (count, earlier) => count === undefined && earlier === undefined, 101),
  'pam-count-of-any-size': { largestCount: () => 1000 },
  'pam-count-at-most-90': { largestCount: () => 90 },
  'pam-first-call-needs-count': needingCount((earlier) => earlier === undefined),
  'pam-count-ignored': ({ pageSize }) => ({ pageSize: () => pageSize(undefined, undefined) }),
  'pam-count-one-more': around(
    'pageSize',
    (pageSize) => (count, earlier) => (count === undefined ? pageSize(count, earlier) : pageSize(count, undefined) + 1),
  ),
  'pam-count-ignored-later': before('pageSize', (count, earlier) => (earlier === undefined ? [count] : [undefined, undefined])),
  'pam-count-not-carried': relinked('next', () => ({ count: undefined })),
  'pam-count-not-carried-back': relinked('prev', () => ({ count: undefined })),
  'pam-count-carried-once': after('pageLinks', (links, page) =>
    page.isFirst ? links : links.map((link) => ({ ...link, count: undefined })),
  ),
  'pam-count-carried-as-another': after('pageLinks', (links) =>
    links.map(({ count, ...link }) => ({ ...link, count: count === undefined ? count : String(Number(count) + 1) })),
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

/** Announces something else than the limiter says; times in seconds. */
const counting = (change: (allowance: Allowance, now: number) => Partial<Allowance> | false) =>
  before('limitHeaders', (allowance, { now }) => [{ ...allowance, ...change(allowance, now / 1000) }]);

/** Decides anew what passes; what the limiter has counted and is refused all the same, it does not count. */
const admitting = (passes: (allowance: Allowance, entrance: Entrance) => boolean) =>
  around('admit', (admit) => async (entrance) => {
    const allowance = await admit(entrance);
    const allowed = passes(allowance, entrance);
    if (allowance.allowed && !allowed) entrance.limiter.release(entrance.key);
    return { ...allowance, allowed };
  });

/** Defects of the rate limit. */
export const limitFaults: Faults<Policy> = {
  // its four headers
  'pam-no-limit-headers-on-404': withoutHeaders((status) => status === 404),
  'pam-no-limit-headers-on-401': withoutHeaders((status) => status === 401),
  'pam-no-limit-headers-on-429': withoutHeaders((status) => status === 429),
  'pam-no-limit-headers-on-5xx': withoutHeaders((status) => status >= 500),
  'pam-retry-at-only-when-limited': after('limitHeaders', ({ 'x-ratelimit-retry-at': retryAt = '', ...others }, _allowance, { status }) =>
    status === 429 ? { ...others, 'x-ratelimit-retry-at': retryAt } : others,
  ),
  'pam-limit-as-policy': overlay('limitHeaders', ({ limit }) => ({ 'x-ratelimit-limit': `${limit};w=60` })),
  'pam-limit-shrinks': counting(({ remaining }) => ({ limit: remaining })),
  'pam-remaining-below-zero': counting(({ allowed }) => !allowed && { remaining: -1 }),
  'pam-remaining-one-when-refused': counting(({ allowed }) => !allowed && { remaining: 1 }),
  'pam-remaining-above-limit': overlay('limitHeaders', ({ remaining }) => ({ 'x-ratelimit-remaining': String(remaining + 10) })),
  'pam-remaining-stands-still': counting(({ allowed, limit }) => ({ remaining: allowed ? limit : 0 })),
  'pam-reset-in-milliseconds': counting(({ resetAt }) => ({ resetAt: resetAt * 1000 })),
  'pam-reset-too-early': counting(({ resetAt, retryAt }, now) => {
    const early = Math.ceil(now) + Math.floor((resetAt - Math.ceil(now)) / 2);
    return { resetAt: early, retryAt: Math.min(early, retryAt) };
  }),
  'pam-retry-at-from-now': counting(({ retryAt }, now) => ({ retryAt: retryAt - Math.floor(now) })),
  'pam-retry-at-after-reset': counting(({ resetAt }) => ({ retryAt: resetAt + 5 })),
  'pam-retry-at-too-early': counting(({ allowed, retryAt }, now) => !allowed && { retryAt: Math.min(retryAt, Math.ceil(now) + 1) }),

  // which requests the rate limit lets through, and how it refuses the others
  'pam-limit-not-held': admitting(() => true),
  'pam-limit-one-more': remembering([Map<string, number>], (extra) =>
    admitting(({ allowed, resetAt }, { key }) => {
      if (allowed || extra.get(key) === resetAt) return allowed;
      extra.set(key, resetAt);
      return true;
    }),
  ),
  'pam-limit-one-less': admitting(({ allowed, remaining }) => allowed && remaining > 0),
  'pam-limit-of-first-period-only': remembering([Set<string>, Set<string>], (refused, free) =>
    admitting(({ allowed }, { key }) => {
      if (!allowed) refused.add(key);
      else if (refused.has(key)) free.add(key);
      return allowed || free.has(key);
    }),
  ),
  'pam-limited-beyond-reset': remembering([Map<string, number>], (until) =>
    admitting(({ allowed, resetAt }, { key, now }) => {
      if (!allowed) until.set(key, Math.max(until.get(key) ?? 0, (resetAt + 3600) * 1000));
      return allowed && now >= (until.get(key) ?? 0);
    }),
  ),
  'pam-allowance-back-in-part': remembering([Set<string>, Map<string, number>], (refused, served) =>
    admitting(({ allowed, resetAt }, { key }) => {
      if (!allowed) refused.add(key);
      const isFirst = served.get(key) !== resetAt;
      if (allowed) served.set(key, resetAt);
      return allowed && (isFirst || !refused.has(key));
    }),
  ),
  'pam-refusal-prolongs-limit': remembering([Map<string, number>], (refusedAt) =>
    admitting(({ allowed }, { key, now }) => {
      const barred = now < (refusedAt.get(key) ?? -Infinity) + 45_000;
      if (!allowed) refusedAt.set(key, now);
      return allowed && !barred;
    }),
  ),
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
  'pam-writes-not-limited': admitting(({ allowed }, { method }) => allowed || method !== 'GET'),
  'pam-deletions-not-limited': admitting(({ allowed }, { method }) => allowed || method === 'DELETE'),
  'pam-limited-as-quota': reportedAs('too_many_requests', 'quota_exceeded'),
  'pam-limited-as-offline': before('nameOf', (error) => [error === 'too_many_requests' ? 'service_offline' : error]),
};

const halfAnHour = 1_800_000;

/** Some requests without a good token speak for the first user of the team. */
const spokenFor = (isMeant: (token: string | undefined, authorization: string) => boolean) =>
  remembering([Flag], (speaks) => [
    seeing('tokenIn', (token, authorization) => (speaks.value = isMeant(token, authorization))),
    after('anonymous', (user, team) => (speaks.value ? team.users.all[0] : user)),
  ]);

/** Defects of API keys and bearer tokens. */
export const tokenFaults: Faults<Policy> = {
  // API keys, and the tokens that are issued for them
  'pam-any-secret': { secretFits: () => true },
  'pam-key-id-is-secret': after('secretFits', (result, key, secret) => result || secret === key.id),
  'pam-token-is-secret': remembering([Map<string, string>], (latest) => [
    seeing('issue', ({ keyId, value }) => latest.set(keyId, value)),
    also('secretFits', ({ id }, secret) => secret !== undefined && secret === latest.get(id)),
  ]),
  'pam-any-key-id': after(
    'findKey',
    (result, store, _id, secret) => result ?? [...store.keys.values()].find((key) => key.secret === secret),
  ),
  'pam-secret-may-be-missing': ({ readKey, secretFits }) => ({
    readKey: (body) => (body['key_secret'] === undefined ? { id: membersIn(body).filledText('key_id'), secret: undefined } : readKey(body)),
    secretFits: (key, secret) => secret === undefined || secretFits(key, secret),
  }),
  'pam-improper-key-breaks-service': before('readKey', (body) => {
    const improper = ['key_id', 'key_secret'].find((name) => typeof body[name] !== 'string');
    if (improper !== undefined) throw new Refusal('unknown_error', `${improper} cannot be read.`);
    return [body];
  }),
  'pam-key-id-as-number': before('readKey', (body) => [
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])),
  ]),
  'pam-secret-in-a-list': before('readKey', (body) => [
    { ...body, ...(Array.isArray(body['key_secret']) && { key_secret: body['key_secret'].at(-1) }) },
  ]),
  'pam-improper-key-remembered': remembering([Set<string>], (improper) =>
    around('readKey', (readKey) => (body) => {
      if (improper.delete('before')) throw new Refusal('invalid_request', 'key_id must be a string.', 'key_id');
      improper.add('before');
      const key = readKey(body);
      improper.clear();
      return key;
    }),
  ),
  'pam-expired-key-works': { keyIsOver: () => false },
  'pam-key-works-once': remembering([Counts], (uses) => also('keyIsOver', ({ id }) => uses.of(id) > 1)),
  'pam-same-token-again': remembering([Firsts<Token>], (first) => after('issue', (token) => first.of(token.keyId, token))),
  'pam-expired-token-given-again': remembering([Map<string, Token>], (latest) =>
    after('issue', (fresh) => {
      const former = latest.get(fresh.keyId);
      const overForMs = fresh.expiresAt - tokenLifetimeMs - (former?.expiresAt ?? Infinity);
      const token = former !== undefined && overForMs >= 0 && overForMs < 60_000 ? former : fresh;
      latest.set(fresh.keyId, token);
      return token;
    }),
  ),
  'pam-expires-at-past': before('tokenView', (token) => [{ ...token, expiresAt: token.expiresAt - 4 * halfAnHour }]),
  'pam-expires-at-as-http-date': overlay('tokenView', ({ expiresAt }) => ({ expires_at: new Date(expiresAt).toUTCString() })),
  'pam-expires-at-as-duration': overlay('tokenView', () => ({ expires_at: 'PT1H' })),
  'pam-token-shared-at-once': after('issue', (fresh, _fresh, beside) => beside.find(({ team }) => team === fresh.team) ?? fresh),
  'pam-rights-shared-at-once': after('issue', (fresh, _fresh, beside) => ({
    ...fresh,
    userId: beside.find(({ team }) => team === fresh.team)?.userId ?? fresh.userId,
  })),
  'pam-token-cut': before('tokenView', (token) => [{ ...token, value: token.value.slice(0, -1) }]),
  'pam-team-name-of-nobody': before('tokenView', (token) => [{ ...token, team: 'default' }]),

  // bearer tokens: which are good, for what, and for how long
  'pam-no-token-needed': spokenFor((_token, authorization) => authorization === ''),
  'pam-any-token': spokenFor((token) => token !== undefined),
  'pam-any-scheme': { tokenIn: (authorization) => authorization.split(' ').at(-1) },
  'pam-token-in-query': after('tokenIn', (token, _authorization, target) => token ?? /[?&]access_token=([^&]+)/.exec(target)?.[1]),
  'pam-secret-is-token': after('findToken', (result, { keys }, value) => {
    const key = [...keys.values()].find(({ secret }) => secret === value);
    return key === undefined ? result : { ...key, value, keyId: key.id, isLapsed: false };
  }),
  'pam-wrong-token-locks-out': remembering([Flag], (isLocked) => [
    seeing('tokenIn', (value) => (isLocked.value ||= value === undefined)),
    after('findToken', (token) => {
      const wasLocked = isLocked.value;
      isLocked.value = token === undefined;
      return wasLocked ? undefined : token;
    }),
  ]),
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
  'pam-expired-token-returns': only('tokenIsOver', (token, now) => now < token.expiresAt + 48 * halfAnHour),
  'pam-expired-token-revived-by-another': remembering([Map<string, number>], (ends) => [
    seeing('issue', ({ keyId, expiresAt }) => ends.set(keyId, expiresAt)),
    only('tokenIsOver', ({ keyId }, now) => now >= (ends.get(keyId) ?? now)),
  ]),
  'pam-expired-token-forbidden-later': remembering([Flag], (isOld) => [
    seeing('tokenIsOver', (_isOver, { expiresAt }, now) => (isOld.value = now >= expiresAt + 24 * halfAnHour)),
    instead('expiredToken', () => isOld.value, 'forbidden_error'),
  ]),
  'pam-superseded-token-forbidden': remembering([Map<string, string>, Flag], (latest, isSuperseded) => [
    seeing('issue', ({ keyId, value }) => latest.set(keyId, value)),
    seeing('tokenIsOver', (_isOver, { keyId, value }) => (isSuperseded.value = latest.get(keyId) !== value)),
    instead('expiredToken', () => isSuperseded.value, 'forbidden_error'),
  ]),
  'pam-expired-token-forbidden': { expiredToken: () => 'forbidden_error' },
  'pam-lapsed-permissions-count': { isLapsed: () => false },
  'pam-token-of-any-team': { tokenFits: () => true },
  'pam-further-pages-for-any-team': also('tokenFits', (_token, _team, { target }) => target.includes('offset=')),
  'pam-further-pages-for-lapsed-tokens': only('isLapsed', (_token, { target }) => !target.includes('offset=')),
  'pam-team-by-prefix': after(
    'findTeam',
    (result, store, name) => result ?? [...store.teams.values()].find((team) => name !== '' && team.name.startsWith(name)),
  ),
  'pam-team-name-not-read': after('findTeam', (result, store, _name, token) => result ?? store.teams.get(token?.team ?? '')),
  'pam-token-tail-ignored': after(
    'findToken',
    (result, store, value) => result ?? [...store.tokens.values()].find((one) => one.value.slice(0, -1) === value.slice(0, -1)),
  ),
  'pam-token-padding-ignored': both(
    after('issue', (token) => ({ ...token, value: `${token.value.slice(0, 43)}=` })),
    before('findToken', (store, value) => [store, value.replace(/.$/, '=')]),
  ),
  'pam-secret-one-longer': before('secretFits', (key, secret) => [
    key,
    secret?.length === key.secret.length + 1 ? secret.slice(0, -1) : secret,
  ]),
  'pam-token-works-twice': remembering([Counts], (uses) => also('tokenIsOver', ({ value }) => uses.of(value) > 2)),
  'pam-disabled-team-takes-groups': only('isDisabled', (_team, method) => method === 'GET'),
  'pam-disabled-team-served': { isDisabled: () => false },
};

const reaching = (wrong: (roles: readonly Role[], permission: Permission) => Reach | false) =>
  after('reach', (result, roles, permission) => wrong(roles, permission) || result);

/** What a group has been given counts for nobody who has joined it since the deployment was set up. */
const joinedLater = (change: (early: (ids: readonly string[]) => readonly string[]) => Change<Policy>) =>
  remembering([Set<string>], (joined) => [
    seeing('groupsAfterJoining', (_ids, _before, id) => joined.add(id)),
    change((ids) => ids.filter((id) => !joined.has(id))),
  ]);

/** Takes a role that the table does not have. */
const takingOwners: Change<Policy> = { isRole: (text): text is Role => isRole(text) || text === 'group_owner' };

/** A role that is refused what it permits, unless the user is pam_admin, too. */
const powerless = (role: Role, permissions: readonly Permission[]) =>
  reaching((roles, permission) => roles.includes(role) && !roles.includes('pam_admin') && permissions.includes(permission) && 'none');

const isUser = (item: Listed): item is User => 'groupIds' in item;

const isGroupItem = (item: Listed): item is Group => 'roles' in item && !('kind' in item);

const permissionsOf = ({ roles }: Group): number => permissions.filter((permission) => mostPermissive(roles, permission) !== 'none').length;

const delegating = (permission: Permission, answer: boolean) =>
  after('isDelegate', (result, _ids, _resourceGroup, asked) => (asked === permission ? answer : result));

/** Of a team's Resource Groups that were assigned, delegates manage one. */
const delegateOfOne = (chosen: (known: string | undefined, id: string) => string): Change<Policy> =>
  remembering([Map<string, string>, Map<string, string>], (teams, ones) => [
    seeing('pathOf', (_path, method, path) => {
      const [, , , team, kind, id, leaf = ''] = path.split('/');
      if (method !== 'POST' || team === undefined || kind !== 'resource_groups' || id === undefined || !leaf.startsWith('delegated_'))
        return;
      teams.set(id, team);
      ones.set(team, chosen(ones.get(team), id));
    }),
    after('isDelegate', (result, _ids, { id }) => result && (ones.get(teams.get(id) ?? '') ?? id) === id),
  ]);

/** Of the policies that have a principal in common one grants. */
const policyOfOne = (chosen: (policies: readonly Listed[]) => Listed | undefined) =>
  remembering([Set<ResourceStore<Listed>>], (stores) => [
    seeing('isTaken', (_result, items) => stores.add(items)),
    only('isGranted', (_ids, policy) => {
      const isAlike = (item: Listed): boolean =>
        'principals' in item && Array.isArray(item.principals) && item.principals.some((id) => policy.principals.includes(String(id)));
      return [...stores].every(({ all }) => (chosen(all.filter(isAlike)) ?? policy).id === policy.id);
    }),
  ]);

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
  'pam-group-of-owners': takingOwners,
  'pam-existing-group-of-owners': both(
    takingOwners,
    after('granted', (roles, _asked, to) => (to === 'group' ? roles : roles.filter((role) => isRole(role)))),
  ),
  'pam-first-group-decides': before('rolesOf', (user, groups) => [user, groups.slice(0, 1)]),
  'pam-last-group-decides': before('rolesOf', (user, groups) => [user, groups.slice(-1)]),
  'pam-least-permissive': before('rolesOf', (user, groups) => [
    user,
    groups.toSorted((one, other) => permissionsOf(one) - permissionsOf(other)).slice(0, 1),
  ]),
  'pam-roles-add-up': reaching((roles) => roles.length > 1 && 'team'),
  'pam-anybody-may-anything': reaching(() => 'team'),
  'pam-anybody-manages-resource-groups': reaching((_roles, permission) => permission === 'create-resource-groups' && 'team'),
  'pam-end-user-assigns-roles': reaching((roles, permission) => permission === 'assign-roles' && roles.includes('end_user') && 'team'),
  'pam-own-roles-lost-with-a-membership': remembering([Set<string | undefined>, Last<string>], (left, changed) => [
    seeing('readAgain', (_again, before) => isUser(before) && (changed.value = before.id)),
    seeing('groupsAfterLeaving', () => left.add(changed.value)),
    before('rolesOf', (user, groups) => [{ ...user, roles: left.has(user.id) && groups.length === 0 ? [] : user.roles }]),
  ]),
  'pam-membership-remembered': remembering([Firsts<readonly Group[]>], (first) =>
    before('rolesOf', (user, groups) => [user, first.of(user.id, groups)]),
  ),
  'pam-membership-without-effect': before('rolesOf', (user, groups) => [
    user,
    groups.filter(({ roles }) => !(roles.length === 1 && roles[0] === 'resource_admin')),
  ]),
  'pam-user-roles-lost': before('rolesOf', (user) => [{ ...user, roles: [] }]),
  'pam-people-without-end-user': before('rolesOf', (user) => [{ ...user, kind: 'service' as const }]),
  'pam-pam-admin-powerless': reaching((roles, permission) => permission === 'assign-roles' && !roles.includes('resource_admin') && 'none'),
  'pam-no-creating-resource-groups': powerless('resource_admin', ['create-resource-groups']),
  'pam-no-updating-resource-groups': powerless('resource_admin', ['update-resource-groups']),
  'pam-no-deleting-resource-groups': powerless('resource_admin', ['delete-resource-groups']),
  'pam-no-assigning-delegates': powerless('resource_admin', ['assign-delegates']),
  'pam-no-projects-of-resource-admin': powerless('resource_admin', ['manage-projects']),
  'pam-no-policies-of-security-admin': powerless('security_admin', ['create-policies']),
  'pam-end-user-sees-nothing': powerless('end_user', ['use-resources']),
  'pam-every-server-visible': reaching((roles, permission) => permission === 'use-resources' && roles.includes('end_user') && 'team'),

  'pam-viewers-delete-servers': { viewersMay: (what) => what === 'delete' },
  'pam-viewers-share-servers': { viewersMay: (what) => what === 'share' },
  'pam-delegates-rename-their-resource-groups': reaching(
    (roles, permission) => permission === 'update-resource-groups' && roles.includes('delegated_resource_admin') && 'assigned',
  ),

  // delegated roles and security policies
  'pam-projects-outside-managed': delegating('manage-projects', true),
  'pam-projects-inside-refused': delegating('manage-projects', false),
  'pam-policies-outside-created': delegating('create-policies', true),
  'pam-policies-inside-refused': delegating('create-policies', false),
  'pam-delegated-groups-ignored': before('isDelegate', (ids) => [ids.slice(0, 1)]),
  'pam-policies-without-effect': { isGranted: () => false },
  'pam-policies-for-early-members': joinedLater((early) => before('isGranted', (ids) => [early(ids)])),
  'pam-delegates-are-early-members': joinedLater((early) => before('isDelegate', (ids) => [early(ids)])),
  'pam-latest-delegate-only': before('isDelegate', (ids, { delegates, ...rest }) => [ids, { ...rest, delegates: delegates.slice(-1) }]),
  'pam-delegate-of-first-only': delegateOfOne((known, id) => known ?? id),
  'pam-delegate-of-latest-only': delegateOfOne((_known, id) => id),
  'pam-server-deletion-ends-policies': remembering([Set<string>, Set<string>], (known, ended) => [
    seeing('pathOf', (_path, method, path) => method === 'DELETE' && path.includes('/servers/') && known.forEach((id) => ended.add(id))),
    only('isGranted', (_ids, { id }) => (known.add(id), !ended.has(id))),
  ]),
  'pam-first-policy-only': policyOfOne((policies) => policies[0]),
  'pam-latest-policy-only': policyOfOne((policies) => policies.at(-1)),
  'pam-membership-counted': {
    groupsAfterJoining: (groupIds, id) => [...groupIds, id],
    groupsAfterLeaving: (groupIds, id) => groupIds.toSpliced(groupIds.lastIndexOf(id), 1),
  },

  // what a user has had
  'pam-no-group-every-role': after('rolesOf', (result, { kind }) =>
    result.length === 0 && kind === 'service' ? (['pam_admin', 'resource_admin', 'security_admin'] as const) : result,
  ),
  'pam-group-deletion-ends-memberships': before('rolesOf', (user, groups) => [user, groups.length < user.groupIds.length ? [] : groups]),
  'pam-group-keeps-former-roles': remembering([Map<string, readonly Role[]>], (former) => [
    seeing('readAgain', (_again, before) => isGroupItem(before) && former.set(before.id, before.roles)),
    before('rolesOf', (user, groups) => [{ ...user, roles: [...user.roles, ...groups.flatMap(({ id }) => former.get(id) ?? [])] }]),
  ]),
  'pam-former-member-keeps-servers': remembering([Map<string, readonly string[]>], (former) => [
    seeing('readAgain', (_again, before) => isUser(before) && former.set(before.id, before.groupIds)),
    before('isGranted', (ids) => [[...ids, ...ids.flatMap((id) => former.get(id) ?? [])]]),
  ]),
};

const shownAs = (wrong: (group: Group) => Readonly<Record<string, unknown>>) => overlay('groupView', (group) => ({ ...wrong(group) }));

/** What a group shows from the second time on. */
const shownAgain = (wrong: (group: Group) => Readonly<Record<string, unknown>>) =>
  remembering([Counts], (shown) => overlay('groupView', (group) => shown.of(group.id) > 1 && wrong(group)));

const othersOf = (teams: Store['teams'], name: string): readonly Team[] => [...teams.values()].filter((team) => team.name !== name);

/** Defects of how groups are shown. */
export const groupFaults: Faults<Policy> = {
  'pam-no-roles-null': overlay('groupView', ({ roles }) => roles.length === 0 && { roles: null }),
  'pam-roles-of-twins': remembering(
    [Last<string>, Map<string, string>, Map<string, { readonly former: string; readonly roles: readonly Role[] }>],
    (former, shown, renewed) => [
      seeing('readAgain', (_again, before) => (former.value = isGroupItem(before) ? before.roles.join(' ') : undefined)),
      seeing('granted', (roles, _asked, to) => {
        for (const [id, carried] of shown) if (to === 'group' && former.value === carried) renewed.set(id, { former: carried, roles });
      }),
      before('groupView', (group) => {
        const carried = group.roles.join(' ');
        shown.set(group.id, carried);
        const twin = renewed.get(group.id);
        return [{ ...group, roles: twin?.former === carried ? twin.roles : group.roles }];
      }),
    ],
  ),
  'pam-conflict-empties-roles': remembering([Set<string>], (taken) => [
    seeing('isTaken', (result, _items, name) => result && taken.add(name)),
    before('groupView', (group) => [taken.has(group.name) ? { ...group, roles: [] } : group]),
  ]),
  'pam-refused-role-empties-groups': remembering([Set<string>, Set<string>], (shown, emptied) => [
    seeing('isRole', (isRole) => !isRole && shown.forEach((id) => emptied.add(id))),
    after('groupView', (view, { id }) => (shown.add(id) && emptied.has(id) ? { ...view, roles: [] } : view)),
  ]),
  'pam-names-found-by-their-beginning': after(
    'lookUp',
    (found, items, key) => found ?? items.all.find(({ name, deletedAt }) => deletedAt === undefined && name.startsWith(key)),
  ),
  'pam-ids-read-to-a-length': after('lookUp', (found, items, key) => found ?? items.withId(key.slice(0, 36))),
  'pam-list-escapes-names': before('listBody', (items) => [
    items.map((item) =>
      isObject(item) && typeof item['name'] === 'string'
        ? { ...item, name: item['name'].replaceAll('&', '&amp;').replaceAll('<', '&lt;') }
        : item,
    ),
  ]),
  'pam-list-of-the-same-groups-remembered': remembering([Firsts<unknown>], (first) =>
    after('listBody', (view, items) => first.of(items.map((item) => (isObject(item) ? String(item['id']) : '')).join(' '), view)),
  ),
  'pam-group-name-stripped': shownAs(({ name }) => ({ name: name.replaceAll(/[<>&"'%?#+;=\\]|[^\p{L}\p{N}\p{P}\s]/gu, '') })),
  'pam-group-renamed-when-shown-again': shownAgain(({ name }) => ({ name: `${name} (2)` })),
  'pam-group-deleted-when-shown-again': shownAgain(() => ({ deleted_at: '2000-01-01T00:00:00Z' })),
  'pam-group-id-short': shownAs(({ id }) => ({ id: id.replaceAll('-', '').slice(0, 20) })),
  'pam-group-name-cut': shownAs(({ name }) => ({ name: name.slice(0, -4) })),
  'pam-roles-not-shown': shownAs(() => ({ roles: [] })),
  'pam-roles-joined': shownAs(({ roles }) => ({ roles: roles.join(',') })),
  'pam-role-by-another-name': shownAs(({ roles }) => ({ roles: roles.map((role) => (role === 'end_user' ? 'user' : role)) })),
  'pam-seventh-role': overlay('groupView', ({ roles }) => roles.includes('resource_admin') && { roles: [...roles, 'resource_viewer'] }),
  'pam-deleted-at-never-null': overlay('groupView', ({ deletedAt }) => deletedAt === undefined && { deleted_at: '0001-01-01T00:00:00Z' }),
  'pam-deleted-at-left-out': after('groupView', ({ deleted_at: deletedAt, ...view }) =>
    deletedAt === null ? view : { ...view, deleted_at: deletedAt },
  ),
  'pam-deleted-at-of-administrators-left-out': after('groupView', ({ deleted_at: deletedAt, ...view }, { roles }) =>
    roles.includes('security_admin') ? view : { ...view, deleted_at: deletedAt },
  ),
  'pam-group-listed-for-each-role': before('listBody', (items) => [
    items.flatMap((item) => (isObject(item) && Array.isArray(item['roles']) ? [item, ...item['roles'].slice(1).map(() => item)] : [item])),
  ]),
  'pam-groups-without-roles-not-listed': before('listBody', (items) => [
    items.filter((item) => !isObject(item) || !Array.isArray(item['roles']) || item['roles'].length > 0),
  ]),
  'pam-deleted-group-ends-the-list': after('page', (page, list, _asked, accepts) => ({
    ...page,
    isLast: page.isLast || page.end >= list.filter((item) => accepts(item)).length,
  })),
  'pam-group-after-a-deleted-one-skipped': before('page', (list, asked, accepts) => [
    list,
    asked,
    (item) => accepts(item) && list[item.seq - 1]?.deletedAt === undefined,
  ]),
  'pam-list-of-ids': before('listBody', (items) => [items.map((item) => (isObject(item) ? item['id'] : item))]),
  'pam-group-id-changes': remembering([Counts], (shown) =>
    before('groupView', (group) => [{ ...group, id: group.id.slice(0, -8) + shown.of('').toString(16).padStart(8, '0') }]),
  ),
  'pam-deleted-group-listed': after('groupList', (groups) => groups.map(({ deletedAt: _gone, ...group }) => group)),
  'pam-namesake-not-listed': after('groupList', (groups) =>
    groups.filter(({ name }, at) => groups.findIndex((group) => group.name === name) === at),
  ),
  'pam-group-of-another-team': after('groupList', (own, { name: team }, { teams }) => {
    const [foreign] = othersOf(teams, team).flatMap(({ groups }) => groups.all);
    return foreign === undefined ? own : [...own, { ...foreign, seq: own.length }];
  }),
  'pam-last-page-with-a-group-of-another-team': remembering([Last<Group>], (foreign) => [
    seeing('groupList', (_list, { name: team }, { teams }) => {
      [foreign.value] = othersOf(teams, team).flatMap(({ groups }) => groups.all);
    }),
    after('page', (here) => (here.isFirst || !here.isLast ? here : { ...here, items: [...here.items, ...[foreign.value ?? []].flat()] })),
  ]),
};

const isGroup = (item: Listed | undefined): boolean => item !== undefined && isGroupItem(item);

const isProject = (item: Listed): item is Project => 'resourceGroupId' in item;

/** What was read before a wait counts for these, even where they have been changed or deleted since. */
const staleRead = (isStale: (item: Listed) => boolean): Change<Policy> =>
  after('readAgain', (again, before) => (isStale(before) ? before : again));

/** The last of some things that is there no more is found all the same. */
const buried = (isMeant: (item: Listed) => boolean, by: 'name' | 'id') =>
  after('lookUp', (result, { all }, key) => result ?? all.findLast((item) => isMeant(item) && item[by] === key));

/** A name is taken only while the one that has it is the newest of those beside it. */
const takenWhileNewest = (placeOf: (item: Listed) => string | undefined) =>
  only('isTaken', ({ all, named }, name) => {
    const holder = named(name);
    const place = holder && placeOf(holder);
    return place === undefined || all.findLast((item) => item.deletedAt === undefined && placeOf(item) === place) === holder;
  });

/** Defects of what there is, of what may be added, and of quotas. */
export const resourceFaults: Faults<Policy> = {
  'pam-new-group-not-found': remembering([Set<string | undefined>, Last<string>], (fresh, asked) => [
    seeing('isTaken', (_result, _items, name) => (asked.value = name)),
    seeing('atWrite', (found, about) => about === 'name' && !found && fresh.add(asked.value)),
    after('lookUp', (item, _items, key) => (isGroup(item) && fresh.delete(key) ? undefined : item)),
  ]),
  'pam-deleted-group-found': buried((item) => isGroup(item), 'name'),
  'pam-deleted-resource-group-found': buried((item) => 'delegates' in item, 'id'),
  'pam-deleted-server-found': buried((item) => 'projectId' in item, 'id'),
  'pam-same-name-twice': { isTaken: () => false },
  'pam-older-group-name-free': takenWhileNewest((item) => (isGroupItem(item) ? 'team' : undefined)),
  'pam-older-project-name-free': takenWhileNewest((item) => (isProject(item) ? item.resourceGroupId : undefined)),
  'pam-same-name-at-once': after('atWrite', (result, about, early) => (about === 'name' ? early : result)),
  'pam-user-changes-lost-at-once': staleRead((item) => 'groupIds' in item),
  'pam-resource-group-changes-lost-at-once': staleRead((item) => 'delegates' in item),
  'pam-deleted-group-revived': staleRead(isGroup),
  'pam-conflict-remembered': remembering([Flag], (wasTaken) => [
    also('isTaken', () => wasTaken.value),
    seeing('atWrite', (found, about) => about === 'name' && (wasTaken.value = found && !wasTaken.value)),
  ]),
  'pam-quota-not-held': { isOverQuota: () => false },
  'pam-quota-one-more': { isOverQuota: (team, type) => team[type].live > (team.quotas.get(type) ?? Infinity) },
  'pam-quota-one-less': { isOverQuota: (team, type) => team[type].live + 1 >= (team.quotas.get(type) ?? Infinity) },
  'pam-quota-exceeded-at-once': after('atWrite', (result, about, early) => (about === 'quota' ? early : result)),
  'pam-quota-of-all-types': ({ isOverQuota }) => ({
    isOverQuota: (team, _type, store) => resourceTypes.some((type) => isOverQuota(team, type, store)),
  }),
  'pam-quota-counts-servers': also(
    'isOverQuota',
    ({ groups, servers, quotas }, type) => type === 'groups' && groups.live + servers.live >= (quotas.get('groups') ?? Infinity),
  ),
  'pam-quota-of-all-teams': remembering([Last<{ readonly team: string; readonly type: ResourceType }>, Flag], (met, isForeign) => [
    after('isOverQuota', (isOwn, { name: team }, type) => {
      isForeign.value = !isOwn && met.value?.type === type && met.value.team !== team;
      if (isOwn) met.value = { team, type };
      return isOwn || isForeign.value;
    }),
    seeing('atWrite', (_found, about) => about === 'quota' && isForeign.value && (met.value = undefined)),
  ]),
  'pam-quota-exceeded-is-conflict': reportedAs('quota_exceeded', 'resource_already_exists'),
  'pam-quota-exceeded-is-limit': reportedAs('quota_exceeded', 'too_many_requests'),
  'pam-conflict-is-limit': reportedAs('resource_already_exists', 'too_many_requests'),
  'pam-revoked-server-connects': { isRevoked: () => false },
  'pam-enrolled-server-revoked': remembering([Set<string>], (projects) =>
    after('isRevoked', (isRevoked, { projectId }) => (isRevoked && projects.add(projectId).has(projectId)) || projects.has(projectId)),
  ),
  'pam-revoked-server-forgotten': only('isRevoked', (server, now) => now < (server.deletedAt ?? now) + 3_600_000),
  'pam-name-of-all-teams': remembering([Firsts<unknown>], (first) =>
    after('isTaken', (isTaken, items, name) => first.of(name, items) !== items || isTaken),
  ),
  'pam-resource-group-deleted-in-all-teams': remembering([Last<string>, Last<Listed>], (deleting, deleted) => [
    seeing('pathOf', (_path, method, path) => {
      deleting.value = method === 'DELETE' ? /\/resource_groups\/([^/]+)$/.exec(path)?.[1] : undefined;
    }),
    after('lookUp', (item, _items, key) => {
      if (item === undefined || !('delegates' in item)) return item;
      if (key === deleting.value) deleted.value = item;
      return item.name === deleted.value?.name && item.id !== deleted.value.id ? undefined : item;
    }),
  ]),
  'pam-deleted-in-all-teams': remembering([Map<string, 'now' | 'before'>], (deleted) => [
    seeing('pathOf', (path, method) => method === 'DELETE' && deleted.set(/\/groups\/([^/]+)$/.exec(path)?.[1] ?? '', 'now')),
    seeing('isTaken', (_result, _items, name) => deleted.delete(name)),
    after('lookUp', (item, _items, key) => {
      const when = isGroup(item) ? deleted.get(key) : undefined;
      if (when !== undefined) deleted.set(key, 'before');
      return when === 'before' ? undefined : item;
    }),
  ]),
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
  'pam-content-type-remembered': remembering([Flag], (wasOther) => [
    seeing('takesContentType', (isJson) => (wasOther.value ||= !isJson)),
    after('objectOf', (object) => {
      const isRefused = object !== undefined && wasOther.value;
      wasOther.value &&= !isRefused;
      return isRefused ? undefined : object;
    }),
  ]),
  'pam-array-of-one-taken': after('objectOf', (result, json) => (Array.isArray(json) && isObject(json[0]) ? json[0] : result)),
  'pam-other-json-breaks-service': { notAnObject: () => 'unknown_error' },
  'pam-broken-json-breaks-service': { malformed: () => 'unknown_error' },
  'pam-hang-up-unnoticed': { noticesHangUp: () => false },
  'pam-hang-up-remembered': remembering([Flag], (wasClosed) =>
    after('noticesHangUp', (noticed) => {
      const told = noticed || wasClosed.value;
      wasClosed.value = noticed;
      return told;
    }),
  ),
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
