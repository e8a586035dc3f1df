import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doorSpec, sampleSpecs } from '../../profile/profile-fixtures.ts';
import type { RunPlan } from '../../model/types.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { rejudge } from '../rejudge.ts';
import { DOOR_END, storedRun, temporaryFolder } from '../../../test/support/stored-run.ts';
import { DOOR_WHOLE, shardEvents, shardLockOf, storedShard } from '../../../test/support/stored-shards.ts';
import { joinShards, mergeShards } from './merge-shards.ts';

const SPECS = sampleSpecs(doorSpec());

/** What is said against these folders, each written as <1>, <2>, …, and what was written in spite of it. */
function refusal(folders: readonly string[], out = join(temporaryFolder(), 'whole')): string {
  const before = found(out);
  try {
    joinShards(folders, out, SPECS);
    return 'none';
  } catch (error) {
    const said = folders.reduce((text, folder, index) => text.replaceAll(folder, `<${index + 1}>`), String(error).replaceAll(out, '<out>'));
    return found(out) === before ? said : `${said}; left ${found(out)}, not ${before}`;
  }
}

/** What stands at a path. */
function found(path: string): string {
  if (!existsSync(path)) return 'nothing';
  return statSync(path).isFile() ? 'a file' : readdirSync(path).join(' ');
}

function without(events: readonly TraceEvent[], type: TraceEvent['type']): readonly TraceEvent[] {
  return events.filter((event) => event.type !== type);
}

test('the shards of a run become one run, which is judged like any other', async () => {
  const out = join(temporaryFolder(), 'whole');
  const { report, files, otherwise } = mergeShards([storedShard(1), storedShard(2)], out, SPECS);
  const { lock } = rejudge(out, SPECS);
  const { shard: _part, ...common } = shardLockOf(1);
  expect(lock).toEqual({ ...common, merged: 2, planned: DOOR_WHOLE.planned });
  expect({
    sent: report.requests,
    shard: report.shard,
    refused: report.notCertifiable,
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    otherwise,
    files: files.every(({ path }) => existsSync(path)),
  }).toEqual({
    sent: { ...report.requests, sent: 10, tour: 4, readBack: 4, walks: 1, preflight: 1, planned: 9, lowerBound: 4 },
    shard: undefined,
    refused: undefined,
    startedAt: '2030-01-02T03:04:05.000Z',
    durationMs: 1500,
    otherwise: undefined,
    files: true,
  });
});

test('a suite in the making in one shard is one in the run', () => {
  const out = join(temporaryFolder(), 'whole');
  const { suite } = shardLockOf(2);
  joinShards([storedShard(1), storedShard(2, { suite: { ...suite, dirty: ['files have changed'] } })], out, SPECS);
  expect(rejudge(out, SPECS).lock.suite.dirty).toEqual(['files have changed']);
});

test('waivers go with the run; where they are not there any more, nothing is written', () => {
  const text = 'waivers: []\n';
  const waivers = createHash('sha256').update(text).digest('hex');
  const [one, two] = [storedShard(1, { waivers }), storedShard(2, { waivers })];
  expect(refusal([one, two])).toBe('RunError: <1>: the run was made with waivers, found no waivers.yaml in it');
  for (const folder of [one, two]) writeFileSync(join(folder, 'waivers.yaml'), text);
  const out = join(temporaryFolder(), 'whole');
  joinShards([one, two], out, SPECS);
  expect([readFileSync(join(out, 'waivers.yaml'), 'utf8'), rejudge(out, SPECS).report.waived]).toEqual([text, []]);
});

