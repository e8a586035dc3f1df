import { expect, test } from 'vitest';
import type { Step } from '../model/types.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile } from '../profile/profile-fixtures.ts';
import type { Reply } from './transport-fixtures.ts';
import { driveCase, probeOf, type DrivenCase, type DriveParts } from './fixtures.ts';

const API = 'https://doors.example.test/api';
const spec = doorSpec({
  callers: [
    { name: 'trusted', header: 'Authorization', value: 'Door {credential}', credential: 'apiToken', clauses: [] },
    { name: 'public', default: true, clauses: [] },
  ],
});
const profile = sampleProfile(
  { bindings: { knock: { ...KNOCK_BINDING } } },
  {
    credentials: { authentication: { apiToken: 'canary-token', tenant: 'T1' } },
    headers: { authentication: { 'X-Tenant': '{tenant}/{other}' } },
  },
);
const open: Step = { call: 'openDoor', with: { id: 'd1', key: 'k' } };

/** Opens the door, which is answered so, then takes the step. */
async function after(reply: Reply, step: Step, parts: DriveParts = {}): Promise<DrivenCase> {
  return driveCase(probeOf(spec, open, step), { spec, profile, answer: (_request, ordinal) => (ordinal === 1 ? reply : {}), ...parts });
}

test('a body is altered as the step says', async () => {
  const { requests } = await driveCase(probeOf(spec, { ...open, altered: { members: { more: [1] }, padding: 2, unfinished: true } }), {
    spec,
    profile,
  });
  expect(requests[0]?.body).toBe('{  "key":"k","more":[1]');
});

const linked = (link: unknown): Reply => ({ body: { state: 'OPEN', _links: { shut: link } } });
const aimed = ({ requests }: DrivenCase): unknown => requests.slice(1).map(({ method, url, body }) => [method, url, body]);

test.each<[string, unknown, Step, unknown]>([
  [
    'to where it leads, by the documented method where it is among those allowed',
    { href: `${API}/doors/d1/shut`, hints: { allow: ['PUT', 'POST'] } },
    { follow: 'shut' },
    [['POST', `${API}/doors/d1/shut`, undefined]],
  ],
  [
    'with the documented method where it allows none',
    { href: `${API}/doors/d1/shut` },
    { follow: 'shut' },
    [['POST', `${API}/doors/d1/shut`, undefined]],
  ],
  [
    'with arguments as a body',
    { href: `${API}/doors/d1/shut` },
    { follow: 'shut', with: { slowly: true } },
    [['POST', `${API}/doors/d1/shut`, '{"slowly":true}']],
  ],
  ['relative to the service', { href: '/api/doors/d1/shut?a=b' }, { follow: 'shut' }, [['POST', `${API}/doors/d1/shut?a=b`, undefined]]],
  ['the first of several', [{ href: `${API}/one` }, { href: `${API}/two` }], { follow: 'shut' }, [['POST', `${API}/one`, undefined]]],
  ['by a pointer', { href: `${API}/doors/d1/shut` }, { follow: '/_links/shut' }, [['POST', `${API}/doors/d1/shut`, undefined]]],
])('a link is followed %s', async (_what, link, step, wanted) => {
  expect(aimed(await after(linked(link), step))).toEqual(wanted);
});

test('a link is found where the binding says that the resource stands, and followed as its own binding says', async () => {
  const binding = { query: { key: '$key' }, headers: { 'X-Slowly': 'by={slowly}' }, body: { how: { slowly: '$slowly' } } };
  const moved = sampleProfile({ bindings: { openDoor: { response: { root: '/door' } }, shutDoor: binding } });
  const reply = { body: { door: { _links: { shut: { href: `${API}/doors/d1/shut?at=1` } } } } };
  const { requests } = await after(reply, { follow: 'shut', with: { slowly: 'yes', key: 'k' } }, { profile: moved });
  expect(requests.slice(1).map(({ method, url, headers, body }) => [method, url, headers['x-slowly'], body])).toEqual([
    ['POST', `${API}/doors/d1/shut?at=1&key=k`, 'by=yes', '{"how":{"slowly":"yes"}}'],
  ]);
});

