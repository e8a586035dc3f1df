import { expect, test } from 'vitest';
import type { Faults } from '../../kit/faults.ts';
import type { JsonObject } from '../../kit/service.ts';
import type { Policy } from '../policy.ts';
import { tryOut, type More, type Reply, type TryOut } from '../try-out.ts';

export type Scenario<Outcome = unknown> = (t: TryOut) => Promise<Outcome>;

/** By fault: what is done, what is seen of a sound service, and what of one with that fault. */
export type FaultScenarios = Readonly<Record<string, readonly [scenario: Scenario, sound: unknown, broken: unknown]>>;

/** Tests that there is a scenario for each fault of a list, and that it shows the fault. */
export function showFaults(faults: Faults<Policy>, shown: FaultScenarios, pause?: () => (point: string) => Promise<void>): void {
  test('each fault has its scenario', () => {
    expect(Object.keys(shown)).toEqual(Object.keys(faults));
  });
  test.each(Object.entries(shown))('%s', async (id, [scenario, sound, broken]) => {
    const see = (on: readonly string[]): Promise<unknown> =>
      scenario(tryOut({ faults: on, ...(pause === undefined ? {} : { pause: pause() }) }));
    expect({ sound: await see([]), broken: await see([id]) }).toEqual({ sound, broken });
  });
}

export const warn = { options: { warnBeforePasswordExpired: true } };
export const trusted: More = { trusted: true };
export const newPassword = 'Correct1Horse!';
export const change = 'credentials/change_password';

/** Signs in a user of a provider state, and answers what `see` makes of it. */
export function signsIn<Outcome>(
  see: (reply: Reply) => Outcome,
  state: string,
  params: JsonObject = {},
  body: JsonObject = {},
  more: More = {},
): Scenario<Outcome> {
  return async (t) => see(await t.signIn(t.provide(state, params), body, more));
}

export const gist = ({ gist: text }: Reply): string => text;

/** What stands at a path of the body. */
export function at(...path: readonly (string | number)[]): (reply: Reply) => unknown {
  return (reply) => reply.at(...path);
}

/** What kind of thing stands at a path of the body. */
export function kind(...path: readonly (string | number)[]): (reply: Reply) => string {
  return (reply) => typeof reply.at(...path);
}

/** A transaction and the user whom it is about. */
export interface Begun {
  readonly user: Readonly<Record<string, string>>;
  readonly first: Reply;
}

export async function begin(t: TryOut, state: string, params: JsonObject = {}, body: JsonObject = {}, more: More = {}): Promise<Begun> {
  const user = t.provide(state, params);
  return { user, first: await t.signIn(user, body, more) };
}

export const expired = (t: TryOut): Promise<Begun> => begin(t, 'a user whose password has expired');
export const warned = (t: TryOut): Promise<Begun> => begin(t, 'a user whose password is about to expire', {}, warn);

/** Verifies the factor of a provider state's data by its proof. */
export function verify(t: TryOut, { user, first }: Begun, more: More = {}): Promise<Reply> {
  return t.step(`factors/${user['factorId']}/verify`, first, { answer: user['proof'] }, more);
}

/** Activates a user of a provider state's data. */
export async function activate(t: TryOut, params: JsonObject = {}, more: More = {}): Promise<Begun> {
  const user = t.provide('a user with an activation token', params);
  return { user, first: await t.authn({ token: user['token'] }, more) };
}

/** The first call of a step-up. */
export async function stepUp(t: TryOut, params: JsonObject = {}): Promise<Begun> {
  const user = t.provide('a user on the way to an app that asks for step-up', params);
  return { user, first: await t.authn({ stateToken: user['stateToken'] }) };
}

/** Exchanges the session token of an answer. */
export function session(t: TryOut, signedIn: Reply): Promise<Reply> {
  return t.send('POST', '/api/v1/sessions', { sessionToken: signedIn.at('sessionToken') });
}
