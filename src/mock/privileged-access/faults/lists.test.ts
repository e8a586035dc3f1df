import { groupFaults, pageFaults } from '../faults.ts';
import { inState, statusesOf, testFaults, type Trial } from './test-faults.ts';
import { linksOf, namesOf, walk, type Reply } from '../try-out.ts';

/** The groups of each page by their numbers, the relations of its links, and the count in them. */
const pages =
  (count: number, query: string): Trial =>
  async (faults) => {
    const { service, given, token } = await inState(faults, 'a team with groups', { count });
    const seen = await walk(service, token, `/v1/teams/${given['team_name']}/groups${query}`, 12);
    return seen
      .map((page) => {
        const links = Object.entries(linksOf(page)).map(([rel, url]) => `${rel}${new URL(url).searchParams.get('count') ?? ''}`);
        return `${page.status === 200 ? namesOf(page).length : page.status}:${numbersOf(page)} ${links.join(' ')}`.trim();
      })
      .join(' | ');
  };

function numbersOf(page: Reply): string {
  const numbers = namesOf(page).map((name) => Number(String(name).split('-')[1]));
  return numbers.length > 6 ? `${numbers[0]}..${numbers.at(-1)}` : numbers.join(',');
}

/** The text with what is random in it replaced: ids by their order, the rest by a length or a star. */
function masked(text: string): string {
  const seen: string[] = [];
  const order = (id: string): string => {
    if (!seen.includes(id)) seen.push(id);
    return `#${seen.indexOf(id) + 1}`;
  };
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, order)
    .replace(/"id":"([0-9a-f]+)"/g, (_all, id: string) => `"id":"${id.length} digits"`)
    .replace(/(group-\d+)-(\w+)/g, (_all, name: string, rest: string) => `${name}-*${rest.length}`)
    .replace(/team-\w+/g, 'team-*')
    .replace(/(offset|after)=[^&>]+/g, '$1=*');
}

/** The names of groups that the trial has made. */
function ownNames(pages: readonly Reply[]): string {
  return pages
    .flatMap((page) => namesOf(page))
    .filter((name) => String(name).length === 1)
    .join(' ');
}