test('a link of the Link header is followed by GET, in the name of the operation that answered', async () => {
  const driven = await after({ headers: { link: `<${API}/doors/d2>; rel="next"` } }, { follow: 'next' });
  expect([aimed(driven), driven.exchanges[1]?.operation]).toEqual([[['GET', `${API}/doors/d2`, undefined]], 'openDoor']);
});

test.each([
  ['?after=2', `${API}/doors/d1/open?after=2`],
  ['/other/doors?after=2', 'https://doors.example.test/other/doors?after=2'],
])('a link %s of the Link header is meant from the page that has it', async (target, url) => {
  expect(aimed(await after({ headers: { link: `<${target}>; rel="next"` } }, { follow: 'next' }))).toEqual([['GET', url, undefined]]);
});

test('what a step puts into the query takes the place of what a link has there; the rest of the link stays letter by letter', async () => {
  const driven = await after(
    { headers: { link: `<${API}/doors?at=%7e~%20+&count=2&count=3>; rel="next"` } },
    { follow: 'next', query: { count: '1' } },
  );
  expect(aimed(driven)).toEqual([['GET', `${API}/doors?at=%7e~%20+&count=1`, undefined]]);
});

test('a walk follows the relation until an answer lacks it', async () => {
  const pages = [`<${API}/doors/2>; rel=next`, `<${API}/doors/3>; rel=next`, `<${API}/doors/1>; rel=prev`];
  const { requests, exchanges, driven } = await driveCase(
    probeOf(spec, { call: 'getDoor', with: { id: '1' } }, { walk: 'next' }, { call: 'getDoor', with: { id: '9' } }),
    {
      spec,
      profile,
      answer: (_request, ordinal) => ({ headers: { link: pages[ordinal - 1] ?? '' } }),
    },
  );
  expect(requests.map(({ url }) => url)).toEqual(['1', '2', '3', '9'].map((id) => `${API}/doors/${id}`));
  expect([exchanges.map(({ place }) => place.at), driven.blocked]).toEqual([['steps/0', 'steps/1', 'steps/1', 'steps/2'], undefined]);
});

/** A walk to the end and back over pages that have these links, each to pages by their numbers. */
async function thereAndBack(...pages: readonly Readonly<Record<string, number>>[]): Promise<readonly string[]> {
  const { requests } = await driveCase(probeOf(spec, { call: 'getDoor', with: { id: '1' } }, { walk: 'next' }, { walk: 'prev' }), {
    spec,
    profile,
    answer: ({ url }) => {
      const links = Object.entries(pages[Number(url.split('/').at(-1)) - 1] ?? {});
      return links.length === 0 ? {} : { headers: { link: links.map(([rel, page]) => `<${API}/doors/${page}>; rel=${rel}`).join(', ') } };
    },
  });
  return requests.map(({ url }) => url.split('/').at(-1) ?? '');
}

test.each<[string, readonly Readonly<Record<string, number>>[], string]>([
  ['from the last page, where it links back', [{ next: 2 }, { next: 3, prev: 1 }, { prev: 2 }], '1 2 3 2 1'],
  ['from the page before, where the last page has no links', [{ next: 2 }, { next: 3, prev: 1 }, {}], '1 2 3 1'],
  ['not at all, where no page links back', [{ next: 2 }, { next: 3 }, {}], '1 2 3'],
  ['not at all, where there is one page', [{}], '1'],
])('a walk goes back %s', async (_what, pages, order) => {
  expect((await thereAndBack(...pages)).join(' ')).toBe(order);
});

test.each<[string, Step, Reply, number]>([
  ['at once where there is no link', { walk: 'next' }, {}, 1],
  ['at a refusal, whatever link it has', { walk: 'next' }, { status: 503, headers: { link: `<${API}/doors/2>; rel=next` } }, 1],
  ['at the mildest refusal', { walk: 'next' }, { status: 400, headers: { link: `<${API}/doors/2>; rel=next` } }, 1],
  ['where a link leads back to where it has been', { walk: 'next' }, { headers: { link: `<${API}/doors/2>; rel=next` } }, 2],
  ['after as many requests as it says', { walk: 'next', times: 4 }, { headers: { link: `<${API}/doors/2>; rel=next` } }, 5],
])('a walk ends %s', async (_what, step, reply, sent) => {
  const { driven } = await after(reply, step, { answer: () => reply });
  expect(driven).toEqual({ sent, blocked: undefined });
});

