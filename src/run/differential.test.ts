import { expect, test } from 'vitest';
import type { Differential, Report } from '../model/types.ts';
import { OPEN_DOOR, SHUT_DOOR } from '../judge/judge-fixtures.ts';
import { metaValidator } from '../model/meta-schemas.ts';
import { renderDifferential } from '../report/diff/differential-text.ts';
import type { TraceEvent } from '../trace/events.ts';
import { withResponse } from '../trace/trace-fixtures.ts';
import { rejudge } from './rejudge.ts';
import { DOOR_EVENTS, SPECS_DIGEST, tourSpecs } from '../../test/support/certified-run.ts';
import { storedRun } from '../../test/support/stored-run.ts';
import { differential, traitsOf, type Side } from './differential.ts';

const SPECS = tourSpecs();

/** A run against a door that has answered so. */
function side(run: string, events: readonly TraceEvent[] = DOOR_EVENTS, about: Partial<Report> = {}): Side {
  const judged = rejudge(storedRun(events, { specs: { digest: SPECS_DIGEST, errata: '' } }), SPECS);
  return { ...judged, report: { ...judged.report, ...about }, run };
}

const compared = (other: readonly TraceEvent[], failOnObserved = false): Differential =>
  differential(SPECS, side('one'), side('two', other), failOnObserved);

test('two deployments that answer alike do not differ, whatever the values are', () => {
  const other = withResponse(DOOR_EVENTS, 2, (response) => ({ ...response, body: { ...OPEN_DOOR, openedAt: '2031-02-03T04:05:06.789Z' } }));
  const { clauses, observations, answers, notCompared, exitCode } = compared(other);
  expect({ clauses, observations, answers, notCompared, exitCode }).toEqual({
    clauses: [],
    observations: [],
    answers: [],
    notCompared: [],
    exitCode: 0,
  });
});

test('a clause that one of them keeps is told with its reason, and not again as an observation', () => {
  const found = compared(withResponse(DOOR_EVENTS, 3, () => ({ status: 200, headers: {}, body: OPEN_DOOR })));
  const validate = metaValidator<Differential>('differential');
  expect([validate(JSON.parse(JSON.stringify(found))), validate.errors]).toEqual([true, null]);
  expect([found.clauses, found.exitCode]).toEqual([
    [
      {
        clause: 'doors.transitions.shut',
        says: 'doors.transitions.shut',
        target: 'pass',
        against: 'fail',
        againstReason: 'expected state SHUT; received status 200, OPEN',
      },
    ],
    1,
  ]);
  expect(renderDifferential(found, { color: false, width: 100 })).toMatchInlineSnapshot(`
    "DIFFERENT  doors against doors: 1 clause and 0 observations differ; exit code 1

    ✗ clauses that only one deployment fulfils: 1
      doors.transitions.shut
        doors.transitions.shut
        target pass
        against fail: expected state SHUT; received status 200, OPEN

    target    doors: conformant, one
    against   doors: violations, two
    "
  `);
});

test('what both are free to do is observed, and fails only where the user says so', () => {
  const other = withResponse(DOOR_EVENTS, 4, () => ({
    status: 200,
    headers: { 'x-rate-limit-limit': '60' },
    body: { ...SHUT_DOOR, colour: 'RED' },
  }));
  const { clauses, answers, exitCode } = compared(other);
  expect({ clauses, answers, exitCode, strict: compared(other, true).exitCode }).toMatchInlineSnapshot(`
    {
      "answers": [
        {
          "about": "header x-rate-limit-limit",
          "against": "present",
          "clause": "doors.transitions.shut",
          "document": "authentication",
          "exchanges": [
            4,
            4,
          ],
          "operations": [
            "getDoor",
          ],
          "target": "absent",
          "times": 1,
        },
        {
          "about": "member /colour",
          "against": "RED",
          "clause": "doors.transitions.shut",
          "document": "authentication",
          "exchanges": [
            4,
            4,
          ],
          "operations": [
            "getDoor",
          ],
          "target": "absent",
          "times": 1,
        },
      ],
      "clauses": [],
      "exitCode": 0,
      "strict": 1,
    }
  `);
});

test('a run that did not get through says nothing of a difference', () => {
  const exits = (['partial', 'inconclusive', 'usage', 'error'] as const).map(
    (outcome) => differential(SPECS, side('one'), side('two', DOOR_EVENTS, { outcome }), false).exitCode,
  );
  expect(exits).toEqual([3, 3, 2, 4]);
  const cut = { outcome: 'violations', partial: 'it was interrupted' } as const;
  expect(differential(SPECS, side('one'), side('two', DOOR_EVENTS, cut), false).exitCode).toBe(3);
});

test('of an answer its status, telling headers, members and words are compared, never values', () => {
  const headers = {
    'Content-Type': 'x',
    'content-type': 'application/json; charset=utf-8',
    date: 'today',
    link: '<https://a.test>; rel="next"',
  };
  const body = { id: 'd1', state: 'OPEN', at: null, steps: [{ count: 1 }, { count: 'two' }] };
  expect(Object.fromEntries(traitsOf({ status: 200, headers, body, error: 'wrong_key' }))).toEqual({
    status: '200',
    error: 'wrong_key',
    'header content-type': 'application/json',
    'header link': 'present',
    'member /id': 'string',
    'member /state': 'OPEN',
    'member /at': 'null',
    'member /steps': 'array',
    'member /steps/[]': 'object',
    'member /steps/[]/count': 'number or string',
  });
});
