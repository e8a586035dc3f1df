import type { RequestContext as KitContext, ServiceContext } from '../kit/define-service.ts';
import { withoutNulls } from '../kit/json.ts';
import { membersOf, type Members } from '../kit/members.ts';
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

/** The members of the body, of which null is as good as absent. Each refuses what is of another type. */
function membersIn({ body }: RequestContext): Members {
  return membersOf(withoutNulls(body), (name, expected): never => {
    throw new Refusal('malformed', [`${name}: ${expected} is expected`]);
  });
}

export function optionalText(context: RequestContext, name: string): string | undefined {
  return membersIn(context).text(name);
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

export function optionalFlag(context: RequestContext, name: string): boolean | undefined {
  return membersIn(context).flag(name);
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
