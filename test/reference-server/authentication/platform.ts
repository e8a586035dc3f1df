import { mark, secretMark } from '../marks.ts';
import { textInBody } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { on } from '../http/routes.ts';
import type { Route } from '../http/routes.ts';
import type { AuthenticationService } from './people.ts';
import { refuse } from './refusal.ts';
import { alive, begin } from './transactions.ts';

const PAGE = 'text/html; charset=utf-8';

/** The identity platform around the transactions: sessions, and apps that browsers open. */
export function platformRoutes(authentication: AuthenticationService): readonly Route[] {
  return [
    on('PUT /platform/visits', (call) => {
      const ticket = textInBody(call, 'ticket') ?? '';
      const owner = authentication.tickets.get(ticket);
      if (owner === undefined) throw refuse('E0000004');
      const latest = [...authentication.tickets.values()].at(-1) ?? owner;
      const person = authentication.defects.has('authn.session-of-latest') ? latest : owner;
      authentication.tickets.delete(ticket);
      const session = { id: mark('visit'), credential: secretMark(), person, active: true, revokedAt: 0 };
      authentication.sessions.set(session.id, session);
      return { status: 201, json: { visit: { number: session.id, badge: session.credential, on: true }, guest: [person.id] } };
    }),
    on('GET /platform/visits/{visit}', (call) => {
      const session = authentication.sessions.get(call.args['visit'] ?? '');
      if (session === undefined) throw refuse('S0000404');
      const isBack =
        session.revokedAt + 3_600_000 <= authentication.clock.now() && authentication.defects.has('authn.revoked-sessions-return');
      return { status: 200, json: { visit: { number: session.id, on: session.active || isBack }, guest: [session.person.id] } };
    }),
    on('GET /platform/launchpad/{app}', (call) => launch(authentication, call)),
    on('GET /login/step-up/redirect', (call) => {
      const { step } = alive(authentication, call.query.get('stateToken') ?? undefined);
      if (step !== 'SUCCESS') throw refuse('S0000409');
      return { status: 200, type: PAGE, text: '<!doctype html><title>On to the app</title><form method="post" action="/"></form>' };
    }),
  ];
}

/** A browser without a session is sent to the app's own sign-in page, where it has one. */
function launch(authentication: AuthenticationService, call: Call): ReturnType<Route['handler']> {
  const app = authentication.apps.get(call.args['app'] ?? '');
  if (app === undefined) throw refuse('S0000404');
  const isOpen = app.signInPage || authentication.defects.has('authn.redirect-without-sign-in-page');
  const isSaml = app.protocol === 'saml' || authentication.defects.has('authn.redirect-for-ws-federation');
  if (!isSaml || !isOpen) return { status: 200, type: PAGE, text: '<!doctype html><title>Sign in</title>' };
  const { token } = begin(authentication, undefined, { app });
  const query = new URLSearchParams({ lang: 'is', stateToken: token });
  return { status: 307, headers: { Location: `https://pages.second.example.test/sign-in?${query.toString()}#form` } };
}
