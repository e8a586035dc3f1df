import { expect, test } from 'vitest';
import { draw } from '../support/draw.ts';
import type { ResponseName } from './responses.ts';
import { faultsOf, LOAD_BUDGET, loadOf, meetingWith, probeOf, WAITED_FOR, WORKED_ON } from './responses-demand.ts';
import { meetLoad, meetProbe, meetRefusal } from './responses-load.ts';
import type { LoadMeeting } from './responses-load.ts';
import type { Hostility, Visit } from './server.ts';

// In this process, those that are drawn; `npm run bench -- hostile load probe` meets all of them.

async function load(name: ResponseName): Promise<readonly string[]> {
  return faultsOf(name, await meetLoad(loadOf(name)), 'load');
}

test.concurrent.each(draw(2, WAITED_FOR))('load: a target that %s once it is loaded', async (name) => {
  expect(await load(name)).toEqual([]);
});

test.each(draw(3, WORKED_ON))('load: a target that %s once it is loaded', async (name) => {
  expect(await load(name)).toEqual([]);
});

test('load: a preparation that uses the budget up leaves a report, and nothing is said of the load', async () => {
  const { hostility, service } = meetingWith('says nothing');
  const { report } = await meetLoad({ hostility, service, budget: { ...LOAD_BUDGET, requests: 9 }, durationMs: 150 });
  expect([report.outcome, report.exitCode, report.inconclusive]).toEqual([
    'inconclusive',
    3,
    { because: 'no request of the load was sent', blame: 'config' },
  ]);
});

const PROBED = [
  'resets before it answers',
  'says nothing',
  'announces limits of nonsense',
  'dates its answers with nonsense',
  'has a clock of the year 9999',
  'limits for ever',
  'asks to wait 30,000 years',
  'asks to wait less than nothing',
  'asks to wait for nonsense',
  'answers three times, then nothing',
  'sends an empty body',
  'sends a header of 200 kB',
  'sends ids that climb a path',
] as const satisfies readonly ResponseName[];

test.concurrent.each(draw(2, PROBED))('probe: a target that %s once its limit is probed', async (name) => {
  expect(faultsOf(name, await meetProbe(probeOf(name)), 'probe')).toEqual([]);
});

/** Nothing can be prepared with a target that turns hostile once its configuration has been proven. */
const whilePrepared = (hostility: Hostility): LoadMeeting => ({
  hostility,
  service: 'privileged-access',
  budget: LOAD_BUDGET,
  turns: ({ headers }) => headers['user-agent']?.includes('preflight/') === false,
});

test.each([
  ['hangs up', ({ socket }: Visit): void => void socket.destroy(), 'network'],
  ['is out of service', ({ response }: Visit): void => void response.writeHead(503).end(), 'target'],
] as const)('a target that %s while it is prepared leaves load and probe open', async (_what, act, blame) => {
  const meeting = whilePrepared({ act });
  for (const { report } of [await meetLoad({ ...meeting, durationMs: 150 }), await meetProbe(meeting)]) {
    // What it answers may contradict a document as well.
    const violates = report.failures.length > 0;
    expect([report.exitCode, violates ? 'target' : report.inconclusive?.blame]).toEqual([violates ? 1 : 3, blame]);
  }
});

test('a target that refuses everybody while it is prepared is said to refuse the credentials', async () => {
  const meeting = whilePrepared({ act: ({ response }) => void response.writeHead(401).end() });
  const { report } = await meetProbe(meeting);
  expect([report.exitCode, report.stopped?.map(({ key, blame }) => [key, blame])]).toEqual([
    2,
    [['services.privileged-access.credentials', 'config']],
  ]);
  const refused = await meetRefusal(meeting);
  expect([refused.message, refused.report?.exitCode, refused.report?.stopped?.map(({ key }) => key)]).toEqual([
    expect.stringContaining('See services.privileged-access.credentials, and providerStates'),
    2,
    ['services.privileged-access'],
  ]);
});

test('a load whose preflight finds a mistake leaves a report of it', async () => {
  const { message, report } = await meetRefusal({
    ...whilePrepared({ act: ({ socket }) => void socket.destroy() }),
    turns: () => true,
  });
  expect([report?.exitCode, report?.outcome, report?.stopped?.map((stop) => message.includes(stop.message))]).toEqual([2, 'usage', [true]]);
});
