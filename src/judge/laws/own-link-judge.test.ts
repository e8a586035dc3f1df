import { expect, test } from 'vitest';
import type { JsonValue, OwnParameter } from '../../model/types.ts';
import { doorSpec } from '../../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../../trace/trace-fixtures.ts';
import type { Judged } from '../finding.ts';
import { benchOf } from '../judge-fixtures.ts';
import { ownLinkJudge } from './own-link-judge.ts';

const OWN: OwnParameter = { parameter: 'id', holder: 'id', clauses: ['doors.links.own'] };

function judged(body: JsonValue, own: OwnParameter = OWN): Judged {
  const spec = doorSpec({ links: [{ name: 'shut', operation: 'shutDoor', clauses: ['doors.links.shut'], own: [own] }] });
  return ownLinkJudge.judge(benchOf(spec, sampleCase({}, sampleExchange({ operation: 'getDoor', response: { body } }))));
}

const outcomesOf = ({ findings }: Judged): readonly unknown[] => findings.map(({ verdict }) => verdict);
const door = (id: JsonValue, href: string): JsonValue => ({ id, _links: { shut: { href } } });

test('each link carries the id of what holds it', () => {
  const { findings } = judged({
    doors: [door('d1', '/doors/d1/shut'), door(2, 'https://x.test/api/doors/2/shut'), door('d3', '/doors/d1/shut')],
  });
  expect(findings.map(({ verdict, expected, received }) => [verdict, expected, received])).toEqual([
    ['pass', undefined, undefined],
    ['pass', undefined, undefined],
    ['fail', 'id "d3" in the link shut of what has it', 'href "/doors/d1/shut"'],
  ]);
});

test('or of something else in the body', () => {
  const own: OwnParameter = { parameter: 'id', body: 'door.id', clauses: ['doors.links.own'] };
  const body = (id: string): JsonValue => ({ door: { id }, locks: [{ id: 'l1', _links: { shut: [{ href: '/doors/d1/shut' }] } }] });
  expect([outcomesOf(judged(body('d1'), own)), outcomesOf(judged(body('d2'), own))]).toEqual([['pass'], ['fail']]);
});

test('a parameter may stand in the query', () => {
  const own: OwnParameter = { parameter: 'key', holder: 'key', clauses: ['doors.links.own'] };
  const body = (key: string): JsonValue => ({ key, _links: { shut: { href: '/doors/d1/shut?key=k%201' } } });
  expect([outcomesOf(judged(body('k 1'), own)), outcomesOf(judged(body('k2'), own))]).toEqual([['pass'], ['fail']]);
});

test.each<[string, JsonValue]>([
  ['that leads elsewhere', door('d1', '/gates/d2/open')],
  ['without an address', { id: 'd1', _links: { shut: {} } }],
  ['of what shows no id', { _links: { shut: { href: '/doors/d1/shut' } } }],
  ['by another name', { id: 'd1', _links: { open: { href: '/doors/d2/open' } } }],
])('a link %s says nothing', (_what, body) => {
  expect(outcomesOf(judged(body))).toEqual([]);
});
