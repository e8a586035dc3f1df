import { inBody, isObject, textInBody } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { Refusal } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { dispatch, on } from '../http/routes.ts';
import { changePassword, resetPassword } from './credentials.ts';
import { enrollFactor, listQuestions, userFactors, verifyFactor, wrapped } from './factors.ts';
import { DAY, PASSWORD_LIFE_DAYS, personNamed } from './people.ts';
import type { AuthenticationService } from './people.ts';
import { platformRoutes } from './platform.ts';
import { authenticate } from './primary.ts';
import { refuse } from './refusal.ts';
import { alive, aliveIn, begin, proceed, show } from './transactions.ts';

/** The authentication-transaction service. */
export function authenticationService(authentication: AuthenticationService): (call: Call) => Reply {
  const routes = [
    on('POST /api/v1/authn', authenticate(authentication)),
    on('POST /api/v1/authn/credentials/change_password', changePassword(authentication)),
    on('POST /api/v1/authn/credentials/reset_password', resetPassword(authentication)),
    on('POST /api/v1/authn/factors', enrollFactor(authentication)),
    on('POST /api/v1/authn/factors/{factor}/verify', verifyFactor(authentication)),
    on('GET /api/v1/users/{user}/factors/questions', listQuestions(authentication)),
    on('GET /api/v1/users/{user}/factors', userFactors(authentication)),
    // Whoever skips the warning is asked for a factor in return.
    on('POST /api/v1/authn/skip', (call) => {
      if (call.text !== '') throw refuse('S0000400', ['Nothing more is wanted.']);
      const more = authentication.defects.has('authn.expired-can-skip') ? (['PASSWORD_EXPIRED'] as const) : [];
      const transaction = aliveIn(authentication, call.query.get('of') ?? undefined, 'PASSWORD_WARN', ...more);
      transaction.skipped = true;
      if (authentication.defects.has('authn.skip-prolongs-password')) transaction.person.passwordExpiresAt += PASSWORD_LIFE_DAYS * DAY;
      return wrapped(proceed(authentication, transaction, transaction.person));
    }),
    on('POST /api/v1/authn/cancel', (call) => {
      authentication.transactions.delete(alive(authentication, textInBody(call, 'never', 'mind')).token);
      return { status: 204 };
    }),
    // Somebody is told; the account stays locked until they have looked at it.
    on('POST /api/v1/authn/recovery/unlock', (call) => {
      if (authentication.choices.has('unlocks-by-state-token'))
        return show(authentication, aliveIn(authentication, textInBody(call, 'at'), 'LOCKED_OUT'));
      const person = personNamed(authentication, textInBody(call, 'who') ?? '');
      if (person?.locked !== 'shown') throw refuse('E0000004');
      return show(authentication, begin(authentication, person, { step: 'LOCKED_OUT' }));
    }),
    on('PUT /api/v1/peek', (call) => wrapped(show(authentication, alive(authentication, textInBody(call, 'at'))))),
    ...platformRoutes(authentication),
  ];
  return (call) => {
    if (call.method === 'OPTIONS') return { status: 204, headers: { Allow: 'GET, POST, OPTIONS', 'Access-Control-Allow-Origin': '*' } };
    try {
      if (call.method === 'POST' && inBody(call) === undefined && call.text !== '') {
        if (authentication.defects.has('authn.malformed-as-text')) return { status: 400, text: 'Bad Request', type: 'text/plain' };
        throw refuse('S0000400', ['That is no JSON.']);
      }
      const reply = dispatch(routes, call);
      if (reply === undefined) throw refuse('S0000404');
      return reply;
    } catch (refusal) {
      if (refusal instanceof Refusal) return spoiled(authentication, refusal.reply);
      throw refusal;
    }
  };
}

/** A refusal as it is, but for defects. */
function spoiled({ defects, clock }: AuthenticationService, reply: Reply): Reply {
  if (!isObject(reply.json) || !Array.isArray(reply.json['errorCauses'])) return reply;
  if (reply.status === 429 && defects.has('authn.limit-body-of-gateway')) return { ...reply, json: { message: 'Too Many Requests' } };
  const errorCauses = reply.json['errorCauses'].map((cause: unknown) => (isObject(cause) ? cause['errorSummary'] : cause));
  return {
    ...reply,
    json: {
      ...reply.json,
      ...(defects.has('authn.causes-as-text') ? { errorCauses } : {}),
      ...(errorCauses.length === 0 && defects.has('authn.causes-null') ? { errorCauses: null } : {}),
      ...(defects.has('authn.error-id-number') ? { errorId: clock.now() } : {}),
    },
  };
}
