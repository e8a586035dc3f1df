import { before } from '../../../model/text-end.ts';
import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';

/** Defects in links. */
export const linkFaults: readonly Fault<Rules>[] = [
  {
    id: 'authn-skip-allows-get',
    clause: 'authn.endpoints.links.skip',
    alsoBreaks: ['authn.transitions.skip-link'],
    difficulty: 'response',
    about: 'the skip link says GET where POST is the method',
    change: (rules) => ({ methods: (name) => (name === 'skip' ? ['GET'] : rules.methods(name)) }),
  },
  {
    id: 'authn-verify-allows-put',
    clause: 'authn.endpoints.links.verify',
    difficulty: 'response',
    about: 'the verify link says PUT where POST is the method',
    change: (rules) => ({ methods: (name) => (name === 'verify' ? ['PUT'] : rules.methods(name)) }),
  },
  {
    id: 'authn-original-allows-post',
    clause: 'authn.endpoints.links.original',
    alsoBreaks: [
      'authn.transitions.step-up-redirect',
      'authn.transitions.step-up-success-original',
      'authn.transitions.step-up-complete-original',
    ],
    difficulty: 'response',
    about: 'the link back to the app says POST where GET is the method',
    change: (rules) => ({ methods: (name) => (name === 'original' ? ['POST'] : rules.methods(name)) }),
  },
  {
    id: 'authn-original-without-state-token',
    clause: 'authn.endpoints.links.original-state-token',
    alsoBreaks: ['authn.transitions.step-up-redirect'],
    difficulty: 'response',
    about: 'the link back to the app has lost its state token',
    change: (rules) => ({ href: (name, origin, path) => rules.href(name, origin, name === 'original' ? before(path, '?') : path) }),
  },
  {
    id: 'authn-cancel-by-name',
    clause: 'authn.resources.link.href',
    alsoBreaks: ['authn.endpoints.links.cancel'],
    difficulty: 'response',
    about: 'the cancel link holds the name of the operation, not a URL',
    change: (rules) => ({ href: (name, origin, path) => (name === 'cancel' ? 'cancel transaction' : rules.href(name, origin, path)) }),
  },
  {
    id: 'authn-unlock-leads-elsewhere',
    clause: 'authn.endpoints.links.unlock',
    alsoBreaks: ['authn.transitions.locked-out-next'],
    difficulty: 'response',
    about: 'the unlock link leads to the recovery of a password',
    change: (rules) => ({
      href: (name, origin, path) => rules.href(name, origin, name === 'unlock' ? path.replace(/unlock$/, 'password') : path),
    }),
  },
  {
    id: 'authn-no-cancel-when-expired',
    clause: 'authn.transitions.password-expired-cancel',
    difficulty: 'response',
    about: 'PASSWORD_EXPIRED has no cancel link',
    change: (rules) => ({ relations: (transaction) => (transaction.status === 'PASSWORD_EXPIRED' ? [] : rules.relations(transaction)) }),
  },
  {
    id: 'authn-no-skip-when-warned',
    clause: 'authn.transitions.password-warn-skip-link',
    difficulty: 'response',
    about: 'PASSWORD_WARN has no skip link',
    change: (rules) => ({
      relations: (transaction) => rules.relations(transaction).filter((name) => transaction.status !== 'PASSWORD_WARN' || name !== 'skip'),
    }),
  },
  {
    id: 'authn-no-cancel-when-enrolling',
    clause: 'authn.transitions.mfa-enroll-cancel',
    difficulty: 'response',
    about: 'MFA_ENROLL has no cancel link',
    change: (rules) => ({
      relations: (transaction) => rules.relations(transaction).filter((name) => transaction.status !== 'MFA_ENROLL' || name !== 'cancel'),
    }),
  },
  {
    id: 'authn-reset-called-change',
    clause: 'authn.transitions.activation-reset-next',
    difficulty: 'response',
    about: 'PASSWORD_RESET points to the change of a password, which needs the old one',
    change: (rules) => ({
      nextLink: (transaction) => (transaction.status === 'PASSWORD_RESET' ? 'changePassword' : rules.nextLink(transaction)),
    }),
  },
];
