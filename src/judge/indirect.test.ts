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
