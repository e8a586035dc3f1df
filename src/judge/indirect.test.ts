import { expect, test } from 'vitest';
import type { ProbeRow } from '../model/types.ts';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Finding } from './finding.ts';
import { withoutIndirect } from './indirect.ts';
import { benchOf } from './judge-fixtures.ts';

const PROBE: ProbeRow = {
  id: 'look',
  about: 'half a request',
  steps: [
    { call: 'openDoor', raw: { text: '{"key": ', halfClose: true }, expect: [{ clauses: ['doors.half'], status: [499] }] },
    { call: 'openDoor', expect: [{ clauses: ['doors.whole'], status: [200] }] },
  ],
};
const failed = (seq: number): Finding => ({
  check: `probe/look/steps/${seq - 1}/0`,
  clauses: ['doors.half'],
  verdict: 'fail',
  basis: 'documented',
  exchanges: [seq],
  case: 'probe/look',
  expected: 'status 499',
  received: 'status 400',
  blame: 'target',
});

test.each([
  ['of a deployment', {}, ['inconclusive network', 'fail target']],
  ['over a direct connection', { direct: true }, ['fail target', 'fail target']],
  ['of the embedded deployment', { embedded: true }, ['fail target', 'fail target']],
  ['behind a proxy before the embedded one', { embedded: true, direct: false }, ['inconclusive network', 'fail target']],
])('a response to half a request %s', (_where, more, expected) => {
  const spec = doorSpec({ probes: [PROBE] });
  const events = sampleCase(
    { case: 'probe/look' },
    sampleExchange({ operation: 'openDoor', response: { status: 400 } }),
    sampleExchange({ operation: 'openDoor', at: 'steps/1', response: { status: 400 } }),
  );
  const judged = withoutIndirect(benchOf(spec, events, sampleProfile({}, more)), [failed(1), failed(2)]);
  expect(judged.map(({ verdict, blame }) => `${verdict} ${blame}`)).toEqual(expected);
});

test('what the response to half a request kept from being seen in its case is left to the network, and in no other case', () => {
  const spec = doorSpec({ probes: [PROBE] });
  const refused = { operation: 'openDoor', response: { status: 400 } };
  const events = sampleCase({ case: 'probe/look' }, sampleExchange(refused), sampleExchange({ ...refused, at: 'steps/1' }));
  const unseen = (owner: string): Finding => ({
    ...failed(2),
    verdict: 'inconclusive',
    case: owner,
    reason: 'an earlier step of the case failed: probe/look/steps/0/0',
  });
  const judged = withoutIndirect(benchOf(spec, events, sampleProfile()), [failed(1), unseen('probe/look'), unseen('probe/other')]);
  expect(judged.map(({ blame }) => blame)).toEqual(['network', 'network', 'target']);
});

const OF = 'http://doors.test/doors';

test.each([
  ['a control character in its path', { url: `${OF}/a%00b` }, 400, 'network'],
  ['a control character in its query', { url: `${OF}/a?name=%00` }, 400, 'target'],
  ['an address of more than 8,000 characters', { url: `${OF}/${'a'.repeat(8000)}` }, 414, 'network'],
  ['a header of more than 8,000 characters', { url: OF, headers: { 'x-door': 'a'.repeat(8001) } }, 400, 'network'],
  ['a slash in a name', { url: `${OF}/a%2Fb` }, 404, 'target'],
  ['a control character in its path, and is served', { url: `${OF}/a%00b` }, 200, 'target'],
])('a request with %s', (_what, request, status, blame) => {
  const spec = doorSpec({ probes: [PROBE] });
  const exchange = sampleExchange({ operation: 'openDoor', at: 'steps/1', response: { status }, request });
  const judged = withoutIndirect(benchOf(spec, sampleCase({ case: 'probe/look' }, exchange), sampleProfile()), [failed(1)]);
  expect(judged.map((finding) => finding.blame)).toEqual([blame]);
});
