import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, proceed, transactionWith, userOf } from './flow.ts';
import { optionalText, type RequestContext } from './context.ts';
import type { Transaction } from './transactions.ts';
import { showTransaction } from './view.ts';

/** POST /api/v1/authn with a state token alone: the first call of a step-up transaction; later ones show it as it is. */
export function beginStepUp(context: RequestContext, stateToken: string): WireResponse {
  const transaction = transactionWith(context, stateToken);
  if (transaction.status !== 'UNAUTHENTICATED' || !transaction.inSession) return showTransaction(context, transaction);
  return proceed(context, { ...transaction, start: context.call }, userOf(context, transaction));
}

/** The step-up transaction that a sign-in belongs to: one of a state token, or a new one to an app; undefined for a plain sign-in. */
export function stepUpTransaction(context: RequestContext): Transaction | undefined {
  const stateToken = optionalText(context, 'stateToken');
  if (stateToken !== undefined) {
    const transaction = transactionWith(context, stateToken);
    if (transaction.status !== 'UNAUTHENTICATED') throw new Refusal('notInThisState');
    return transaction;
  }
  const appId = optionalText(context, 'audience');
  if (appId === undefined) return undefined;
  const app = context.store.apps.get(appId);
  if (app === undefined || !context.policy.supportsApp(app))
    throw new Refusal('appNotSupported', [`Sign-in is not allowed for app '${appId}'.`]);
  return beginTransaction(context, { app });
}

/** Opening an app: a redirect to its sign-in page, with a state token where the app can step up. */
export function openApp(context: RequestContext): WireResponse {
  const app = context.store.apps.get(context.params['app_id'] ?? '');
  if (app === undefined) throw new Refusal('notFound');
  if (!context.policy.redirectsToSignInPage(app)) return redirect(`${context.call.origin}/login/default`);
  const transaction = beginTransaction(context, { app });
  context.store.transactions.set(transaction.stateToken, transaction);
  return redirect(`${context.call.origin}/login/custom?stateToken=${transaction.stateToken}`);
}

/** GET /login/step-up/redirect: on to the app, once all requirements are met. */
export function stepUpRedirect(context: RequestContext): WireResponse {
  const transaction = transactionWith(context, context.query.get('stateToken') ?? undefined);
  if (transaction.status !== 'SUCCESS' || transaction.app === undefined) throw new Refusal('notInThisState');
  return redirect(`${context.call.origin}/app/${transaction.app.id}/home`);
}

/** Where a step-up ends. */
export function appHome(context: RequestContext): WireResponse {
  return json(200, { app: context.params['app_id'] });
}

/** Where it begins: the page that an app's custom sign-in page stands for. */
export function signInPage(context: RequestContext): WireResponse {
  return json(200, { page: context.params['page'] });
}

function redirect(location: string): WireResponse {
  return json(302, { location }, { location });
}
