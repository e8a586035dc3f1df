import type { Data, Surroundings, WireResponse } from '../kit/service.ts';
import type { Call } from './call.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import type { Policy } from './policy.ts';
import type { Store } from './store.ts';
import type { User } from './users.ts';

/** What a handler works with: one request, and the service around it. */
export interface Kit {
  readonly surroundings: Surroundings;
  readonly store: Store;
  readonly choices: Choices;
  readonly policy: Policy;
  readonly call: Call;
  readonly body: Data;
  /** parameters and query of the request's target */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export type Handler = (kit: Kit) => WireResponse | Promise<WireResponse>;

/** A string of the body; undefined where it is absent or null. Refuses another type. */
export function optionalText({ body }: Kit, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new Refusal('malformed', [`${name}: a string is expected`]);
}

/** A string of the body that has to be there. */
export function neededText(kit: Kit, name: string): string {
  const value = optionalText(kit, name);
  if (value === undefined) throw new Refusal('malformed', [`${name}: The field cannot be left blank`]);
  return value;
}

/** A string of the body that the policy says may be left out or not. */
export function text(kit: Kit, name: string): string | undefined {
  return kit.policy.optional(name) ? optionalText(kit, name) : neededText(kit, name);
}

/** A boolean of the body; undefined where it is absent or null. Refuses another type. */
export function optionalFlag({ body }: Kit, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  throw new Refusal('malformed', [`${name}: true or false is expected`]);
}

/**
 * A suspension point in the middle of what one request does for a user. Nothing read before it holds behind it: read the
 * user again with `current`, in the same breath as what follows from it.
 */
export async function suspend(kit: Kit, user: User, point: string): Promise<{ readonly kit: Kit; readonly user: User }> {
  const own = { call: kit.call, user };
  kit.store.latest = own;
  await kit.surroundings.pause(point);
  const turn = kit.policy.resume(own, kit.store.latest ?? own, point);
  return { kit: { ...kit, call: turn.call }, user: turn.user };
}

/** The user as remembered now. */
export function current({ store }: Kit, user: User): User {
  return store.users.get(user.id) ?? user;
}

/** Puts another value under a user's key, and answers it. */
export function saveUser({ store }: Kit, user: User): User {
  store.users.set(user.id, user);
  return user;
}