test.each<[string, Partial<RunPlan>, string]>([
  ['seed', { seed: 43 }, 'seed 43, not 42 as in <1>'],
  ['profile', { profile: { name: 'doors', digest: 'abcdef' } }, 'profile "abcdef", not "fedcba" as in <1>'],
  ['target', { profile: { name: 'gates', digest: 'fedcba' } }, 'target "gates", not "doors" as in <1>'],
  ['specs', { specs: { ...shardLockOf(1).specs, digest: 'fff' } }, 'specs "fff", not "0123456789abcdef" as in <1>'],
  ['version', { tool: { name: 'assay', version: '1.2.4' } }, 'version of Assay "1.2.4", not "1.2.3" as in <1>'],
  ['suite', { suite: { digest: 'd'.repeat(64), commit: null, dirty: [] } }, `suite "${'d'.repeat(64)}", not "${'a'.repeat(64)}" as in <1>`],
  ['walks', { walks: 7 }, 'number of walks 7, not 50 as in <1>'],
  ['repetitions', { repeat: 7 }, 'number of repetitions 7, not 2 as in <1>'],
  ['faults', { faults: ['bent'] }, 'list of faults ["bent"], not [] as in <1>'],
  ['selection', { selection: { clauses: 'doors.*' } }, 'selection {"clauses":"doors.*"}, not {} as in <1>'],
  ['plan', { shard: { number: 2, of: 2, whole: { ...DOOR_WHOLE, units: DOOR_WHOLE.units.toReversed() } } }, 'another plan than <1>'],
])('shards of different runs are refused: another %s', (_what, change, why) => {
  expect(refusal([storedShard(1), storedShard(2, change)])).toBe(
    `RunError: <2>: it is a shard of another run: ${why}. Merge shards that were driven with the same profile, accounts and flags`,
  );
});

test('shards of another number, or of a target elsewhere, are of different runs', () => {
  const of3 = shardEvents(2).map((event) => (event.type === 'run' ? { ...event, shard: { number: 2, of: 3 } } : event));
  const elsewhere: readonly TraceEvent[] = JSON.parse(
    JSON.stringify(shardEvents(2)).replaceAll('doors.example.test', 'gates.example.test'),
  );
  expect([
    refusal([storedShard(1), storedShard(2, { shard: { number: 2, of: 3, whole: DOOR_WHOLE } }, of3)]),
    refusal([storedShard(1), storedShard(2, {}, elsewhere)]),
  ]).toEqual([
    expect.stringContaining('<2>: it is a shard of another run: number of shards 3, not 2 as in <1>.'),
    expect.stringContaining('<2>: it is a shard of another run: another target behind the profile than <1>.'),
  ]);
});

test('one that is missing, or comes twice, is told with what to do', () => {
  const [one, two] = [storedShard(1), storedShard(2)];
  expect([refusal([two]), refusal([one, two, storedShard(2)]), refusal([one, one]), refusal([])]).toEqual([
    'RunError: <1>: it is shard 2 of 2; missing beside it: shard 1. Name their folders too, or drive them first (--shard 1/2)',
    'RunError: <3>: it is shard 2 of 2, which <2> is too. Leave one of them out',
    'RunError: <1>: it is shard 1 of 2, which <1> is too. Leave one of them out',
    'RunError: no shard is named: expected the folders of all shards of a run',
  ]);
});

test('what is not whole is to be driven again', () => {
  const again = '. Drive it again, as it was, with --shard 2/2';
  const whole = shardEvents(2);
  const ended = (end: Partial<typeof DOOR_END>): readonly TraceEvent[] => [...without(whole, 'end'), { ...DOOR_END, ...end }];
  const stopped = [{ key: 'services', message: 'profile.yaml:3:1 put it right', blame: 'config' as const }];
  const walkless = whole.filter((event) => !('case' in event && event.case.startsWith('walk/')));
  const cases: readonly (readonly [readonly TraceEvent[], string, string])[] = [
    [without(whole, 'end'), '', 'it was killed, and its trace ends before the run did'],
    [whole, '{"type":', 'it was killed, and its trace ends before the run did'],
    [ended({ how: 'interrupted' }), '', 'it was interrupted'],
    [ended({ how: 'stopped', stopped }), '', 'the preflight stopped it (profile.yaml:3:1 put it right)'],
    [ended({ harnessErrors: ['broken'] }), '', 'Assay itself failed in it (broken)'],
    [walkless, '', 'its trace lacks walk/doors/1'],
    [shardEvents(1), '', 'its trace is of shard 1 of 2'],
    [whole.map((event) => (event.type === 'run' ? unnumbered(event) : event)), '', 'its trace is of a run that is no shard'],
  ];
  expect(cases.map(([events, tail]) => refusal([storedShard(1), storedShard(2, {}, events, tail)]))).toEqual(
    cases.map(([, , why]) => `RunError: <2>: shard 2 of 2 is not whole: ${why}${again}`),
  );
});

