import { expect, test } from 'vitest';
import type { Expectation, Step } from '../model/types.ts';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange, withResponse } from '../trace/trace-fixtures.ts';
import { benchOf, DOOR_TOUR, OPEN_DOOR, verdictsOf } from './judge-fixtures.ts';
import { stepJudge } from './step-judge.ts';

test('after a read-back that shows another state, what follows is not judged', () => {
  const forgotten = withResponse(DOOR_TOUR, 2, (response) => ({ ...response, body: { id: 'd1', state: 'SHUT' } }));
  const { findings } = stepJudge.judge(
    benchOf(
      doorSpec(),
      withResponse(forgotten, 3, (response) => ({ ...response, status: 403, body: {} })),
    ),
  );
  expect(findings.map(({ check, verdict, reason }) => [check, verdict, reason])).toEqual([
    ['transition/open', 'pass', undefined],
    ['transition/open/trigger/0/0', 'pass', undefined],
    ['read-back/open', 'fail', undefined],
    ['transition/shut', 'inconclusive', 'the target is in another state than it said: read-back/open'],
    ['read-back/shut', 'pass', undefined],
  ]);
});

test('after a step that lacks its event, what follows is not judged', () => {
  const asks = (expectation: Omit<Expectation, 'clauses'>): Step => ({
    call: 'getDoor',
    expect: [{ clauses: ['doors.probes.look'], ...expectation }],
  });
  const spec = doorSpec({
    probes: [{ id: 'look', about: 'looks', steps: [asks({ events: { 'e-mail': 1 } }), asks({ state: ['SHUT'] })] }],
  });
  const observed = (kinds: readonly string[]) =>
    verdictsOf(
      stepJudge.judge(
        benchOf(
          spec,
          sampleCase(
            {},
            sampleExchange({ operation: 'getDoor', response: { body: OPEN_DOOR } }),
            {
              type: 'emitted',
              case: '',
              place: { row: 'probe:look', at: 'steps/0' },
              events: kinds.map((kind, seq) => ({ seq, kind, at: '2030-01-01T00:00:00.000Z' })),
            },
            sampleExchange({ at: 'steps/1', operation: 'getDoor', response: { body: OPEN_DOOR } }),
          ),
        ),
      ),
    );
  expect([observed(['e-mail']), observed([])]).toEqual([
    [
      ['probe/look/steps/0/0', 'pass'],
      ['probe/look/steps/1/0', 'fail'],
    ],
    [
      ['probe/look/steps/0/0', 'fail'],
      ['probe/look/steps/1/0', 'inconclusive'],
    ],
  ]);
});
