import { expect, test } from 'vitest';
import { doorSpec, sampleProfile } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Finding } from './finding.ts';
import { benchOf } from './judge-fixtures.ts';
import { withoutUnfollowedClock } from './unfollowed-clock.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const dated = (seq: number, hours: number): TraceEvent =>
  sampleExchange({ seq, sentAt: NOON, response: { headers: { date: new Date(NOON + hours * 3_600_000).toUTCString() } } });
const turn: TraceEvent = { type: 'clock', case: 'probe/look', advance: 'PT5H', now: new Date(NOON + 5 * 3_600_000).toISOString() };

const findingOf = (verdict: Finding['verdict'], owner = 'probe/look'): Finding => ({
  check: 'probe/look/steps/1/0',
  clauses: ['doors.half'],
  verdict,
  basis: 'documented',
  exchanges: [2],
  case: owner,
  ...(verdict === 'pass' ? {} : { blame: 'target' }),
});

test.each<[string, object, number, readonly string[]]>([
  ['did not follow', {}, 0, ['pass', 'inconclusive config', 'inconclusive config', 'fail target']],
  ['followed', {}, 5, ['pass', 'fail target', 'inconclusive target', 'fail target']],
  ['is that of the embedded deployment', { embedded: true }, 0, ['pass', 'fail target', 'inconclusive target', 'fail target']],
])('after a turn of the clock that a Date %s', (_what, more, hours, wanted) => {
  const events = sampleCase({ case: 'probe/look' }, dated(1, 0), turn, dated(2, hours));
  const input = benchOf(doorSpec({}), events, sampleProfile({}, more));
  const findings = withoutUnfollowedClock(input, [
    findingOf('pass'),
    findingOf('fail'),
    findingOf('inconclusive'),
    findingOf('fail', 'probe/other'),
  ]);
  expect(findings.map(({ verdict, blame }) => [verdict, blame].filter(Boolean).join(' '))).toEqual(wanted);
});
