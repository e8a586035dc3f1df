import { defined } from '../../../src/model/defined.ts';
import { secretMark } from '../marks.ts';
import { complexityOf } from './passwords.ts';
import { DAY, PASSWORD_LIFE_DAYS } from './people.ts';
import type { AuthenticationService, Factor, Person, Step, Transaction } from './people.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** All apps are called alike. */
export const APP_LABEL = 'Búð';

/** The transaction object: what its step calls for, and a few fields that nobody has heard of. */
export function picture(authentication: AuthenticationService, transaction: Transaction, ticket: string | undefined): JsonObject {
  const { token, step, app, recovery, person } = transaction;
  const isPlain = app === undefined || (step === 'SUCCESS' && authentication.defects.has('authn.step-up-type-lost'));
  const embedded = embeddedObjects(authentication, transaction);
  const links = linksOf(authentication, transaction);
  const showsToken = transaction.verified && authentication.defects.has('authn.state-token-on-success');
  const isDead = transaction.enrolled > 0 && authentication.defects.has('authn.enroll-more-dead-token');
  return {
    ...(Object.keys(links).length === 0 ? {} : { _links: links }),
    ...(Object.keys(embedded).length === 0 ? {} : { _embedded: embedded }),
    trail: { hop: 1, seen: [] },
    ...(isPlain ? {} : { type: 'SESSION_STEP_UP' }),
    ...(recovery && step === 'PASSWORD_RESET' && !authentication.defects.has('authn.recovery-type-missing')
      ? { recoveryType: 'ACCOUNT_ACTIVATION' }
      : {}),
    ...defined({ sessionToken: ticket }),
    // A push that has been sent to the device: the transaction waits in the same status.
    ...(transaction.pushAsked && step === 'MFA_REQUIRED' ? { waitingFor: person?.id } : {}),
    status: step,
    expiresAt: moment(authentication, transaction),
    ...(step === 'SUCCESS' && app === undefined && !showsToken ? {} : { stateToken: isDead ? secretMark() : token }),
  };
}

function moment({ defects, clock }: AuthenticationService, { expiresAt, step }: Transaction): string {
  const at = defects.has('authn.expires-at-slides') ? clock.now() + 7 * 60_000 : expiresAt;
  if (defects.has('authn.expires-at-zone')) return new Date(at + 3_600_000).toISOString().replace('Z', '+01:00');
  const text = new Date(at).toISOString().replace('Z', '+00:00');
  if (step === 'MFA_ENROLL' && defects.has('authn.expires-at-microseconds')) return text.replace('+', '000+');
  return defects.has('authn.expires-at-whole-seconds') ? text.replace(/\.\d+/, '') : text;
}

function embeddedObjects(authentication: AuthenticationService, transaction: Transaction): JsonObject {
  const { step, person, app } = transaction;
  if (step === 'LOCKED_OUT' && !authentication.defects.has('authn.locked-out-shows-user')) return {};
  const policy = policyOf(authentication, transaction);
  const isNewest =
    (person === undefined && authentication.defects.has('authn.step-up-start-names-user')) ||
    (transaction.activated && authentication.defects.has('authn.activation-names-newest'));
  const shown = isNewest ? authentication.people.at(-1) : person;
  const { defects } = authentication;
  const factors = factorsOf(authentication, transaction)?.map((factor) => ({
    ...factor,
    ...(defects.has('authn.provider-capitalized') && { provider: 'Platform' }),
    ...(defects.has('authn.vendor-name-mixed-case') && { vendorName: 'Platform' }),
  }));
  return {
    ...(shown === undefined || step === 'PASSWORD_EXPIRED' ? {} : { user: userOf(authentication, profileOf(authentication, shown, step)) }),
    ...defined({ policy, factor: factors }),
    ...(app === undefined || step !== 'UNAUTHENTICATED'
      ? {}
      : {
          target: {
            type: 'APP',
            _links: {
              logo: { type: 'image/svg+xml', href: `${authentication.baseUrl()}/art/${encodeURIComponent(app.id)}.svg`, name: 'small' },
            },
            label: APP_LABEL,
            name: authentication.defects.has('authn.target-of-latest-app') ? [...authentication.apps.keys()].at(-1) : app.id,
            tint: '#0a0',
          },
          authentication: {
            issuer: authentication.defects.has('authn.issuer-text')
              ? 'urn:second:shop'
              : { uri: 'urn:second:shop', name: APP_LABEL, id: app.id },
            protocol: 'SAML2.0',
          },
        }),
  };
}