test('a walk that meets another link on every page ends when it has lost its way', async () => {
  const { steps, ...planned } = probeOf(spec, { call: 'getDoor', with: { id: '1' } }, { walk: 'next' });
  const { driven } = await driveCase(
    { ...planned, steps: steps.map((step) => ({ ...step, most: 7 })) },
    { spec, profile, answer: (_request, ordinal) => ({ headers: { link: `<${API}/doors/${ordinal + 1}>; rel=next` } }) },
  );
  expect(driven).toEqual({ sent: 8, blocked: undefined });
});

test.each([
  ['is not there', {}, "the previous answer has no link 'shut'"],
  ['has no address', linked({ name: 'shut' }), "the previous answer has no link 'shut'"],
  ['is no URL', linked({ href: 'https://' }), "the link 'shut' is no URL: https://"],
  [
    'allows no method of HTTP',
    linked({ href: `${API}/x`, hints: { allow: ['post'] } }),
    "the link 'shut' allows 'post', which is no method of HTTP",
  ],
  [
    'leads to another host',
    linked({ href: 'https://evil.test/doors/d1/shut' }),
    "the link 'shut' leads to another origin, https://evil.test",
  ],
  [
    'leads to another scheme',
    linked({ href: 'http://doors.example.test/doors/d1/shut' }),
    "the link 'shut' leads to another origin, http://doors.example.test",
  ],
  [
    'leads to another port',
    linked({ href: 'https://doors.example.test:8443/' }),
    "the link 'shut' leads to another origin, https://doors.example.test:8443",
  ],
  ['hides another host', linked({ href: '//evil.test/doors' }), "the link 'shut' leads to another origin, https://evil.test"],
  [
    'names the host as a user',
    linked({ href: 'https://doors.example.test@evil.test/' }),
    "the link 'shut' leads to another origin, https://evil.test",
  ],
])('a link that %s is not followed', async (_what, reply, because) => {
  const { driven, requests } = await after(reply, { follow: 'shut', caller: 'trusted' });
  const foreign = because.includes('another origin');
  const remedy = foreign ? ': name it under permissions.origins if it may be followed' : '';
  expect([requests.length, driven.blocked]).toEqual([1, { because: `${because}${remedy}`, blame: foreign ? 'config' : 'target' }]);
});

test('an origin that the profile permits is followed without any credential', async () => {
  const permitted = { ...profile, permissions: { ...profile.permissions, origins: ['https://other.test'] } };
  const { requests, driven } = await after(
    linked({ href: 'https://other.test/shut' }),
    { follow: 'shut', caller: 'trusted' },
    { profile: permitted },
  );
  expect([driven.blocked, requests[1]?.url]).toEqual([undefined, 'https://other.test/shut']);
  expect(JSON.stringify(requests[1])).not.toContain('canary');
  expect(Object.keys(requests[1]?.headers ?? {})).toEqual(['accept', 'user-agent']);
});

test('nothing that may be a credential goes to another origin: no header of the step, and no body at all', async () => {
  const permitted = { ...profile, permissions: { ...profile.permissions, origins: ['https://other.test'] } };
  const there = linked({ href: 'https://other.test/shut' });
  const withHeader = await after(there, { follow: 'shut', headers: { Authorization: 'Door canary-1' } }, { profile: permitted });
  expect(Object.keys(withHeader.requests[1]?.headers ?? {})).toEqual(['accept', 'user-agent']);
  const withBody = await after(there, { follow: 'shut', with: { key: 'canary-1' } }, { profile: permitted });
  expect([withBody.requests.length, withBody.driven.blocked]).toEqual([
    1,
    { because: "the link 'shut' leads to another origin, https://other.test, and would take a body there", blame: 'config' },
  ]);
  const services = sampleProfile({ bindings: { shutDoor: { query: { key: '$key' } } } }).services;
  const withQuery = await after(there, { follow: 'shut', with: { key: 'canary-1' } }, { profile: { ...permitted, services } });
  expect([withQuery.requests.length, withQuery.driven.blocked]).toEqual([
    1,
    { because: "the link 'shut' leads to another origin, https://other.test, and would take a query there", blame: 'config' },
  ]);
});

