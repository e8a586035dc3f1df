import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ControlError } from '../kit/service.ts';
import { tryOut } from './try-out.ts';

interface Entry {
  readonly name: string;
  readonly params?: Readonly<Record<string, { readonly schema: { readonly enum?: readonly string[] } }>>;
  readonly data?: Readonly<Record<string, unknown>>;
}

const catalogue: { readonly states: readonly Entry[]; readonly acts: readonly Entry[] } = parse(
  readFileSync(new URL('../../../specs/privileged-access/provider-states.yaml', import.meta.url), 'utf8'),
);

const refusal = (run: () => unknown): string => {
  try {
    run();
    return 'not refused';
  } catch (error) {
    return error instanceof ControlError ? `${error.mistake} - ${error.remedy}` : String(error);
  }
};

/** The mock's requests call groups by their names. */
const NOT_NEEDED = ['objects'];

test.each(catalogue.states)('the state "$name" answers what the catalogue says', ({ name, params = {}, data = {} }) => {
  const values = Object.fromEntries(
    Object.entries(params).flatMap(([param, { schema }]) => (schema.enum === undefined ? [] : [[param, schema.enum[0]]])),
  );
  const given = tryOut().provide(name, values);
  expect(Object.keys(given).toSorted()).toEqual(
    Object.keys(data)
      .filter((datum) => !NOT_NEEDED.includes(datum))
      .toSorted(),
  );
});

test('every act of the catalogue is known', async () => {
  const { service } = tryOut();
  const known = await Promise.all(catalogue.acts.map(({ name }) => service.act(name, {}).then(String, (error: Error) => error.message)));
  expect(known.filter((message) => message.startsWith('unknown act'))).toEqual([]);
});

test('a state is taken away with its keys and tokens', async () => {
  const service = tryOut();
  const given = service.provide('a team with groups');
  const token = await service.tokenFor(given);
  service.service.remove('a team with groups', given);
  const groups = `/v1/teams/${given['team_name']}/groups`;
  expect([(await service.send('GET', groups, { token })).status, await service.tokenFor(given)]).toEqual([401, 'undefined']);
});

test('a reset leaves nothing', async () => {
  const service = tryOut();
  const given = service.provide('a team with groups');
  const token = await service.tokenFor(given);
  await service.service.act('make the next request fail', { error: 'service_offline' });
  service.service.reset();
  expect((await service.send('GET', `/v1/teams/${given['team_name']}/groups`, { token })).status).toBe(401);
});

test('unknown states, parameters and impossible values are refused by name', () => {
  const { service } = tryOut();
  const roles = 'pam_admin, resource_admin, delegated_resource_admin, security_admin, delegated_security_admin, end_user';
  expect(
    [
      () => service.provide('a team with groups', { size: 3 }),
      () => service.provide('a team with groups', { count: -1 }),
      () => service.provide('a team with groups', { role: 'king' }),
      () => service.provide('a service user in groups', { groups: ['end_user'] }),
      () => service.provide('a service user with a delegated role', { role: 'end_user' }),
      () => service.provide('a service user with a delegated role', {}),
      () => service.provide('a team with a small rate limit', { period: 'soon' }),
      () => service.remove('a team with groups', {}),
    ].map(refusal),
  ).toEqual([
    "'a team with groups' has no parameter 'size' - Known are: count, role.",
    "parameter 'count' of 'a team with groups' is -1 - Send 'count': a whole number from 0 to 100000.",
    `parameter 'role' of 'a team with groups' is "king" - Send 'role': one of ${roles}.`,
    `parameter 'groups' is ["end_user"] - Send for each group a list such as ["end_user"]. Roles are: ${roles}.`,
    "parameter 'role' of 'a service user with a delegated role' is \"end_user\" - Send 'role': one of delegated_resource_admin, delegated_security_admin.",
    "parameter 'role' of 'a service user with a delegated role' is missing - Send 'role': one of delegated_resource_admin, delegated_security_admin.",
    `parameter 'period' of 'a team with a small rate limit' is "soon" - Send 'period': an ISO 8601 duration of weeks, days and time, of ten thousand days at most.`,
    'the data has no team_name - Send the data that set-up answered.',
  ]);
  expect(
    [refusal(() => service.provide('a castle', {})), refusal(() => service.remove('a castle', {}))].map((text) => text.split(' - ')[0]),
  ).toEqual(["unknown provider state 'a castle'", "unknown provider state 'a castle'"]);
});

test('unknown acts and keys are refused by name', async () => {
  const { service } = tryOut();
  const tried = [
    service.act('let it rain', {}),
    service.act('make the next request fail', { error: 'rain' }),
    service.act('make the next request fail', {}),
    service.act('let the permissions of a service user expire', { team_name: 'x', key_id: 'y' }),
  ];
  const mistake = (error: unknown): string => (error instanceof ControlError ? error.mistake : String(error));
  expect(await Promise.all(tried.map((one) => one.then(String, mistake)))).toEqual([
    "unknown act 'let it rain'",
    "parameter 'error' of 'make the next request fail' is \"rain\"",
    "parameter 'error' of 'make the next request fail' is missing",
    "team 'x' has no API key 'y'",
  ]);
});

test('the same seed makes the same names, another one others', () => {
  const names = (seed: number) => tryOut({ seed }).provide('a team with groups');
  expect([names(1), names(2)].map((given) => JSON.stringify(given) === JSON.stringify(names(1)))).toEqual([true, false]);
});
