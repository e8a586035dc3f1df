import type { Allowance } from '../kit/limiter.ts';
import type { Data } from '../kit/service.ts';
import type { Choices } from './choices.ts';
import { errorRows, type ErrorName, type ErrorRow } from './errors.ts';
import { linkTable, type LinkName } from './links.ts';
import type { Status, Transaction } from './transactions.ts';
import type { Complexity, Factor, FactorType, User } from './users.ts';

/** How a transaction looks on the wire, one small function each. Times are milliseconds since the epoch. */
export interface Renderings {
  timestamp(time: number): string;
  showsExpiry(transaction: Transaction): boolean;
  expiresAt(transaction: Transaction, time: number): string;
  showsUser(transaction: Transaction): boolean;
  profile(user: User): Data;
  showsStateToken(transaction: Transaction): boolean;
  showsSessionToken(transaction: Transaction): boolean;
  type(transaction: Transaction): string | undefined;
  recoveryType(transaction: Transaction): string | undefined;
  showsTarget(transaction: Transaction): boolean;
  complexity(transaction: Transaction, complexity: Complexity): Complexity | undefined;
  /** days until a password expires, rounded up */
  expireDays(transaction: Transaction, user: User, now: number): number | undefined;
  showsRememberDevice(transaction: Transaction): boolean;
  /** what `_links.next` stands for */
  nextLink(transaction: Transaction): LinkName | undefined;
  /** `_links` beside `next` */
  relations(transaction: Transaction): readonly LinkName[];
  methods(name: LinkName): readonly string[];
  href(name: LinkName, origin: string, path: string): string;
  /** what a refused sign-in is told, beside the error itself */
  signInCauses(user: User): readonly string[];
  /** what a refused activation is told, beside the error itself; `latest` is the user to whom the last token was issued */
  activationCauses(latest: string | undefined): readonly string[];
  /** enrolled factors that MFA_REQUIRED lists */
  listed(user: User): readonly Factor[];
  factorType(factorType: FactorType): string;
  vendor(provider: string): string;
  /** name of a factor in what the policy says of each */
  policyKey(factor: Factor): string;
  /** what an error says beside the Error object */
  errorExtras(name: ErrorName): Data;
  phoneNumber(number: string): string;
  /** profile of the service's own push factor; `known` once its user has proven more than a password */
  pushProfile(profile: Data, known: boolean): Data;
  enrollmentStatus(): string;
  error(name: ErrorName): ErrorRow;
  errorCauses(name: ErrorName, causes: readonly string[]): readonly string[];
  limitHeaders(allowance: Allowance, refused: boolean, now: number): Readonly<Record<string, string>>;
}

const dayMs = 86_400_000;

