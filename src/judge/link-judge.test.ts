import { describe, expect, test } from 'vitest';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { sampleCase, sampleExchange } from '../trace/trace-fixtures.ts';
import type { Judged } from './finding.ts';
import { benchOf, verdictsOf } from './judge-fixtures.ts';
import { linkJudge } from './link-judge.ts';
import { linkOutcome } from './link-rule.ts';

const HREF = 'https://doors.example.test/api/doors/d1/shut';
const judged = (body: object): Judged => linkJudge.judge(benchOf(doorSpec(), sampleCase({}, sampleExchange({ response: { body } }))));
test('links of a state that the document does not list are not judged', () => {
  const inState = (state: string): unknown => {
    const response = { body: { state, _links: { shut: { href: `${HREF}/now` } } } };
    return verdictsOf(linkJudge.judge(benchOf(doorSpec(), sampleCase({}, sampleExchange({ operation: 'getDoor', response })))));
  };
  expect([inState('OPEN'), inState('AJAR')]).toEqual([[['link/shut', 'fail']], []]);
});

const linked = (link: object): object => ({ _links: { shut: link } });

test.each<[string, object, readonly (readonly string[])[]]>([
  ['to the documented path, allowing the method', linked({ href: HREF, hints: { allow: ['GET', 'POST'] } }), [['link/shut', 'pass']]],
  ['without a word about methods', linked({ href: HREF }), [['link/shut', 'pass']]],
  ['with a query', linked({ href: `${HREF}?a=b` }), [['link/shut', 'pass']]],
  ['under another base', linked({ href: 'http://127.0.0.1:80/doors/%20/shut#x' }), [['link/shut', 'pass']]],
  ['to another path', linked({ href: `${HREF}/now` }), [['link/shut', 'fail']]],
  ['to nobody in particular', linked({ href: 'https://doors.example.test/api/doors//shut' }), [['link/shut', 'fail']]],
  ['from the path on', linked({ href: '/api/doors/d1/shut' }), [['link/shut', 'pass']]],
  ['that is no URL', linked({ href: 'api/doors/d1/shut' }), [['link/shut', 'fail']]],
  ['without an address', linked({ hints: {} }), [['link/shut', 'fail']]],
  ['that does not allow the method', linked({ href: HREF, hints: { allow: ['PUT'] } }), [['link/shut', 'fail']]],
  ['called next, told apart by its name', { _links: { next: { name: 'shut', href: HREF } } }, [['link/shut', 'pass']]],
  ['called next, without a documented name', { _links: { next: { name: 'other', href: 'x' } } }, []],
  ['of a relation that is not documented', { _links: { self: { href: 'x' } } }, []],
  [
    'one of several',
    linked([{ href: HREF }, { href: 'x' }]),
    [
      ['link/shut', 'pass'],
      ['link/shut', 'fail'],
    ],
  ],
  ['deep inside', { rooms: [{ doors: [linked({ href: 'x' })] }] }, [['link/shut', 'fail']]],
])('a link %s', (_what, body, wanted) => {
  expect(verdictsOf(judged(body))).toEqual(wanted);
});

test('a wrong link is told with what was expected of it', () => {
  expect(
    [judged(linked({ href: 'x' })), judged(linked({ href: HREF, hints: { allow: ['PUT'] } }))].map(({ findings }) => findings),
  ).toMatchObject([
    [
      {
        clauses: ['doors.links.shut'],
        expected: 'shut leads to a URL that ends in /doors/{id}/shut',
        received: 'href "x"',
        blame: 'target',
        exchanges: [1],
      },
    ],
    [{ expected: 'shut allows POST', received: 'hints.allow ["PUT"]' }],
  ]);
});

describe('a link that a step expects', () => {
  const spec = doorSpec();
  test.each<[string, object, string, string | boolean, boolean]>([
    ['leads to the named operation', linked({ href: HREF }), 'shut', 'shut', true],
    ['leads elsewhere', linked({ href: 'x' }), 'shut', 'shut', false],
    ['has its name', linked({ href: HREF, name: 'shut' }), 'shut', 'shut', true],
    ['has the name of another', linked({ href: HREF, name: 'open' }), 'shut', 'shut', false],
    ['is one of several', linked([{ href: 'x' }, { href: HREF }]), 'shut', true, true],
    ['is not there', {}, 'shut', true, false],
    ['is not there, and should not be', {}, 'shut', false, true],
    ['is there, and should not be', linked({ href: HREF }), 'shut', false, false],
    ['stands at a pointer', { at: { href: HREF } }, '/at', 'shut', true],
    ['has a name that the document does not lead anywhere', linked({ href: 'x' }), 'shut', 'other', true],
  ])('%s', (_what, body, relation, name, permitted) => {
    expect('ok' in linkOutcome(spec, body, relation, name) && linkOutcome(spec, body, relation, name)).toMatchObject({ ok: permitted });
  });
});

test('a link to an operation whose path is open may lead anywhere', () => {
  const spec = doorSpec({ links: [{ name: 'knock', operation: 'knock', clauses: ['doors.links.knock'] }] });
  expect(linkOutcome(spec, { _links: { knock: { href: 'x' } } }, 'knock', 'knock')).toEqual({ ok: true });
});
