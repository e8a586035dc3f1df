import type { Operation } from '../kit/define-service.ts';
import { activateFactor, enroll, listQuestions, listUserFactors, resend, verify } from './factors.ts';
import type { RequestContext } from './context.ts';
import { cancel, previous, skip, unlock } from './leaving.ts';
import { linkTable } from './links.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { createSession, getSession } from './sessions.ts';
import { authenticate } from './sign-in.ts';
import { appHome, openApp, signInPage, stepUpRedirect } from './step-up.ts';

/** Every operation of the service, at the paths that document 2 shows, or at this deployment's own where it shows none. */
export const operations: Readonly<Record<string, Operation<RequestContext>>> = {
  authenticate: { ...linkTable.authenticate, run: authenticate },
  changePassword: { ...linkTable.changePassword, run: changePassword },
  resetPassword: { ...linkTable.resetPassword, run: resetPassword },
  skip: { ...linkTable.skip, run: skip },
  cancel: { ...linkTable.cancel, run: cancel },
  previous: { ...linkTable.prev, run: previous },
  unlock: { ...linkTable.unlock, run: unlock },
  enroll: { ...linkTable.enroll, run: enroll },
  activateFactor: { ...linkTable.activate, run: activateFactor },
  resend: { ...linkTable.resend, run: resend },
  resendActivation: { ...linkTable.resendActivation, run: resend },
  verify: { ...linkTable.verify, run: verify },
  listQuestions: { ...linkTable.questions, run: listQuestions },
  stepUpRedirect: { ...linkTable.original, run: stepUpRedirect },
  listUserFactors: { method: 'GET', path: '/api/v1/users/{user_id}/factors', run: listUserFactors },
  createSession: { method: 'POST', path: '/api/v1/sessions', run: createSession },
  getSession: { method: 'GET', path: '/api/v1/sessions/{session_id}', run: getSession },
  openApp: { method: 'GET', path: '/app/{app_id}/sign-on', run: openApp },
  appHome: { method: 'GET', path: '/app/{app_id}/home', run: appHome },
  signInPage: { method: 'GET', path: '/login/{page}', run: signInPage },
};