testFaults(
  { ...pageFaults, ...groupFaults },
  {
    'no groups': {
      sound: '{"list":[]}',
      look: async (faults) =>
        JSON.stringify((await (await inState(faults, 'a team with groups', { count: 0 })).send('GET', '/groups')).body),
    },
    'groups with several roles and none': {
      sound: 'a b',
      look: async (faults) => {
        const { send } = await inState(faults, 'a service user with an API key');
        await send('POST', '/groups', { name: 'a', roles: ['end_user', 'resource_admin'] });
        await send('POST', '/groups', { name: 'b', roles: [] });
        return ownNames([await send('GET', '/groups')]);
      },
    },
    'groups after a deletion, one a page': {
      sound: 'b c',
      look: async (faults) => {
        const { send, service, given, token } = await inState(faults, 'a service user with an API key');
        for (const name of ['a', 'b', 'c']) await send('POST', '/groups', { name, roles: ['end_user'] });
        await send('DELETE', '/groups/a');
        return ownNames(await walk(service, token, `/v1/teams/${given['team_name']}/groups?count=1`, 12));
      },
    },
    'a group of security administrators': {
      sound: 'id name roles deleted_at',
      look: async (faults) => {
        const { send } = await inState(faults, 'a team with groups', { count: 1, role: 'security_admin' });
        return Object.keys(Object((await send('GET', '/groups')).body).list[0]).join(' ');
      },
    },
    'a group with special characters': {
      sound: 'R&D <1> null R&D <1>',
      look: async (faults) => {
        const { send } = await inState(faults, 'a service user with an API key');
        await send('POST', '/groups', { name: 'R&D <1>', roles: [] });
        const { name, deleted_at } = Object((await send('GET', `/groups/${encodeURIComponent('R&D <1>')}`)).body);
        return `${name} ${deleted_at} ${Object((await send('GET', '/groups')).body).list.at(-1).name}`;
      },
    },
    'five groups, two a page': { sound: '2:1,2 next2 | 2:3,4 next2 prev2 | 1:5 prev2', look: pages(5, '?count=2') },
    'six groups, two a page': { sound: '2:1,2 next2 | 2:3,4 next2 prev2 | 2:5,6 prev2', look: pages(6, '?count=2') },
    'thirty groups, eleven a page': { sound: '11:1..11 next11 | 11:12..22 next11 prev11 | 8:23..30 prev11', look: pages(30, '?count=11') },
    'a hundred and one groups': { sound: '100:1..100 next | 1:101 prev', look: pages(101, '') },
    'a hundred and ten groups, 110 a page': { sound: '400:', look: pages(110, '?count=110') },
    'a hundred and ten groups, 99 a page': { sound: '99:1..99 next99 | 11:100..110 prev99', look: pages(110, '?count=99') },
    'eleven hundred groups': {
      sound:
        '100:1..100 next | 100:101..200 next prev | 100:201..300 next prev | 100:301..400 next prev | 100:401..500 next prev | 100:501..600 next prev | 100:601..700 next prev | 100:701..800 next prev | 100:801..900 next prev | 100:901..1000 next prev | 100:1001..1100 prev',
      look: pages(1100, ''),
    },
    'groups with roles and without': {
      sound: '[] ["end_user"] ["resource_admin"] ["end_user"] 409 ["end_user"]',
      look: async (faults) => {
        const { send } = await inState(faults, 'a service user with an API key');
        const roles = async (name: string): Promise<string> => JSON.stringify(Object((await send('GET', `/groups/${name}`)).body).roles);
        for (const [name, given] of Object.entries({ none: [], one: ['end_user'], other: ['end_user'] }))
          await send('POST', '/groups', { name, roles: given });
        const before = [await roles('none'), await roles('one')];
        await send('PUT', '/groups/one', { roles: ['resource_admin'] });
        const after = [await roles('one'), await roles('other')];
        const { status } = await send('POST', '/groups', { name: 'other', roles: ['end_user'] });
        return [...before, ...after, status, await roles('other')].join(' ');
      },
    },
    'a group under almost its name, and with a role that there is not': {
      sound: '404 resource_does_not_exist, 404 resource_does_not_exist, 400 invalid_request, 200 ["end_user"]',
      look: async (faults) => {
        const { send } = await inState(faults, 'a service user with an API key');
        const { id } = Object((await send('POST', '/groups', { name: 'machines', roles: ['end_user'] })).body);
        const replies = [
          await send('GET', '/groups/machine'),
          await send('GET', `/groups/${id}0`),
          await send('PUT', '/groups/machines', { roles: ['group_owner'] }),
          await send('GET', '/groups/machines'),
        ];
        return `${statusesOf(replies)} ${JSON.stringify(Object(replies.at(-1)?.body).roles)}`;
      },
    },
    'three groups, in words': {
      sound:
        '{"list":[{"id":"#1","name":"group-1-*8","roles":["end_user"],"deleted_at":null},{"id":"#2","name":"group-2-*8","roles":["end_user"],"deleted_at":null}]} <http://pam.test/v1/teams/team-*/groups?count=2&offset=*>; rel="next"',
      look: async (faults) => {
        const { send } = await inState(faults, 'a team with groups', { count: 3 });
        const reply = await send('GET', '/groups?count=2');
        return masked(`${JSON.stringify(reply.body)} ${[reply.headers['link'] ?? '-'].join(' ')}`);
      },
    },
    'back from the end': {
      sound: '3,4 | 1,2',
      look: async (faults) => {
        const { service, given, token } = await inState(faults, 'a team with groups', { count: 5 });
        const back: Reply[] = [];
        let target = (await walk(service, token, `/v1/teams/${given['team_name']}/groups?count=2`)).map(linksOf).at(-1)?.['prev'];
        while (target !== undefined && back.length < 3) {
          const page = await service.send('GET', target, { token });
          back.push(page);
          target = linksOf(page)['prev'];
        }
        return back.map(numbersOf).join(' | ');
      },
    },
    'links on the way back': {
      sound: 'next prev | next',
      look: async (faults) => {
        const { service, given, token } = await inState(faults, 'a team with groups', { count: 5 });
        const [, , end] = await walk(service, token, `/v1/teams/${given['team_name']}/groups?count=2`);
        const middle = await service.send('GET', end === undefined ? '' : (linksOf(end)['prev'] ?? ''), { token });
        const first = await service.send('GET', linksOf(middle)['prev'] ?? '', { token });
        return [middle, first].map((page) => Object.keys(linksOf(page)).join(' ')).join(' | ');
      },
    },
    'a list before and after new roles': {
      sound: '["end_user"] ["security_admin"]',
      look: async (faults) => {
        const { send } = await inState(faults, 'a service user with an API key');
        await send('POST', '/groups', { name: 'a', roles: ['end_user'] });
        const roles = async (): Promise<string> => JSON.stringify(Object((await send('GET', '/groups')).body).list.at(-1).roles);
        const before = await roles();
        await send('PUT', '/groups/a', { roles: ['security_admin'] });
        return `${before} ${await roles()}`;
      },
    },
    'blanks in links': {
      sound: ' | ',
      look: async (faults) => {
        const { service, given, token } = await inState(faults, 'a team with groups', { count: 5 });
        const first = await service.send('GET', `/v1/teams/${given['team_name']}/groups?count=2`, { token });
        const second = await service.send('GET', linksOf(first)['next'] ?? '', { token });
        const withBlank = (page: Reply): string =>
          Object.entries(linksOf(page))
            .filter(([, url]) => url.includes(' '))
            .map(([rel]) => rel)
            .join(' ');
        return [first, second].map(withBlank).join(' | ');
      },
    },
    'two walks at once': {
      sound: '3,4 | 3,4',
      look: async (faults) => {
        const { service, given, token } = await inState(faults, 'a team with groups', { count: 6 });
        const first = `/v1/teams/${given['team_name']}/groups?count=2`;
        const [one, two] = [await service.send('GET', first, { token }), await service.send('GET', first, { token })];
        const on = async (page: Reply) => service.send('GET', linksOf(page)['next'] ?? '', { token });
        return [await on(one), await on(two)].map(numbersOf).join(' | ');
      },
    },
    'one group twice': {
      sound:
        '{"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin"],"deleted_at":null}]} {"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin"],"deleted_at":null}]}',
      look: async (faults) => {
        const { send } = await inState(faults, 'a team with groups', { count: 1, role: 'resource_admin' });
        return masked([await send('GET', '/groups'), await send('GET', '/groups')].map(({ body }) => JSON.stringify(body)).join(' '));
      },
    },
    'a group deleted and made again': {
      sound: '0 1',
      look: async (faults) => {
        const { send } = await inState(faults, 'a service user with an API key');
        const listed = async (): Promise<number> => namesOf(await send('GET', '/groups')).filter((name) => name === 'again').length;
        const make = async (): Promise<unknown> => send('POST', '/groups', { name: 'again', roles: ['end_user'] });
        await make();
        await send('DELETE', '/groups/again');
        const once = await listed();
        await make();
        return `${once} ${await listed()}`;
      },
    },
    'a list with a deleted group in it': {
      sound: 'b d',
      look: async (faults) => {
        const { service, given, token, send } = await inState(faults, 'a service user with an API key');
        for (const name of ['a', 'b', 'c', 'd']) await send('POST', '/groups', { name, roles: ['end_user'] });
        for (const name of ['a', 'c']) await send('DELETE', `/groups/${name}`);
        const pages = await walk(service, token, `/v1/teams/${given['team_name']}/groups?count=1`);
        return pages
          .flatMap(namesOf)
          .filter((name) => String(name).length === 1)
          .join(' ');
      },
    },
    'the pages of two teams': {
      sound: '1 1',
      look: async (faults) => {
        const { service, send, token } = await inState(faults, 'a team with groups', { count: 2 });
        service.provide('a team with groups', { count: 1 });
        const first = await send('GET', '/groups?count=1');
        const { pathname, search } = new URL(/<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '', 'http://mock.test');
        const second = await service.send('GET', `${pathname}${search}`, { token });
        return [first, second].map((page) => namesOf(page).length).join(' ');
      },
    },
    'the groups of two teams': {
      sound: '1',
      look: async (faults) => {
        const { service, send } = await inState(faults, 'a service user of another team');
        service.provide('a team with groups', { count: 1 });
        return String(namesOf(await send('GET', '/groups')).length);
      },
    },
  },
  [
    ['pam-next-skips-one', 'five groups, two a page', '2:1,2 next2 | 2:4,5 prev2'],
    ['pam-some-counts-skip-one', 'thirty groups, eleven a page', '11:1..11 next11 | 11:13..23 next11 prev11 | 6:25,26,27,28,29,30 prev11'],
    ['pam-short-rest-lost', 'five groups, two a page', '2:1,2 next2 | 2:3,4 prev2'],
    ['pam-single-rest-lost', 'five groups, two a page', '2:1,2 next2 | 2:3,4 prev2'],
    ['pam-full-rest-lost', 'six groups, two a page', '2:1,2 next2 | 2:3,4 prev2'],
    ['pam-list-ends-before-a-deleted-group', 'a list with a deleted group in it', ''],
    ['pam-next-repeats-one', 'five groups, two a page', '2:1,2 next2 | 2:2,3 next2 prev2 | 2:3,4 next2 prev2 | 2:4,5 prev2'],
    ['pam-group-twice-in-page', 'five groups, two a page', '2:1,1 next2 | 2:3,3 next2 prev2 | 1:5 prev2'],
    [
      'pam-next-begins-again',
      'five groups, two a page',
      '2:1,2 next2 | 2:3,4 next2 prev2 | 1:5 prev2 next2 | 2:1,2 next2 | 2:3,4 next2 prev2 | 1:5 prev2 next2 | 2:1,2 next2 | 2:3,4 next2 prev2 | 1:5 prev2 next2 | 2:1,2 next2 | 2:3,4 next2 prev2 | 1:5 prev2 next2',
    ],
    [
      'pam-deep-pages-repeat',
      'eleven hundred groups',
      '100:1..100 next | 100:101..200 next prev | 100:201..300 next prev | 100:301..400 next prev | 100:401..500 next prev | 100:501..600 next prev | 100:601..700 next prev | 100:701..800 next prev | 100:801..900 next prev | 100:901..1000 next prev | 100:1..100 next | 100:101..200 next prev',
    ],
    [
      'pam-next-is-here',
      'five groups, two a page',
      '2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2 | 2:1,2 next2',
    ],
    ['pam-one-cursor-for-each-token', 'two walks at once', '3,4 | 5,6'],
    ['pam-next-without-version', 'five groups, two a page', '2:1,2 next2 | 404:'],
    ['pam-prev-without-version', 'back from the end', ''],
    ['pam-next-of-later-pages-with-blank', 'blanks in links', ' | next'],
    ['pam-next-needs-count', 'a hundred and one groups', '100:1..100 next | 400:'],
    ['pam-large-count-leads-nowhere', 'a hundred and ten groups, 110 a page', '100:1..100 next110 | 400:'],
    ['pam-next-cannot-be-requested', 'five groups, two a page', '2:1,2 next2 | 404:'],
    ['pam-prev-is-first', 'back from the end', '1,2'],
    ['pam-prev-is-here', 'back from the end', '5 | 5 | 5'],
    ['pam-prev-overlaps', 'back from the end', '4,5 | 3,4 | 2,3'],
    ['pam-prev-ends-in-blank', 'blanks in links', ' | prev'],
    ['pam-prev-refused', 'back from the end', ''],
    ['pam-way-back-ends-the-list', 'links on the way back', 'next prev | '],
    ['pam-prev-of-first-is-here', 'back from the end', '3,4 | 1,2 | 1,2'],
    ['pam-prev-of-first-is-last', 'back from the end', '3,4 | 1,2 | 4,5'],
    ['pam-page-of-101', 'a hundred and one groups', '101:1..101'],
    ['pam-count-of-any-size', 'a hundred and ten groups, 110 a page', '110:1..110'],
    ['pam-count-at-most-90', 'a hundred and ten groups, 99 a page', '400:'],
    ['pam-first-call-needs-count', 'no groups', '{"code":"invalid_request","message":"count is missing."}'],
    ['pam-count-ignored', 'five groups, two a page', '5:1,2,3,4,5'],
    ['pam-count-one-more', 'five groups, two a page', '3:1,2,3 next2 | 2:4,5 prev2'],
    ['pam-count-ignored-later', 'five groups, two a page', '2:1,2 next2 | 3:3,4,5 prev2'],
    ['pam-count-not-carried', 'five groups, two a page', '2:1,2 next | 2:3,4 next prev | 1:5 prev'],
    ['pam-count-not-carried-back', 'five groups, two a page', '2:1,2 next2 | 2:3,4 next2 prev | 1:5 prev'],
    ['pam-count-carried-once', 'five groups, two a page', '2:1,2 next2 | 2:3,4 next prev | 1:5 prev'],
    ['pam-count-carried-as-another', 'five groups, two a page', '2:1,2 next3 | 3:3,4,5 prev4'],
    [
      'pam-offset-by-another-name',
      'three groups, in words',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":["end_user"],"deleted_at":null},{"id":"#2","name":"group-2-*8","roles":["end_user"],"deleted_at":null}]} <http://pam.test/v1/teams/team-*/groups?count=2&after=*>; rel="next"',
    ],
    ['pam-list-bare', 'no groups', '[]'],
    ['pam-list-by-another-name', 'no groups', '{"list":[],"items":[]}'],
    ['pam-empty-list-null', 'no groups', '{"list":null}'],
    ['pam-list-as-map', 'no groups', '{"list":{}}'],
    ['pam-links-without-rel', 'five groups, two a page', '2:1,2'],
    ['pam-no-links', 'five groups, two a page', '2:1,2'],
    ['pam-no-roles-null', 'groups with roles and without', 'null ["end_user"] ["resource_admin"] ["end_user"] 409 ["end_user"]'],
    ['pam-roles-of-twins', 'groups with roles and without', '[] ["end_user"] ["resource_admin"] ["resource_admin"] 409 ["resource_admin"]'],
    ['pam-conflict-empties-roles', 'groups with roles and without', '[] ["end_user"] ["resource_admin"] ["end_user"] 409 []'],
    [
      'pam-refused-role-empties-groups',
      'a group under almost its name, and with a role that there is not',
      '404 resource_does_not_exist, 404 resource_does_not_exist, 400 invalid_request, 200 []',
    ],
    [
      'pam-names-found-by-their-beginning',
      'a group under almost its name, and with a role that there is not',
      '200, 404 resource_does_not_exist, 400 invalid_request, 200 ["end_user"]',
    ],
    [
      'pam-ids-read-to-a-length',
      'a group under almost its name, and with a role that there is not',
      '404 resource_does_not_exist, 200, 400 invalid_request, 200 ["end_user"]',
    ],
    ['pam-list-escapes-names', 'a group with special characters', 'R&D <1> null R&amp;D &lt;1>'],
    ['pam-list-of-the-same-groups-remembered', 'a list before and after new roles', '["end_user"] ["end_user"]'],
    ['pam-group-name-stripped', 'a group with special characters', 'RD 1 null RD 1'],
    ['pam-group-renamed-when-shown-again', 'a group with special characters', 'R&D <1> (2) null R&D <1> (2)'],
    ['pam-group-deleted-when-shown-again', 'a group with special characters', 'R&D <1> 2000-01-01T00:00:00Z R&D <1>'],
    [
      'pam-group-id-short',
      'one group twice',
      '{"list":[{"id":"20 digits","name":"group-1-*8","roles":["resource_admin"],"deleted_at":null}]} {"list":[{"id":"20 digits","name":"group-1-*8","roles":["resource_admin"],"deleted_at":null}]}',
    ],
    [
      'pam-group-name-cut',
      'one group twice',
      '{"list":[{"id":"#1","name":"group-1-*4","roles":["resource_admin"],"deleted_at":null}]} {"list":[{"id":"#1","name":"group-1-*4","roles":["resource_admin"],"deleted_at":null}]}',
    ],
    [
      'pam-roles-not-shown',
      'one group twice',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":[],"deleted_at":null}]} {"list":[{"id":"#1","name":"group-1-*8","roles":[],"deleted_at":null}]}',
    ],
    [
      'pam-roles-joined',
      'one group twice',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":"resource_admin","deleted_at":null}]} {"list":[{"id":"#1","name":"group-1-*8","roles":"resource_admin","deleted_at":null}]}',
    ],
    [
      'pam-role-by-another-name',
      'three groups, in words',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":["user"],"deleted_at":null},{"id":"#2","name":"group-2-*8","roles":["user"],"deleted_at":null}]} <http://pam.test/v1/teams/team-*/groups?count=2&offset=*>; rel="next"',
    ],
    [
      'pam-seventh-role',
      'one group twice',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin","resource_viewer"],"deleted_at":null}]} {"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin","resource_viewer"],"deleted_at":null}]}',
    ],
    [
      'pam-deleted-at-never-null',
      'one group twice',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin"],"deleted_at":"0001-01-01T00:00:00Z"}]} {"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin"],"deleted_at":"0001-01-01T00:00:00Z"}]}',
    ],
    [
      'pam-deleted-at-left-out',
      'one group twice',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin"]}]} {"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin"]}]}',
    ],
    ['pam-deleted-at-of-administrators-left-out', 'a group of security administrators', 'id name roles'],
    ['pam-group-listed-for-each-role', 'groups with several roles and none', 'a a b'],
    ['pam-groups-without-roles-not-listed', 'groups with several roles and none', 'a'],
    ['pam-deleted-group-ends-the-list', 'groups after a deletion, one a page', 'b'],
    ['pam-group-after-a-deleted-one-skipped', 'groups after a deletion, one a page', 'c'],
    ['pam-list-of-ids', 'one group twice', '{"list":["#1"]} {"list":["#1"]}'],
    [
      'pam-group-id-changes',
      'one group twice',
      '{"list":[{"id":"#1","name":"group-1-*8","roles":["resource_admin"],"deleted_at":null}]} {"list":[{"id":"#2","name":"group-1-*8","roles":["resource_admin"],"deleted_at":null}]}',
    ],
    ['pam-deleted-group-listed', 'a group deleted and made again', '1 2'],
    ['pam-namesake-not-listed', 'a group deleted and made again', '0 0'],
    ['pam-group-of-another-team', 'the groups of two teams', '2'],
    ['pam-last-page-with-a-group-of-another-team', 'the pages of two teams', '1 2'],
  ],
);
