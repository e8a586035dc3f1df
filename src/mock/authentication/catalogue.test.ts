import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { tryOut } from './try-out.ts';

interface Datum {
  readonly schema: { readonly type?: string; readonly enum?: readonly string[] };
  readonly required?: boolean;
}

interface Entry {
  readonly name: string;
  readonly params?: Readonly<Record<string, Datum>>;
  readonly data?: Readonly<Record<string, Datum>>;
}

const file = new URL('../../../specs/authentication/provider-states.yaml', import.meta.url);
const { states, acts }: { readonly states: readonly Entry[]; readonly acts: readonly Entry[] } = parse(readFileSync(file, 'utf8'));

/** No parameters, and each value of each parameter alone. */
function trials({ params = {} }: Entry): readonly Readonly<Record<string, unknown>>[] {
  const values = ({ schema }: Datum): readonly unknown[] => schema.enum ?? (schema.type === 'boolean' ? [true, false] : []);
  return [{}, ...Object.entries(params).flatMap(([name, datum]) => values(datum).map((value) => ({ [name]: value })))];
}

test.each(states.map((state) => [state.name, state] as const))(
  '%s answers the data of the catalogue, and can be taken back',
  (name, state) => {
    const data = state.data ?? {};
    for (const params of trials(state)) {
      const t = tryOut();
      const answered = t.service.provide(name, params);
      const missing = Object.entries(data).filter(([key, { required }]) => required === true && answered[key] === undefined);
      const unknown = Object.keys(answered).filter((key) => data[key] === undefined);
      const ofOtherType = Object.entries(answered).filter(([key, value]) => typeof value !== data[key]?.schema.type);
      expect({ params, missing, unknown, ofOtherType }).toEqual({ params, missing: [], unknown: [], ofOtherType: [] });
      t.service.remove(name, answered);
    }
  },
);

const namesOf = (entries: readonly Entry[]): string => entries.map(({ name }) => `'${name}'`).join(', ');

test('the service knows the states and acts of the catalogue, and no others', async () => {
  const { service } = tryOut();
  expect(() => service.provide('nothing', {})).toThrow(expect.objectContaining({ remedy: `Known are: ${namesOf(states)}.` }));
  await expect(service.act('nothing', {})).rejects.toThrow(expect.objectContaining({ remedy: `Known are: ${namesOf(acts)}.` }));
});

test('a state that is taken back leaves nothing behind', async () => {
  const t = tryOut();
  const stepUp = 'a user on the way to an app that asks for step-up';
  const user = t.service.provide(stepUp, { session: true });
  const { stateToken } = user;
  const before = await t.authn({ stateToken });
  t.service.remove(stepUp, user);
  const opened = await t.send('GET', `/app/${String(user['appId'])}/sign-on`);
  expect([before.gist, (await t.authn({ stateToken })).gist, opened.gist]).toEqual([
    '200 SUCCESS next=original',
    '401 E0000011',
    '404 E0000007',
  ]);
});
