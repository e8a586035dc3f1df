import { expect, test } from 'vitest';
import { sampleProfile, sampleSpec } from '../profile/profile-fixtures.ts';
import type { Binding } from '../model/types.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import { boundSuccessJudge } from './bound-success-judge.ts';
import { benchOf } from './judge-fixtures.ts';

const spec = sampleSpec({
  operations: [
    { id: 'knock', clauses: [], open: ['method', 'path', 'success'], responses: [] },
    { id: 'getDoor', clauses: [], method: 'GET', path: '/door', responses: [] },
  ],
  clauses: [
    { id: 'doors.knocking', status: 'unspecified', filledBy: ['bindings/knock', 'bindings/getDoor'] },
    { id: 'doors.noise', status: 'unspecified', filledBy: ['bindings/knock', 'declares/noise'] },
    { id: 'doors.look', status: 'unspecified', filledBy: ['bindings/getDoor'] },
  ],
});

function judged(status: number, success: Binding['success'], operation = 'knock'): unknown {
  const events = sampleCase({}, sampleExchange({ operation, response: { status } }));
  const binding: Binding = success === undefined ? {} : { success };
  const { findings } = boundSuccessJudge.judge(benchOf(spec, events, sampleProfile({ bindings: { [operation]: binding } })));
  return findings.map(({ check, clauses, basis, verdict, expected, received }) => [check, clauses, basis, verdict, expected, received]);
}

const both = (verdict: string, expected?: string, received?: string): unknown =>
  ['doors.knocking', 'doors.noise'].map((clause) => [`success/${clause}`, [clause], 'declared', verdict, expected, received]);

test('there is a check for each clause that leaves the status of a success open', () => {
  expect(boundSuccessJudge.checks(spec)).toEqual([
    { id: 'success/doors.knocking', clauses: ['doors.knocking'] },
    { id: 'success/doors.noise', clauses: ['doors.noise'] },
  ]);
});

test.each<[string, number, Binding['success'], unknown]>([
  ['the bound one', 204, 204, both('pass')],
  ['one of those that are bound', 202, [200, 202], both('pass')],
  ['another', 200, [201, 202], both('fail', 'status 201 or 202 where knock succeeds', 'status 200')],
  ['a way on instead', 302, 200, both('fail', 'status 200 where knock succeeds', 'status 302')],
  ['a refusal', 404, 200, []],
  ['any, where none is bound', 200, undefined, []],
])('a success with %s', (_what, status, success, wanted) => {
  expect(judged(status, success)).toEqual(wanted);
});

test('a status that the document shows is not for the profile to say', () => {
  expect(judged(204, 200, 'getDoor')).toEqual([]);
});