test('an exchange that was cut out of a shard is missed', () => {
  const whole = shardEvents(2);
  const cut = whole.findLastIndex(({ type }) => type === 'exchange');
  const ended = (events: readonly TraceEvent[]): readonly TraceEvent[] => [
    ...without(events, 'end'),
    { ...DOOR_END, events: whole.length - 1 },
  ];
  expect([ended(whole), ended(whole.toSpliced(cut, 1))].map((events) => refusal([storedShard(1), storedShard(2, {}, events)]))).toEqual([
    'none',
    `RunError: <2>/trace.ndjson: it was changed: expected the ${whole.length - 1} events that its end tells of, found ${whole.length - 2}: 1 missing. Take the trace as the run has left it, or run again`,
  ]);
});

test('the trace of the whole tells how many events it has', () => {
  const out = join(temporaryFolder(), 'whole');
  joinShards([storedShard(1), storedShard(2)], out, SPECS);
  const { events } = rejudge(out, SPECS);
  expect(events.at(-1)).toEqual({ ...DOOR_END, at: expect.any(String), events: events.length - 1 });
});

function unnumbered<Event extends { readonly shard?: unknown }>({ shard: _shard, ...event }: Event): Omit<Event, 'shard'> {
  return event;
}

test('what is no shard is left out', () => {
  const remedy = "Leave it out: 'assay run --shard i/n' makes shards";
  const missing = join(temporaryFolder(), 'none');
  expect([
    refusal([storedShard(1), storedRun()]),
    refusal([storedShard(1), storedRun([], { merged: 2 })]),
    refusal([storedShard(1), temporaryFolder()]),
    refusal([storedShard(1), missing]),
  ]).toEqual([
    `RunError: <2>: expected a shard, found a run that is whole. ${remedy}`,
    `RunError: <2>: expected a shard, found a run that is merged already. ${remedy}`,
    "RunError: <2>: expected the folder of a run, found no run.lock.json in it. 'assay run --out DIR' makes one",
    'RunError: <2>: expected the folder of a run, found nothing',
  ]);
});

test('a folder with files in it is left as it is', () => {
  const shards = [storedShard(1), storedShard(2)];
  const out = temporaryFolder();
  writeFileSync(join(out, 'mine'), '');
  mkdirSync(join(out, 'more'));
  const said = '--out <out>: expected a new or empty folder, found files in it. Choose another';
  expect([refusal(shards, out), refusal(shards, join(out, 'mine')), refusal(shards, shards[0])]).toEqual([
    `RunError: ${said}`,
    'RunError: --out <out>: expected a new or empty folder, found a file. Choose another',
    `RunError: ${said}`,
  ]);
});

test('shards that hold more than is judged of one run are judged as far as there is room, and the rest is open', () => {
  const out = join(temporaryFolder(), 'whole');
  const shards = [storedShard(1), storedShard(2)];
  const size = shards.reduce((sum, folder) => sum + statSync(join(folder, 'trace.ndjson')).size, 0);
  joinShards(shards, out, SPECS, size - 600);
  const { report, events } = rejudge(out, SPECS);
  const left = events.filter((event) => event.type === 'blocked');
  expect({
    left: left.map(({ case: id, blame, key }) => [id, blame, key]),
    whys: [...new Set(left.map(({ because }) => because))],
    end: events.at(-1),
    exitCode: report.exitCode,
  }).toEqual({
    left: [
      ['tour/door/1', 'config', 'budget.requests'],
      ['walk/doors/1/1', 'config', 'budget.requests'],
    ],
    whys: ['trace.ndjson has the 96 MiB that are judged of one run: drive parts of it (--document, --feature)'],
    end: { ...DOOR_END, at: expect.any(String), how: 'budget', events: events.length - 1 },
    exitCode: 3,
  });
});