test('a caller’s credential goes in its header, and the service’s own headers go with every request', async () => {
  const { requests, events } = await driveCase(probeOf(spec, { ...open, caller: 'trusted' }, open), { spec, profile });
  expect(requests.map(({ headers }) => [headers['authorization'], headers['x-tenant']])).toEqual([
    ['Door canary-token', 'T1/{other}'],
    [undefined, 'T1/{other}'],
  ]);
  expect(JSON.stringify(events)).not.toContain('canary');
});

test('a binding may say which caller an operation has', async () => {
  const bound = sampleProfile({ bindings: { knock: { ...KNOCK_BINDING, caller: 'trusted' } } }, { credentials: profile.credentials });
  const { requests } = await driveCase(probeOf(spec, { call: 'knock', with: { id: 'd1' } }), { spec, profile: bound });
  expect([requests[0]?.url, requests[0]?.headers['authorization']]).toEqual([`${API}/doors/d1/knock`, 'Door canary-token']);
});

test.each<[string, Step, string]>([
  ['a credential', { ...open, caller: 'trusted' }, 'caller trusted needs credentials.apiToken in the profile'],
  ['a binding', { call: 'knock', with: { id: 'd1' } }, 'operation knock needs bindings.knock with method and path'],
  ['an argument', { call: 'getDoor' }, 'operation getDoor needs a value for id'],
])('without %s that it needs nothing is sent, and the configuration is to blame', async (_what, step, because) => {
  const { driven } = await driveCase(probeOf(spec, step), { spec, profile: sampleProfile() });
  expect(driven).toEqual({ sent: 0, blocked: { because, blame: 'config' } });
});

test.each(['https://doors.example.test/api', 'https://doors.example.test/api/'])(
  'paths stand under the base address %s',
  async (baseUrl) => {
    const { requests } = await driveCase(probeOf(spec, open), { spec, profile: sampleProfile({ baseUrl }) });
    expect(requests[0]?.url).toBe(`${API}/doors/d1/open`);
  },
);

test.each<[string, unknown, string]>([
  [
    'whose operation shows only when it comes',
    { href: `${API}/doors/d1/shut`, hints: { allow: ['POST'] } },
    'permissions.mutate does not permit shutDoor',
  ],
  [
    'that leads to no documented operation and does not only read',
    { href: `${API}/elsewhere`, hints: { allow: ['PUT'] } },
    'permissions.mutate does not permit PUT to a link whose operation is not documented',
  ],
])('a link %s is not followed against the permissions', async (_what, next, because) => {
  const read: Step = { call: 'getDoor', with: { id: 'd1' } };
  const { requests, driven } = await driveCase(probeOf(spec, read, { follow: 'next' }), {
    spec,
    profile: { ...profile, permissions: { ...profile.permissions, mutate: false } },
    answer: () => ({ body: { _links: { next } } }),
  });
  expect([requests.length, driven.blocked]).toEqual([1, { because, blame: 'config' }]);
});

test.each<[string, Step, string | undefined]>([
  ['whoever calls it as usual', { call: 'getDoor', with: { id: 'd1' } }, 'Bearer other-token'],
  ['whoever shows a credential of the profile', { call: 'getDoor', with: { id: 'd1' }, caller: 'trusted' }, 'Bearer other-token'],
  ['nobody who shows none on purpose', { call: 'getDoor', with: { id: 'd1' }, caller: 'public' }, undefined],
  ['nobody who is to be refused', { call: 'getDoor', with: { id: 'd1' }, caller: 'stranger' }, 'wrong-token'],
  ['nobody at another operation', { ...open, caller: 'trusted' }, 'Door canary-token'],
])("an operation's own credential is shown by %s", async (_who, step, authorization) => {
  const stranger = { name: 'stranger', header: 'Authorization', credential: 'wrong', refused: true as const, clauses: [] };
  const callers = [...(spec.authentication.callers ?? []), stranger];
  const { requests } = await driveCase(probeOf(spec, step), {
    spec: doorSpec({ callers }),
    profile: sampleProfile(
      { operationCredentials: [{ credential: 'other', operations: ['get*'], scheme: 'Bearer' }] },
      { credentials: { authentication: { apiToken: 'canary-token', other: 'other-token', wrong: 'wrong-token' } } },
    ),
  });
  expect(requests.at(-1)?.headers['authorization']).toBe(authorization);
});
