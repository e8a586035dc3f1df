import { expect, test } from 'vitest';
import { probeOf, sampleDrive, type DriveParts, type SampleDrive } from '../../drive/fixtures.ts';
import { planDocument, type DocumentPlan } from '../../plan/plan.ts';
import { doorSpec, KNOCK_BINDING, sampleProfile } from '../../profile/profile-fixtures.ts';
import { ControlPlaneError } from '../../drive/providers.ts';
import { fakeTransport, type Reply } from '../../drive/transport-fixtures.ts';
import type { Findings } from './mistake.ts';
import { preflight } from './preflight.ts';

interface Checked extends SampleDrive {
  readonly found: Findings;
  readonly sent: unknown;
}

/** The preflight of a door's service, as the target answers. */
async function checked(parts: DriveParts = {}, cases?: DocumentPlan['cases']): Promise<Checked> {
  const { spec = doorSpec(), profile = sampleProfile({}, { sources: [] }) } = parts;
  const sample = sampleDrive({ ...parts, spec, profile });
  const { specs } = sample.drive;
  const plans = new Map(
    profile.services.authentication === undefined
      ? []
      : [[spec.name, { ...planDocument(specs, spec, profile, {}), cases: cases ?? [probeOf(spec, { call: 'getDoor' })] }]],
  );
  const found = await preflight({ drive: sample.drive, plans, send: fakeTransport(() => ({})).send });
  return { ...sample, found, sent: sample.requests.map(({ method, url, body }) => [method, url, body]) };
}

const NOTHING: Findings = { mistakes: [], notices: [] };
const answering = (reply: Reply): DriveParts => ({ answer: () => reply });

test('a service is asked something that only reads, and any answer of an API will do', async () => {
  const { sent, events, found } = await checked(answering({ status: 404, body: { code: 'no_such_door' } }));
  expect(sent).toEqual([['GET', 'https://doors.example.test/api/doors/assay-preflight', undefined]]);
  expect(events.map((event) => [event.type, 'case' in event && event.case])).toEqual([
    ['case', 'preflight/authentication'],
    ['exchange', 'preflight/authentication'],
  ]);
  expect(found).toEqual(NOTHING);
});

test('the request says that it belongs to the preflight', async () => {
  expect((await checked()).requests[0]?.headers['user-agent']).toBe('assay/1.2.3 (run r1; preflight/authentication)');
});

test('where nothing only reads, it is asked something that lacks everything it needs and destroys nothing', async () => {
  const operations = doorSpec()
    .endpoints.operations.filter(({ safe }) => safe !== true)
    .toReversed();
  const profile = sampleProfile({ bindings: { knock: KNOCK_BINDING } }, { sources: [] });
  const { sent } = await checked({ ...answering({ status: 400 }), spec: doorSpec({ operations }), profile });
  expect(sent).toEqual([['POST', 'https://doors.example.test/api/doors/assay-preflight/knock', '{}']]);
});

test('a path with a field of an object is asked for as any other', async () => {
  const path = async (parts: DriveParts): Promise<unknown> => (await checked({ ...answering({ status: 404, body: {} }), ...parts })).sent;
  const request = (end: string): unknown => [['GET', `https://doors.example.test/api/doors/assay-preflight${end}`, undefined]];
  const bound = (template: string): DriveParts => ({
    profile: sampleProfile({ bindings: { getDoor: { path: template } } }, { sources: [] }),
  });
  expect(await path(bound('/doors/{id.number}/card'))).toEqual(request('/card'));
  expect(await path(bound('/doors/{id}/card'))).toEqual(request('/card'));
});

test('a service that offers nothing to ask is left alone, and so is one that the plan leaves out', async () => {
  const operations = doorSpec().endpoints.operations.filter(({ id }) => id === 'knock' || id === 'removeDoor');
  expect((await checked({ spec: doorSpec({ operations }) })).sent).toEqual([]);
  expect((await checked({ profile: sampleProfile({}, { services: {} }) })).sent).toEqual([]);
  expect((await checked({}, [])).sent).toEqual([]);
});

test('what is wrong with one service is told with that of the others, and nothing further is asked', async () => {
  const { found, requests } = await checked(answering({ failure: { kind: 'refused', detail: 'connect ECONNREFUSED' } }));
  expect([found, requests.length]).toEqual([
    {
      mistakes: [
        {
          key: 'services.authentication.baseUrl',
          what: 'https://doors.example.test/api gives no response: connect ECONNREFUSED',
          remedy: 'Start the service, or correct host and port',
          blame: 'config',
        },
      ],
      notices: [],
    },
    1,
  ]);
});

test('a clock or event log that answers nonsense stops the run with its key', async () => {
  const profile = sampleProfile({}, { sources: [], clock: { url: 'http://c.test', headers: {} }, events: { module: './e.mjs' } });
  const broken = (): Promise<never> => Promise.reject(new ControlPlaneError('nonsense'));
  const { found } = await checked({ profile, providers: { advance: broken, emitted: broken } });
  expect(found.mistakes.map(({ key, what, blame }) => [key, what, blame])).toEqual([
    ['clock.http', 'nonsense', 'config'],
    ['events.module', 'nonsense', 'config'],
  ]);
});

test('a clock that answers nonsense once the target was reached stops the run with its key', async () => {
  const profile = sampleProfile({}, { sources: [], clock: { url: 'http://c.test', headers: {} } });
  let looks = 0;
  const advance = async (): Promise<{ readonly now: string }> => {
    looks += 1;
    if (looks > 1) throw new ControlPlaneError('nonsense');
    return { now: '2030-01-01T00:00:00Z' };
  };
  const { found } = await checked({ profile, providers: { advance } });
  expect(found.mistakes.map(({ key, what, blame }) => [key, what, blame])).toEqual([['clock.http', 'nonsense', 'config']]);
});

test('of the deployment that was started for the run, only the addresses are looked at', async () => {
  const profile = sampleProfile({}, { embedded: true, clock: { url: 'http://c.test', headers: {} } });
  const { found } = await checked({ profile, providers: { advance: () => Promise.reject(new ControlPlaneError('nonsense')) } });
  expect(found).toEqual(NOTHING);
});

test('a budget that the preflight uses up is told as such', async () => {
  const profile = sampleProfile({}, { sources: [], limits: { ...sampleProfile().limits, durationMs: 0 } });
  expect((await checked({ profile })).found.mistakes).toEqual([
    {
      key: 'budget.duration',
      what: 'budget.duration (0 s) is over before anything could be judged',
      remedy: 'Allow more',
      blame: 'config',
    },
  ]);
});

test('an interruption is no mistake', async () => {
  const parts = answering({ failure: { kind: 'interrupted', detail: 'the run was interrupted' } });
  expect((await checked({ ...parts, signal: AbortSignal.abort() })).found).toEqual(NOTHING);
});
