import { expect, test } from 'vitest';
import { driveCase } from '../drive/fixtures.ts';
import { judge } from '../judge/judgement.ts';
import { planDocument } from '../plan/plan.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import type { ProbeRow } from '../model/types.ts';
import type { Reply } from '../drive/transport-fixtures.ts';
import type { HttpRequest } from '../drive/transport.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { metaValidator } from '../model/meta-schemas.ts';

const KEY = 'the-key-of-door-1';
const TOKEN = 'canary-token-of-the-door';

/** A deployment that does what the door's document says, unless a defect is built in. */
function deployment(defect: Defect = {}): (request: HttpRequest) => Reply {
  let state = 'SHUT';
  let there = true;
  const reply = (): Reply => ({
    body: {
      id: 'd1',
      state: defect.shows ?? state,
      openedAt: '2030-01-02T03:04:05.678Z',
      ...(state === 'OPEN'
        ? { token: TOKEN, _links: { shut: { href: 'https://doors.example.test/api/doors/d1/shut', hints: { allow: ['POST'] } } } }
        : {}),
      ...defect.fields,
    },
  });
  return ({ method, url, body }) => {
    const action = url.split('/doors/d1').at(1);
    if (!there) return { status: defect.goneStatus ?? 404, body: { code: 'no_such_door' } };
    if (method === 'DELETE') there = defect.keeps === true;
    else if (action === '/open' && !(body ?? '').includes(KEY))
      return { status: 403, body: { code: 'wrong_key', errorSummary: 'The key does not fit' } };
    else if (action === '/open') state = 'OPEN';
    else if (action === '/shut' && defect.forgets !== true) state = 'SHUT';
    else if (action === '/shut') return { body: { id: 'd1', state: 'SHUT' } };
    return method === 'DELETE' ? { status: 204 } : reply();
  };
}

interface Defect {
  readonly shows?: string;
  readonly fields?: object;
  readonly goneStatus?: number;
  /** answers that it is shut, and stays open */
  readonly forgets?: boolean;
  /** answers that it is gone, and stays */
  readonly keeps?: boolean;
}

const PROBE: ProbeRow = {
  id: 'key-opens',
  about: 'the key opens',
  given: [{ state: 'a shut door', as: 'door' }],
  steps: [
    {
      call: 'openDoor',
      with: { id: '$door.id', key: '$door.key' },
      expect: [{ clauses: ['doors.key-opens'], state: ['OPEN'], same: { '/body/id': '$door.id' } }],
    },
  ],
};
const spec = doorSpec({ probes: [PROBE] });
const specs = sampleSpecs(spec);
const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING }, declares: [{ name: 'knocking', to: ['OPEN', 'SHUT'] }] });

/** Everything that the plan asks for, driven and appended to one trace. */
async function run(defect: Defect = {}): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  for (const planned of planDocument(specs, spec, profile, {}).cases) {
    const before = events.filter(({ type }) => type === 'exchange').length;
    const driven = await driveCase(planned, { spec, profile, answer: deployment(defect) });
    events.push(...driven.events.map((event) => renumbered(event, before)));
  }
  return events;
}

function renumbered(event: TraceEvent, before: number): TraceEvent {
  if (event.type === 'exchange') return { ...event, seq: event.seq + before };
  return event.type === 'intent' ? { ...event, exchange: event.exchange + before } : event;
}

async function verdicts(defect: Defect): Promise<readonly (readonly [string, string | null])[]> {
  const events = await run(defect);
  return judge(specs, profile, events).clauses.map(({ clause, verdict }) => [clause.id, verdict]);
}

const failing = async (defect: Defect): Promise<readonly string[]> =>
  (await verdicts(defect)).flatMap(([id, verdict]) => (verdict === 'fail' ? [id] : []));

test('a deployment that does what the document says passes every clause that its run shows', async () => {
  const all = await verdicts({});
  const notShown = all.flatMap(([id, verdict]) => (verdict === 'inconclusive' ? [id] : []));
  expect(all.filter(([, verdict]) => verdict === 'fail')).toEqual([]);
  // Clauses that no row of the door asks about: they are told as such, not passed.
  expect(notShown).toEqual([
    'doors.endpoints.open',
    'doors.endpoints.get',
    'doors.endpoints.shut',
    'doors.endpoints.remove',
    'doors.endpoints.knock',
    'doors.states',
  ]);
});

test.each<[string, Defect, readonly string[]]>([
  ['a right answer over a wrong state', { forgets: true }, ['doors.transitions.shut']],
  ['something that is not gone', { keeps: true }, ['doors.transitions.remove']],
  ['something that is gone in another way', { goneStatus: 410 }, ['doors.errors.no-such-door', 'doors.transitions.remove']],
  ['a field of another form', { fields: { openedAt: 'yesterday' } }, ['doors.door.opened-at']],
  ['a field that is missing', { fields: { token: undefined } }, ['doors.open-has-token', 'doors.transitions.open-token']],
])('%s fails the clauses that forbid it and no other', async (_what, defect, clauses) => {
  expect((await failing(defect)).toSorted((a, b) => a.localeCompare(b))).toEqual(clauses);
});

test('no secret is in a trace, and every event is what its schema says', async () => {
  const events = await run();
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const validate = metaValidator<TraceEvent>('trace');
  expect([text.includes(KEY), text.includes(TOKEN), text.trimEnd().split('\n').length]).toEqual([false, false, events.length]);
  expect(events.filter((event) => !validate(JSON.parse(JSON.stringify(event))))).toEqual([]);
});

test('a stored trace is judged like a live one', async () => {
  const events = await run({ forgets: true });
  const stored: readonly TraceEvent[] = JSON.parse(JSON.stringify(events));
  expect(judge(specs, profile, stored)).toEqual(judge(specs, profile, events));
});

test('each exchange stands where the specs have a step, or where a credential was obtained', async () => {
  const rows = new Set([
    ...spec.states.machines.flatMap(({ transitions }) => transitions.map(({ id }) => `transition:${id}`)),
    'probe:key-opens',
  ]);
  const exchanges = (await run()).filter((event): event is ExchangeEvent => event.type === 'exchange');
  expect(exchanges.filter(({ place }) => !rows.has(place.row.replace(/@.*/, '')))).toEqual([]);
});
