import type { Route } from '../kit/router.ts';
import { activateFactor, enroll, listQuestions, listUserFactors, resend, verify } from './factors.ts';
import type { Handler } from './kit.ts';
import { cancel, previous, skip, unlock } from './leaving.ts';
import { linkTable } from './links.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { createSession, getSession } from './sessions.ts';
import { authenticate } from './sign-in.ts';
import { appHome, openApp, signInPage, stepUpRedirect } from './step-up.ts';

/** Every operation of the service, at the paths that document 2 shows, or at this deployment's own where it shows none. */
export const operations: readonly Route<Handler>[] = [
  { ...linkTable.authenticate, handler: authenticate },
  { ...linkTable.changePassword, handler: changePassword },
  { ...linkTable.resetPassword, handler: resetPassword },
  { ...linkTable.skip, handler: skip },
  { ...linkTable.cancel, handler: cancel },
  { ...linkTable.prev, handler: previous },
  { ...linkTable.unlock, handler: unlock },
  { ...linkTable.enroll, handler: enroll },
  { ...linkTable.activate, handler: activateFactor },
  { ...linkTable.resend, handler: resend },
  { ...linkTable.verify, handler: verify },
  { ...linkTable.questions, handler: listQuestions },
  { ...linkTable.original, handler: stepUpRedirect },
  { method: 'GET', path: '/api/v1/users/{user_id}/factors', handler: listUserFactors },
  { method: 'POST', path: '/api/v1/sessions', handler: createSession },
  { method: 'GET', path: '/api/v1/sessions/{session_id}', handler: getSession },
  { method: 'GET', path: '/app/{app_id}/sign-on', handler: openApp },
  { method: 'GET', path: '/app/{app_id}/home', handler: appHome },
  { method: 'GET', path: '/login/{page}', handler: signInPage },
];
