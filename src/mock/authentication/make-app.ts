import type { Data } from '../kit/service.ts';
import type { Place } from './make-user.ts';
import { newTransaction, type App } from './transactions.ts';
import type { User } from './users.ts';

const protocols = { saml: 'SAML2.0', 'ws-federation': 'WS-FED', other: 'OPENID_CONNECT' } as const;

interface AppFields {
  readonly protocol: keyof typeof protocols;
  readonly signInPage: boolean;
  readonly requires?: App['requires'];
}

/** Adds an application. */
export function prepareApp({ store, surroundings }: Place, { protocol, signInPage, requires = 'nothing' }: AppFields): App {
  const id = `0oa${surroundings.id(17)}`;
  const app: App = { id, name: 'payroll', label: 'Payroll', protocol: protocols[protocol], signInPage, requires };
  store.apps.set(id, app);
  return app;
}

/** A redirect must last until a test comes to it. */
const redirectLifetimeMs = 3_600_000;

/** Adds an application and the state token that a redirect to its sign-in page has just given to the user. */
export function prepareStepUp(place: Place, user: User, requires: App['requires'], inSession: boolean): Data {
  const app = prepareApp(place, { protocol: 'saml', signInPage: true, requires });
  const transaction = newTransaction(`00${place.surroundings.id(40)}`, place.surroundings.now() + redirectLifetimeMs, {
    app,
    inSession,
    userId: inSession ? user.id : undefined,
  });
  place.store.transactions.set(transaction.stateToken, transaction);
  return { stateToken: transaction.stateToken, appId: app.id };
}