/** With a defect, the first user of this first name lends the profile. */
function profileOf({ people, defects }: AuthenticationService, person: Person, step: Step): Person {
  if (step !== 'MFA_REQUIRED' || !defects.has('authn.profile-of-namesake')) return person;
  const { login, lastName } = people.find(({ firstName }) => firstName === person.firstName) ?? person;
  return { ...person, login, lastName };
}

/** Everybody's. */
export const LOCALE = 'is_IS';
export const TIME_ZONE = 'Atlantic/Reykjavik';

export function userOf({ defects }: AuthenticationService, { id, passwordChanged, login, firstName, lastName }: Person): JsonObject {
  const names = defects.has('authn.names-swapped') ? { lastName: firstName, firstName: lastName } : { lastName, firstName };
  return {
    profile: {
      timeZone: defects.has('authn.time-zone-as-number') ? 0 : TIME_ZONE,
      locale: LOCALE,
      ...names,
      login,
      pronouns: null,
    },
    passwordChanged,
    id,
  };
}

function policyOf(authentication: AuthenticationService, { step, person, app, anonymous }: Transaction): JsonObject | undefined {
  const left = Math.max(0, ((person?.passwordExpiresAt ?? 0) - authentication.clock.now()) / DAY);
  const days = authentication.defects.has('authn.expire-days-fraction') ? left : Math.ceil(left);
  const demanded = complexityOf(authentication);
  const numbers = authentication.defects.has('authn.complexity-understated') ? { ...demanded, minUpperCase: 1 } : demanded;
  const asText = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, `${value}`]));
  const complexity = authentication.defects.has('authn.complexity-as-strings') ? asText : numbers;
  if (step === 'PASSWORD_EXPIRED') return { complexity: authentication.defects.has('authn.complexity-as-text') ? asText : complexity };
  if (step === 'PASSWORD_WARN') return { complexity, expiration: { passwordExpireDays: days } };
  if (step === 'PASSWORD_RESET' && authentication.defects.has('authn.reset-without-expiration')) return { complexity };
  if (step === 'PASSWORD_RESET') return { complexity, expiration: { passwordExpireDays: PASSWORD_LIFE_DAYS } };
  if (step !== 'MFA_REQUIRED' || app === undefined || person === undefined) return undefined;
  if (anonymous && authentication.defects.has('authn.no-policy-without-session')) return undefined;
  const isByPosition = authentication.defects.has('authn.policy-info-by-position');
  const isByType = authentication.defects.has('authn.policy-info-by-type');
  return {
    factorsPolicyInfo: Object.fromEntries(
      person.factors.map(({ id, kind }, at) => [isByPosition ? at : isByType ? kind : id, { autoPushEnabled: kind === 'push' }]),
    ),
    rememberDeviceByDefault: false,
    rememberDeviceLifetimeInMinutes: authentication.defects.has('authn.remember-lifetime-text') ? '0' : 0,
    allowRememberDevice: false,
  };
}

function factorsOf(authentication: AuthenticationService, { step, person, asked }: Transaction): readonly JsonObject[] | undefined {
  if (person === undefined) return undefined;
  if (step === 'MFA_REQUIRED')
    return (authentication.defects.has('authn.first-factor-only') ? person.factors.slice(0, 1) : person.factors).map((factor) => {
      const leadsTo = authentication.defects.has('authn.verify-link-of-first') ? (person.factors[0] ?? factor) : factor;
      const isClear =
        (asked && authentication.defects.has('authn.phone-in-clear-once-asked')) ||
        authentication.defects.has('authn.phone-number-unmasked');
      const { defects } = authentication;
      const verified = factor.verified && (defects.has('authn.push-profile-early') || defects.has('authn.push-profile-stays-shown'));
      const bare = factor.kind === 'push' && !verified && defects.has('authn.push-profile-absent') ? { profile: undefined } : {};
      return { ...factorCard({ ...factor, verified }, isClear), ...bare, _links: verifyLink(authentication, leadsTo) };
    });
  const isEmpty = authentication.defects.has('authn.push-profile-never');
  if (step === 'SUCCESS')
    return person.factors.length === 0
      ? undefined
      : person.factors.map((factor) => factorCard(isEmpty ? { ...factor, verified: false } : factor));
  if (step !== 'MFA_ENROLL') return undefined;
  const isAgain = authentication.defects.has('authn.enrolled-factor-offered-again');
  const owner = authentication.defects.has('authn.questions-link-login') ? person.login : person.id;
  return (['token:software:totp', 'question', 'sms'] as const)
    .filter((factorType) => isAgain || person.factors.every(({ kind }) => kind !== factorType))
    .map((factorType) => ({
      _links: {
        ...(factorType === 'question'
          ? { questions: link(authentication, 'GET', `/api/v1/users/${encodeURIComponent(owner)}/factors/questions`) }
          : {}),
        enroll: link(authentication, 'POST', '/api/v1/authn/factors'),
      },
      enrollment: 'OPTIONAL',
      status: authentication.defects.has('authn.not-setup-spelling') ? 'NOT_ENROLLED' : 'NOT_SETUP',
      vendorName: 'PLATFORM',
      provider: 'PLATFORM',
      factorType,
    }));
}

