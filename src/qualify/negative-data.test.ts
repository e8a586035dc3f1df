import { expect, test } from 'vitest';
import { judge, type Judgement } from '../judge/judgement.ts';
import { readProfile } from '../profile/load-profile.ts';
import { loadSpecs } from '../model/load.ts';
import type { ExchangeEvent, ResponseMessage, TraceEvent } from '../trace/events.ts';
import { runInProcess } from './in-process.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const { events, profile, judgement } = await runInProcess(specs, readProfile(file, specs), file, {
  seed: 3,
  pick: ({ id }) => id.startsWith('negative/'),
});
const checks = Object.values(specs.documents).flatMap(({ endpoints }) =>
  endpoints.operations.flatMap(({ id, improper = [] }) => improper.map((row) => `negative/${id}/${row.id}`)),
);

const verdictsByClause = ({ findings }: Judgement): ReadonlyMap<string, readonly string[]> => {
  const verdicts = new Map<string, string[]>();
  for (const { check, verdict } of findings.filter((finding) => finding.check.startsWith('negative/')))
    verdicts.set(check, [...(verdicts.get(check) ?? []), verdict]);
  return verdicts;
};
const failed = (changed: readonly TraceEvent[]): readonly string[] =>
  [...verdictsByClause(judge(specs, profile, changed))].filter(([, verdicts]) => verdicts.includes('fail')).map(([check]) => check);

/** What every one of these requests would be answered by a target that takes anything, and one that leaks what it knows. */
const answeredWith = (change: (exchange: ExchangeEvent, response: ResponseMessage) => ResponseMessage): readonly TraceEvent[] =>
  events.map((event) =>
    event.type === 'exchange' && event.response !== undefined && event.place.row.startsWith('negative:')
      ? { ...event, response: change(event, event.response) }
      : event,
  );

test('the mock answers nothing that is forbidden, and every check has seen an answer', () => {
  const verdicts = verdictsByClause(judgement);
  expect([...verdicts.keys()].toSorted()).toEqual(checks.toSorted());
  expect([...verdicts].filter(([, all]) => all.some((verdict) => verdict !== 'pass'))).toEqual([]);
});

test('each answer is observed', () => {
  const sent = events
    .filter((event) => event.type === 'exchange')
    .filter(({ place }) => place.row.startsWith('negative:') && /^[^/]+\/[^/]+$/.test(place.at));
  expect(judgement.observations.filter(({ about }) => about.startsWith('negative/') && !about.endsWith('/echo'))).toHaveLength(sent.length);
});

test('a target that takes anything fails every check that forbids success', () => {
  const success = { status: 'SUCCESS', sessionToken: 't', bearer_token: 't', list: Array.from({ length: 101 }, (_none, id) => ({ id })) };
  const lenient = failed(answeredWith((_exchange, response) => ({ ...response, status: 200, body: success })));
  const others = [
    'negative/listGroups/largest-count',
    'negative/authenticate/no-transaction',
    'negative/authenticate/nobody-is-told',
    'negative/authenticate/nobody-is-told-of-the-user',
    'negative/authenticate/no-warning',
  ];
  expect(lenient.toSorted()).toEqual(checks.filter((check) => !others.includes(check)).toSorted());
});

test('a target that warns everybody, refuses a fair count, tells of the user, or begins a transaction all the same is found out', () => {
  const warns = failed(answeredWith((_exchange, response) => ({ ...response, status: 200, body: { status: 'PASSWORD_WARN' } })));
  const refuses = failed(answeredWith((_exchange, response) => ({ ...response, status: 400, body: { code: 'invalid_request' } })));
  const leaks = failed(
    answeredWith(({ case: owner }, response) => {
      const state = events.find((event) => event.type === 'state' && event.case === owner);
      return {
        ...response,
        status: 401,
        body: { errorCode: 'E0000004', about: state?.type === 'state' ? (state.data?.['userId'] ?? null) : null },
      };
    }),
  );
  expect(warns).toContain('negative/authenticate/no-warning');
  expect(refuses).toEqual(['negative/listGroups/largest-count']);
  const begins = failed(
    answeredWith((_exchange, response) => ({ ...response, status: 401, body: { errorCode: 'E0000004', stateToken: 't' } })),
  );
  expect(leaks).toContain('negative/authenticate/nobody-is-told');
  expect(begins).toContain('negative/authenticate/no-transaction');
});

test('a secret that comes back is observed', () => {
  const echoing = answeredWith(({ request }, response) => ({ ...response, body: { said: request.body ?? null } }));
  const echoes = judge(specs, profile, echoing).observations.filter(({ about }) => about.endsWith('/echo'));
  expect(echoes).toContainEqual({
    about: 'negative/issueToken/key_id/type/echo',
    clause: 'pam.resources.token.key-id',
    value: ['key-secret'],
  });
  expect(judgement.observations.filter(({ about }) => about.endsWith('/echo'))).toEqual([]);
});
