import { isObject } from '../kit/json.ts';
import type { JsonObject, WireRequest } from '../kit/service.ts';
import { startAlone, type Alone, type AloneOptions, type Reply } from '../kit/test-service.ts';
import { privilegedAccess } from './service.ts';

export type { Reply } from '../kit/test-service.ts';

/** What a provider state answered. */
export type ProvidedData = Readonly<Record<string, string>>;

/** The service alone, in process, with what tests need to drive it. */
export interface TryOut extends Alone {
  /** what a provider state answers; what is no string, as JSON */
  readonly provide: (state: string, params?: JsonObject) => ProvidedData;
  readonly send: (
    method: string,
    target: string,
    more?: { readonly token?: string | undefined; readonly body?: unknown } & Partial<Omit<WireRequest, 'body'>>,
  ) => Promise<Reply>;
  /** issues a bearer token for the key of a provider state's data */
  readonly tokenFor: (given: ProvidedData) => Promise<string>;
}

export function tryOut(options: AloneOptions = {}): TryOut {
  const alone = startAlone(privilegedAccess, 'http://pam.test', options);
  const send: TryOut['send'] = (method, target, { token, body, ...more } = {}) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return alone.exchange(method, target.replace(/^http:..pam.test/, ''), body, {
      ...more,
      headers: { ...authorization, ...more.headers },
    });
  };
  return {
    ...alone,
    provide(state, params = {}) {
      const data = Object.entries(alone.service.provide(state, params));
      return Object.fromEntries(data.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
    },
    send,
    async tokenFor({ team_name, key_id, key_secret }) {
      const { body } = await send('POST', `/v1/teams/${team_name}/service_token`, { body: { key_id, key_secret } });
      return isObject(body) ? String(body['bearer_token']) : '';
    },
  };
}

/** The URLs of a Link header by their relation, whether it stands in one line or in several. */
export function linksOf({ headers }: Reply): ProvidedData {
  const lines = [headers['link'] ?? []].flat().join(', ');
  return Object.fromEntries([...lines.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url = '', rel = '']) => [rel, url]));
}

/** The names of what a list shows. */
export function namesOf({ body }: Reply): readonly unknown[] {
  const list = isObject(body) ? body['list'] : undefined;
  return Array.isArray(list) ? list.map((item: unknown) => (isObject(item) ? item['name'] : item)) : [];
}

/** All pages from a first target on; gives up after so many. */
export async function walk(service: TryOut, token: string, first: string, most: number = 1000): Promise<readonly Reply[]> {
  const pages: Reply[] = [];
  for (let target: string | undefined = first; target !== undefined && pages.length < most;) {
    const page: Reply = await service.send('GET', target, { token });
    pages.push(page);
    target = linksOf(page)['next'];
  }
  return pages;
}

/** A suspension at one point that is long enough for all who wait elsewhere to get there, too. */
export function lingering(point: string): (at: string) => Promise<void> {
  return async (at) => {
    if (at !== point) return;
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
}
