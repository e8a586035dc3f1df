import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linksOf, namesOf, tryOut, walk, type ProvidedData, type TryOut } from './try-out.ts';

async function withGroups(
  count: number,
  options: Parameters<typeof tryOut>[0] = {},
): Promise<{ readonly service: TryOut; readonly given: ProvidedData; readonly token: string; readonly url: string }> {
  const service = tryOut(options);
  const given = service.provide('a team with groups', { count });
  return { service, given, token: await service.tokenFor(given), url: `/v1/teams/${given['team_name']}/groups` };
}

test('a walk shows every group once, on full pages, and prev is the inverse of next', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 130 }),
      fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
      async (total, count) => {
        const { service, given, token, url } = await withGroups(total);
        const pages = await walk(service, token, count === undefined ? url : `${url}?count=${count}`);
        const size = count ?? 100;
        expect(pages.flatMap(namesOf)).toEqual(JSON.parse(given['group_names'] ?? ''));
        expect(pages.map((page) => namesOf(page).length)).toEqual(
          Array.from({ length: Math.max(1, Math.ceil(total / size)) }, (_one, index) => Math.min(size, total - index * size)),
        );
        const before = await Promise.all(pages.slice(1).map((page) => service.send('GET', linksOf(page)['prev'] ?? '', { token })));
        expect(before.map(namesOf)).toEqual(pages.slice(0, -1).map(namesOf));
        expect(pages.map((page) => Object.keys(linksOf(page)))).toEqual(
          pages.map((_page, index) => [...(index < pages.length - 1 ? ['next'] : []), ...(index > 0 ? ['prev'] : [])]),
        );
      },
    ),
    { numRuns: 30 },
  );
});

test('count and what else was asked for are carried into every link, under the origin of the request', async () => {
  const { service, token, url } = await withGroups(7);
  const pages = await walk(service, token, `${url}?count=3&contains=group&include_deleted=true`);
  const links = pages.flatMap((page) => Object.values(linksOf(page))).map((link) => new URL(link));
  expect(
    links.map(({ origin, pathname, searchParams }) => [
      origin,
      pathname,
      searchParams.get('count'),
      searchParams.get('contains'),
      searchParams.get('include_deleted'),
    ]),
  ).toEqual(Array.from({ length: 4 }, () => ['http://pam.test', url, '3', 'group', 'true']));
});

test('without count no link carries one', async () => {
  const { service, token, url } = await withGroups(201);
  const pages = await walk(service, token, url);
  expect(pages.flatMap((page) => Object.values(linksOf(page))).map((link) => new URL(link).searchParams.get('count'))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a page holds at most 100', async () => {
  const { service, token, url } = await withGroups(101);
  expect((await walk(service, token, url)).map((page) => namesOf(page).length)).toEqual([100, 1]);
});

test('an impossible count is refused, or taken as the nearest that can be', async () => {
  const statuses = async (impossibleCount: string) => {
    const { service, token, url } = await withGroups(120, { choices: { impossibleCount } });
    const replies = await Promise.all(
      ['0', '-1', '99', '100', '1000', 'x', '1.5', ''].map((count) => service.send('GET', `${url}?count=${count}`, { token })),
    );
    return replies.map((reply) => (reply.status === 200 ? namesOf(reply).length : [reply.status, Object(reply.body).code]));
  };
  const refused = [400, 'invalid_request'];
  expect([await statuses('refuse'), await statuses('nearest')]).toEqual([
    [refused, refused, 99, refused, refused, refused, refused, refused],
    [1, 1, 99, 100, 100, refused, refused, refused],
  ]);
});

test('a count changed on a later call is followed, or the first one stays', async () => {
  const lengths = async (laterCount: string) => {
    const { service, token, url } = await withGroups(10, { choices: { laterCount } });
    const next = linksOf(await service.send('GET', `${url}?count=2`, { token }))['next'] ?? '';
    const changed = await service.send('GET', next.replace('count=2', 'count=5'), { token });
    const left = await service.send('GET', next.replace('count=2&', ''), { token });
    return [namesOf(changed).length, namesOf(left).length];
  };
  expect([await lengths('follow'), await lengths('initial')]).toEqual([
    [5, 2],
    [2, 2],
  ]);
});

test('a made-up offset, and one of another list, is refused', async () => {
  const { service, token, url } = await withGroups(4);
  const next = new URL(linksOf(await service.send('GET', `${url}?count=2`, { token }))['next'] ?? '');
  const offset = next.searchParams.get('offset') ?? '';
  const replies = await Promise.all(
    [`${url}?offset=2`, `${url}?offset=`, `${url.replace('groups', 'users')}?offset=${offset}`].map((target) =>
      service.send('GET', target, { token }),
    ),
  );
  expect(replies.map(({ status, body }) => [status, body])).toEqual(
    Array.from({ length: 3 }, () => [400, { code: 'invalid_request', message: 'offset must come from a Link header of this list.' }]),
  );
});

test('a made-up offset leads to the first page, where so chosen', async () => {
  const { service, token, url } = await withGroups(3, { choices: { madeUpOffset: 'first-page' } });
  expect(namesOf(await service.send('GET', `${url}?offset=2`, { token })).length).toBe(3);
});

test('the last page has a lone prev or no Link header; links stand in one line or in one each', async () => {
  const headers = async (choices: Record<string, string>) => {
    const { service, token, url } = await withGroups(3, { choices });
    return (await walk(service, token, `${url}?count=1`)).map(({ headers: { link } }) =>
      typeof link === 'string' ? link.match(/rel="\w+"/g) : (link ?? null)?.map((line) => line.match(/rel="\w+"/g)),
    );
  };
  expect([await headers({}), await headers({ lastPage: 'no-link', linkLines: 'each' })]).toEqual([
    [['rel="next"'], ['rel="next"', 'rel="prev"'], ['rel="prev"']],
    [['rel="next"'], [['rel="next"'], ['rel="prev"']], undefined],
  ]);
});

test('groups that are deleted or created during a walk move no other', async () => {
  const service = tryOut();
  const given = service.provide('a service user with an API key');
  const token = await service.tokenFor(given);
  const url = `/v1/teams/${given['team_name']}/groups`;
  for (const name of ['a', 'b', 'c', 'd']) await service.send('POST', url, { token, body: { name } });
  const first = await service.send('GET', `${url}?count=3`, { token });
  await service.send('DELETE', `${url}/a`, { token });
  await service.send('POST', url, { token, body: { name: 'e' } });
  const second = await service.send('GET', linksOf(first)['next'] ?? '', { token });
  expect([namesOf(first).slice(1), namesOf(second)]).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

test('ten thousand groups are walked', async () => {
  const { service, token, url } = await withGroups(10_000);
  const pages = await walk(service, token, url);
  expect({ pages: pages.length, groups: new Set(pages.flatMap(namesOf)).size }).toEqual({ pages: 100, groups: 10_000 });
});
