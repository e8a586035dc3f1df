import { json } from '../kit/json.ts';
import type { WireResponse } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { beginTransaction, proceed, transactionWith, userOf } from './flow.ts';
import { optionalText, type Kit } from './kit.ts';
import type { Transaction } from './transactions.ts';
import { showTransaction } from './view.ts';

/** POST /api/v1/authn with a state token alone: the first call of a step-up transaction; later ones show it as it is. */
export function beginStepUp(kit: Kit, stateToken: string): WireResponse {
  const transaction = transactionWith(kit, stateToken);
  if (transaction.status !== 'UNAUTHENTICATED' || !transaction.inSession) return showTransaction(kit, transaction);
  return proceed(kit, { ...transaction, start: kit.call }, userOf(kit, transaction));
}

/** The step-up transaction that a sign-in belongs to: one of a state token, or a new one to an app; undefined for a plain sign-in. */
export function stepUpTransaction(kit: Kit): Transaction | undefined {
  const stateToken = optionalText(kit, 'stateToken');
  if (stateToken !== undefined) {
    const transaction = transactionWith(kit, stateToken);
    if (transaction.status !== 'UNAUTHENTICATED') throw new Refusal('notInThisState');
    return transaction;
  }
  const appId = optionalText(kit, 'audience');
  if (appId === undefined) return undefined;
  const app = kit.store.apps.get(appId);
  if (app === undefined || !kit.policy.supportsApp(app))
    throw new Refusal('appNotSupported', [`Sign-in is not allowed for app '${appId}'.`]);
  return beginTransaction(kit, { app });
}

/** Opening an app: a redirect to its sign-in page, with a state token where the app can step up. */
export function openApp(kit: Kit): WireResponse {
  const app = kit.store.apps.get(kit.params['app_id'] ?? '');
  if (app === undefined) throw new Refusal('notFound');
  if (!kit.policy.redirectsToSignInPage(app)) return redirect(`${kit.call.origin}/login/default`);
  const transaction = beginTransaction(kit, { app });
  kit.store.transactions.set(transaction.stateToken, transaction);
  return redirect(`${kit.call.origin}/login/custom?stateToken=${transaction.stateToken}`);
}

/** GET /login/step-up/redirect: on to the app, once all requirements are met. */
export function stepUpRedirect(kit: Kit): WireResponse {
  const transaction = transactionWith(kit, kit.query.get('stateToken') ?? undefined);
  if (transaction.status !== 'SUCCESS' || transaction.app === undefined) throw new Refusal('notInThisState');
  return redirect(`${kit.call.origin}/app/${transaction.app.id}/home`);
}

/** Where a step-up ends. */
export function appHome(kit: Kit): WireResponse {
  return json(200, { app: kit.params['app_id'] });
}

/** Where it begins: the page that an app's custom sign-in page stands for. */
export function signInPage(kit: Kit): WireResponse {
  return json(200, { page: kit.params['page'] });
}

function redirect(location: string): WireResponse {
  return json(302, { location }, { location });
}