export function factorCard({ id, kind, phoneNumber, verified }: Factor, isClear = false): JsonObject {
  const profiles = {
    question: {},
    sms: { phoneNumber: isClear ? phoneNumber : `••• ${phoneNumber.slice(-2)}` },
    push: verified
      ? {
          deviceType: 'Handset_Other',
          name: 'Ása’s brick',
          platform: 'KAIOS',
          version: '3',
          keys: [{ kty: 'EC', use: 'sig', kid: 'k1', x5c: [] }],
        }
      : {},
  };
  return { profile: profiles[kind], vendorName: 'PLATFORM', provider: 'PLATFORM', factorType: kind, id, colour: 'blue' };
}

function verifyLink(authentication: AuthenticationService, { id }: Factor): JsonObject {
  return { verify: link(authentication, 'POST', `/api/v1/authn/factors/${id}/verify`) };
}

/** No link has a name: a name is optional. Several methods are hinted at: OPTIONS is answered everywhere. */
function linksOf(authentication: AuthenticationService, { step, app, token }: Transaction): JsonObject {
  const next = {
    UNAUTHENTICATED: '/api/v1/authn',
    PASSWORD_EXPIRED: '/api/v1/authn/credentials/change_password',
    PASSWORD_WARN: '/api/v1/authn/credentials/change_password',
    PASSWORD_RESET: `/api/v1/authn/credentials/${authentication.defects.has('authn.reset-link-is-change') ? 'change' : 'reset'}_password`,
    LOCKED_OUT: '/api/v1/authn/recovery/unlock',
    MFA_REQUIRED: undefined,
    MFA_ENROLL: undefined,
    SUCCESS: undefined,
  }[step];
  if (step === 'SUCCESS') {
    const last = authentication.defects.has('authn.original-link-of-last') ? [...authentication.transactions.keys()].at(-1) : undefined;
    const { defects } = authentication;
    const query = defects.has('authn.original-without-token') ? '' : `?stateToken=${encodeURIComponent(last ?? token)}`;
    return app === undefined
      ? {}
      : { next: link(authentication, defects.has('authn.original-by-post') ? 'POST' : 'GET', `/login/step-up/redirect${query}`) };
  }
  return {
    ...(step === 'LOCKED_OUT' || (step === 'PASSWORD_EXPIRED' && authentication.defects.has('authn.expired-without-cancel'))
      ? {}
      : {
          cancel: {
            ...link(authentication, authentication.defects.has('authn.cancel-by-get') ? 'GET' : 'POST', ''),
            href: `${new URL(authentication.baseUrl()).pathname}/api/v1/authn/cancel`,
          },
        }),
    ...(step === 'PASSWORD_WARN' && !authentication.defects.has('authn.warn-without-skip')
      ? { skip: link(authentication, 'POST', '/api/v1/authn/skip') }
      : {}),
    ...(next === undefined ? {} : { next: link(authentication, 'POST', next) }),
  };
}

function link(authentication: AuthenticationService, method: string, path: string): JsonObject {
  const allow = [method, 'OPTIONS'];
  return {
    hints: { allow: authentication.defects.has('authn.allow-as-text') ? allow.join(', ') : allow, prefer: 'return' },
    href: `${authentication.baseUrl()}${path}`,
  };
}
