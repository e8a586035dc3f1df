import type { RequestContext as KitContext, ServiceContext } from '../kit/define-service.ts';
import type { JsonObject } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import { Refusal } from './errors.ts';
import type { Policy } from './policy.ts';
import type { Store } from './store.ts';
import type { Call } from './transactions.ts';
import type { User } from './users.ts';

export type Context = ServiceContext<Store, Choices, Policy>;

/** What provider states make users and apps with. */
export type Maker = Pick<Context, 'store' | 'id' | 'now'>;

export interface RequestContext extends KitContext<Store, Choices, Policy> {
  /** the request's claims, reduced to what its sender may claim */
  readonly call: Call;
  /** why it cannot be answered for what its sender claims, if so */
  readonly claimedTooMuch: string | undefined;
  readonly body: JsonObject;
}

/** A string of the body; undefined where it is absent or null. Refuses another type. */
export function optionalText({ body }: RequestContext, name: string): string | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new Refusal('malformed', [`${name}: a string is expected`]);
}

/** A string of the body that has to be there. */
export function neededText(context: RequestContext, name: string): string {
  const value = optionalText(context, name);
  if (value === undefined) throw new Refusal('malformed', [`${name}: The field cannot be left blank`]);
  return value;
}

/** A string of the body that the policy says may be left out or not. */
export function text(context: RequestContext, name: string): string | undefined {
  return context.policy.optional(name) ? optionalText(context, name) : neededText(context, name);
}

/** A boolean of the body; undefined where it is absent or null. Refuses another type. */
export function optionalFlag({ body }: RequestContext, name: string): boolean | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw new Refusal('malformed', [`${name}: true or false is expected`]);
}

/**
 * A suspension point in the middle of what one request does for a user. Nothing read before it holds behind it: read the
 * user again with `current`, in the same breath as what follows from it.
 */
export async function suspend(
  context: RequestContext,
  user: User,
  point: string,
): Promise<{ readonly context: RequestContext; readonly user: User }> {
  const own = { call: context.call, user };
  context.store.latest = own;
  await context.pause(point);
  const resumed = context.policy.resume(own, context.store.latest ?? own, point);
  return { context: { ...context, call: resumed.call }, user: resumed.user };
}

/** The user as remembered now. */
export function current({ store, policy }: RequestContext, user: User): User {
  return policy.readAgain(user, store.users.get(user.id) ?? user);
}

/** Puts another value under a user's key, and answers it. */
export function saveUser({ store }: RequestContext, user: User): User {
  store.users.set(user.id, user);
  return user;
}
