import { expect, test } from 'vitest';
import { isObject } from '../../kit/json.ts';
import type { Faults } from '../../kit/faults.ts';
import type { Policy } from '../policy.ts';
import { tryOut, type ProvidedData, type Reply, type TryOut } from '../try-out.ts';

/** One way of looking at the service, with these faults, as a short text. */
export type Trial = (faults: readonly string[]) => Promise<string>;

/**
 * Tests that each fault is seen: a trial shows what is sound without it, and something else with it. `seen` has a row for
 * each fault: its id, the trial, and what that shows.
 */
export function testFaults<Name extends string>(
  faults: Faults<Policy>,
  trials: Readonly<Record<Name, { readonly sound: string; readonly look: Trial }>>,
  seen: readonly (readonly [fault: string, trial: NoInfer<Name>, shown: string])[],
): void {
  test.each(Object.keys(trials).filter((name): name is Name => Object.hasOwn(trials, name)))('without a fault: %s', async (name) => {
    expect(await trials[name].look([])).toBe(trials[name].sound);
  });

  test.each(seen)('%s is seen in: %s', async (fault, name, shown) => {
    expect(shown).not.toBe(trials[name].sound);
    expect(await trials[name].look([fault])).toBe(shown);
  });

  test('every fault is seen', () => {
    expect(seen.map(([fault]) => fault)).toEqual(Object.keys(faults));
  });
}

/** Somebody with a bearer token, in the team of a provider state. */
export interface Caller {
  readonly service: TryOut;
  readonly given: ProvidedData;
  readonly token: string;
  readonly send: (method: string, path: string, body?: unknown) => Promise<Reply>;
}

export async function caller(service: TryOut, given: ProvidedData, key: ProvidedData = given): Promise<Caller> {
  const token = given['bearer_token'] ?? (await service.tokenFor({ ...given, ...key }));
  return {
    service,
    given,
    token,
    send: (method, path, body) =>
      service.send(method, `/v1/teams/${given['team_name']}${path}`, { token, ...(body === undefined ? {} : { body }) }),
  };
}

/** A service with these faults, and the user of a provider state. */
export async function inState(faults: readonly string[], state: string, params = {}, options = {}): Promise<Caller> {
  const service = tryOut({ faults, ...options });
  return caller(service, service.provide(state, params));
}

/** Status and error name. */
export function brief({ status, body }: Reply): string {
  const name = isObject(body) ? body['code'] : undefined;
  return typeof name === 'string' ? `${status} ${name}` : String(status);
}

/** Status and error name of each. */
export function statusesOf(replies: readonly Reply[]): string {
  return replies.map(brief).join(', ');
}
