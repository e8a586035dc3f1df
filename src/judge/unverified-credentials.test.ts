import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { PublicService } from '../profile/profile.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Finding } from './finding.ts';
import { benchOf, heldAgainstTarget } from './judge-fixtures.ts';
import { withoutUnverifiedCredentials } from './unverified-credentials.ts';

const SPEC = doorSpec({
  callers: [{ name: 'trusted', credential: 'apiToken', shownBy: ['doors.locked'], clauses: [] }],
});
const REASON =
  'services.authentication.credentials.apiToken: nothing in the run shows that it is taken, since nothing that only a trusted caller can do was seen: correct it, or say certain: true';

const PROMISED = heldAgainstTarget('transition/open');

/** Verdict, blame and reason of what was found about a door that a trusted caller opens. */
function doubted(findings: readonly Finding[], { caller = 'trusted', answered = true, service = {} }: Doubted): unknown {
  const exchange = sampleExchange({ operation: 'openDoor', caller, ...(answered ? {} : { response: undefined }) });
  const profile = sampleProfile({ credentials: ['apiToken'], ...service });
  return withoutUnverifiedCredentials(benchOf(SPEC, sampleCase({}, exchange), profile), findings).map(({ verdict, blame, reason }) => [
    verdict,
    blame,
    reason,
  ]);
}

interface Doubted {
  readonly caller?: string;
  readonly answered?: boolean;
  readonly service?: Partial<PublicService>;
}

const IN_DOUBT = ['inconclusive', 'config', REASON];
const AS_IT_WAS = ['fail', 'target', undefined];
const OPEN = ['inconclusive', 'target', undefined];

test.each<[string, readonly Finding[], Doubted, unknown]>([
  ['and nothing shows that it is taken', [PROMISED], {}, [IN_DOUBT]],
  [
    'and something shows that it is',
    [PROMISED, heldAgainstTarget('a', { verdict: 'pass', clauses: ['doors.locked'] })],
    {},
    [AS_IT_WAS, ['pass', 'target', undefined]],
  ],
  ['which is certain', [PROMISED], { service: { certainCredentials: ['apiToken'] } }, [AS_IT_WAS]],
  ['by somebody else', [PROMISED], { caller: 'public' }, [AS_IT_WAS]],
  ['and the response is one that nobody may get', [PROMISED, heldAgainstTarget('shape/doors.open')], {}, [AS_IT_WAS, AS_IT_WAS]],
  ['and no response comes', [heldAgainstTarget('transition/open', { verdict: 'inconclusive' })], { answered: false }, [OPEN]],
])('a credential is sent %s', (_how, findings, about, wanted) => {
  expect(doubted(findings, about)).toEqual(wanted);
});
