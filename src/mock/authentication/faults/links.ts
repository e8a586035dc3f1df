import type { Faults } from '../../kit/faults.ts';
import { after, before, response } from '../fault.ts';
import type { Policy } from '../policy.ts';
import { before as textBefore } from '../../../model/text-end.ts';

/** Defects in links. */
export const linkFaults: Faults<Policy> = {
  'authn-skip-allows-get': response(
    'the skip link says GET where POST is the method',
    ['authn.endpoints.links.skip', 'authn.transitions.skip-link'],
    after('methods', (result, name) => (name === 'skip' ? ['GET'] : result)),
  ),
  'authn-verify-allows-put': response(
    'the verify link says PUT where POST is the method',
    'authn.endpoints.links.verify',
    after('methods', (result, name) => (name === 'verify' ? ['PUT'] : result)),
  ),
  'authn-original-allows-post': response(
    'the link back to the app says POST where GET is the method',
    [
      'authn.endpoints.links.original',
      'authn.transitions.step-up-redirect',
      'authn.transitions.step-up-success-original',
      'authn.transitions.step-up-complete-original',
    ],
    after('methods', (result, name) => (name === 'original' ? ['POST'] : result)),
  ),
  'authn-original-without-state-token': response(
    'the link back to the app has lost its state token',
    ['authn.endpoints.links.original-state-token', 'authn.transitions.step-up-redirect'],
    before('href', (name, origin, path) => [name, origin, name === 'original' ? textBefore(path, '?') : path]),
  ),
  'authn-cancel-by-name': response(
    'the cancel link holds the name of the operation, not a URL',
    ['authn.resources.link.href', 'authn.endpoints.links.cancel'],
    after('href', (result, name) => (name === 'cancel' ? 'cancel transaction' : result)),
  ),
  'authn-unlock-leads-elsewhere': response(
    'the unlock link leads to the recovery of a password',
    ['authn.endpoints.links.unlock', 'authn.transitions.locked-out-next'],
    before('href', (name, origin, path) => [name, origin, name === 'unlock' ? path.replace(/unlock$/, 'password') : path]),
  ),
  'authn-no-cancel-when-expired': response(
    'PASSWORD_EXPIRED has no cancel link',
    'authn.transitions.password-expired-cancel',
    after('relations', (result, transaction) => (transaction.status === 'PASSWORD_EXPIRED' ? [] : result)),
  ),
  'authn-no-skip-when-warned': response(
    'PASSWORD_WARN has no skip link',
    'authn.transitions.password-warn-skip-link',
    after('relations', (result, transaction) => result.filter((name) => transaction.status !== 'PASSWORD_WARN' || name !== 'skip')),
  ),
  'authn-no-cancel-when-enrolling': response(
    'MFA_ENROLL has no cancel link',
    'authn.transitions.mfa-enroll-cancel',
    after('relations', (result, transaction) => result.filter((name) => transaction.status !== 'MFA_ENROLL' || name !== 'cancel')),
  ),
  'authn-reset-called-change': response(
    'PASSWORD_RESET points to the change of a password, which needs the old one',
    'authn.transitions.activation-reset-next',
    after('nextLink', (result, transaction) => (transaction.status === 'PASSWORD_RESET' ? 'changePassword' : result)),
  ),
};