/** The renderings that document 2 states, under the choices where it permits several. */
export function renderings(choices: Choices): Renderings {
  return {
    timestamp: (time) => new Date(time).toISOString(),
    showsExpiry: ({ status }) => status !== 'LOCKED_OUT' || choices.lockedOutTransaction,
    expiresAt(_transaction, time) {
      return this.timestamp(time);
    },
    showsUser: ({ status }) => status !== 'LOCKED_OUT',
    profile: ({ login, name }) => ({ login, firstName: name.first, lastName: name.last, locale: 'en_US', timeZone: 'Europe/Berlin' }),
    showsStateToken: ({ status, app }) =>
      (status !== 'SUCCESS' || app !== undefined) && (status !== 'LOCKED_OUT' || choices.lockedOutTransaction),
    showsSessionToken: ({ status, app }) => status === 'SUCCESS' && app === undefined,
    type: ({ app }) => (app === undefined ? undefined : 'SESSION_STEP_UP'),
    recoveryType: ({ status, activation }) =>
      status === 'PASSWORD_RESET' && activation ? 'ACCOUNT_ACTIVATION' : status === 'RECOVERY_CHALLENGE' ? 'UNLOCK' : undefined,
    showsTarget: ({ app }) => app !== undefined,
    complexity: ({ status }, complexity) => (passwordStatuses.includes(status) ? complexity : undefined),
    expireDays: ({ status }, { passwordChanged, policy: { passwordAgeMs } }, now) =>
      status === 'PASSWORD_WARN' || status === 'PASSWORD_RESET'
        ? Math.max(0, Math.ceil((passwordChanged + (passwordAgeMs ?? 0) - now) / dayMs))
        : undefined,
    showsRememberDevice: ({ status, app }) => status === 'MFA_REQUIRED' && app !== undefined,
    nextLink: ({ status, app }) => (status === 'SUCCESS' && app === undefined ? undefined : nextNames[status]),
    relations: ({ status, enrolled }) => {
      if (status === 'MFA_ENROLL' && enrolled > 0) return ['skip', 'cancel'];
      if (status === 'RECOVERY_CHALLENGE') return choices.unlockLinks === 'cancel' ? ['cancel'] : [];
      return furtherRelations[status] ?? [];
    },
    methods: (name) => [linkTable[name].method],
    href: (_name, origin, path) => `${origin}${path}`,
    signInCauses: () => [],
    activationCauses: () => [],
    listed: ({ factors }) => factors,
    factorType: (factorType) => factorType,
    vendor: (provider) => provider,
    policyKey: ({ id }) => id,
    errorExtras: () => ({}),
    phoneNumber: masked,
    pushProfile: (profile, known) => (known || choices.pushProfile === 'after-password' ? profile : {}),
    enrollmentStatus: () => 'NOT_SETUP',
    error: (name) => (choices.errorSummary === 'loose' ? loosely(errorRows[name]) : errorRows[name]),
    errorCauses: (_name, causes) => causes,
    limitHeaders: ({ limit, remaining, resetAt }, refused) =>
      refused || choices.rateLimitHeaders === 'always'
        ? { 'x-rate-limit-limit': String(limit), 'x-rate-limit-remaining': String(remaining), 'x-rate-limit-reset': String(resetAt) }
        : {},
  };
}

const passwordStatuses: readonly Status[] = ['PASSWORD_EXPIRED', 'PASSWORD_WARN', 'PASSWORD_RESET'];

const nextNames: Partial<Record<Status, LinkName>> = {
  UNAUTHENTICATED: 'authenticate',
  SUCCESS: 'original',
  PASSWORD_EXPIRED: 'changePassword',
  PASSWORD_WARN: 'changePassword',
  PASSWORD_RESET: 'resetPassword',
  LOCKED_OUT: 'unlock',
  MFA_CHALLENGE: 'verify',
  MFA_ENROLL_ACTIVATE: 'activate',
};

const furtherRelations: Partial<Record<Status, readonly LinkName[]>> = {
  PASSWORD_EXPIRED: ['cancel'],
  PASSWORD_WARN: ['skip', 'cancel'],
  PASSWORD_RESET: ['cancel'],
  MFA_REQUIRED: ['cancel'],
  MFA_ENROLL: ['cancel'],
  MFA_CHALLENGE: ['prev', 'cancel'],
  MFA_ENROLL_ACTIVATE: ['prev', 'cancel'],
};

/** All digits but a country code's and the last four become X. */
function masked(phoneNumber: string): string {
  const national = phoneNumber.search(/[\s-]/);
  if (national === -1) return phoneNumber;
  const shownFrom = [...phoneNumber.matchAll(/\d/g)].at(-4)?.index ?? 0;
  const hidden = phoneNumber.slice(national, shownFrom).replaceAll(/\d/g, 'X');
  return hidden === '' ? phoneNumber : phoneNumber.slice(0, national) + hidden + phoneNumber.slice(shownFrom);
}

/** A summary that differs from the table's only in case and closing punctuation. */
function loosely(row: ErrorRow): ErrorRow {
  return { ...row, summary: `${row.summary.charAt(0)}${row.summary.slice(1).toLowerCase()}.` };
}
