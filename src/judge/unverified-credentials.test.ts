import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import type { PublicService } from '../profile/profile.ts';
import { sampleCase, sampleExchange, type SampleExchange } from '../trace/trace-fixtures.ts';
import type { Finding } from './finding.ts';
import { benchOf, heldAgainstTarget, OPEN_DOOR } from './judge-fixtures.ts';
import { withoutUnverifiedCredentials } from './unverified-credentials.ts';

const SPEC = doorSpec({
  callers: [{ name: 'trusted', credential: 'apiToken', shownBy: ['doors.locked'], clauses: [] }],
});
const REASON =
  'services.authentication.credentials.apiToken: nothing in the run shows that it is taken, since nothing that only a trusted caller can do was seen: correct it, or say certain: true';

const PROMISED = heldAgainstTarget('transition/open');
const WRONG = heldAgainstTarget('shape/doors.open');

/** Verdict, blame and reason of what was found about a door that a trusted caller opens. */
function doubted(findings: readonly Finding[], { caller = 'trusted', response = { body: OPEN_DOOR }, service = {} }: Doubted): unknown {
  const exchange = sampleExchange({ operation: 'openDoor', caller, response: response === 'none' ? undefined : response });
  const profile = sampleProfile({ credentials: ['apiToken'], ...service });
  return withoutUnverifiedCredentials(benchOf(SPEC, sampleCase({}, exchange), profile), findings).map(({ verdict, blame, reason }) => [
    verdict,
    blame,
    reason,
  ]);
}

interface Doubted {
  readonly caller?: string;
  readonly response?: SampleExchange['response'] | 'none';
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
  ['and the response has a fault of its own as well', [PROMISED, WRONG], {}, [IN_DOUBT, AS_IT_WAS]],
  [
    'and the refusal has a fault of its own as well',
    [PROMISED, WRONG],
    { response: { status: 403, body: { code: 'wrong_key' } } },
    [IN_DOUBT, AS_IT_WAS],
  ],
  ['and the response is garbage', [PROMISED, WRONG], { response: { body: { state: 'UPSIDE_DOWN' } } }, [AS_IT_WAS, AS_IT_WAS]],
  ['and the response is empty', [PROMISED, WRONG], { response: {} }, [AS_IT_WAS, AS_IT_WAS]],
  ['and the target breaks down', [PROMISED, WRONG], { response: { status: 500, body: { code: 'wrong_key' } } }, [AS_IT_WAS, AS_IT_WAS]],
  ['and no response comes', [heldAgainstTarget('transition/open', { verdict: 'inconclusive' })], { response: 'none' }, [OPEN]],
])('a credential is sent %s', (_how, findings, about, wanted) => {
  expect(doubted(findings, about)).toEqual(wanted);
});
