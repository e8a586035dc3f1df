import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOOR_TOUR } from '../../judge/judge-fixtures.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { LOOK, shardEvents, storedShard } from '../../../test/support/stored-shards.ts';
import { joinTraces } from './join-traces.ts';
import { demandOneRun, readShards } from './read-shard.ts';

const quiet = (): boolean => false;

function joined(folders: readonly string[], speaks: (preflight: readonly TraceEvent[]) => boolean = quiet): readonly TraceEvent[] {
  return [...joinTraces(demandOneRun(readShards(folders)), speaks)];
}

/** What an event is, in a line. */
function brief(event: TraceEvent): string {
  if (event.type === 'run') return `run ${event.startedAt}${event.shard === undefined ? '' : ', a shard'}`;
  if (event.type === 'secret') return `secret ${event.name} ${event.length}`;
  if (event.type === 'exchange') return `exchange ${event.seq} ${event.case}`;
  if (event.type === 'intent') return `intent ${event.exchange}`;
  if (event.type === 'state') return `state ${JSON.stringify(event.data)}`;
  return event.type === 'end' ? `end ${event.at} ${event.how}` : `${event.type} ${'case' in event ? event.case : ''}`;
}

const TOUR = (from: number, id: string): readonly string[] => [
  `intent ${from}`,
  `exchange ${from} ${id}`,
  `exchange ${from + 1} ${id}`,
  `intent ${from + 2}`,
  `exchange ${from + 2} ${id}`,
  `exchange ${from + 3} ${id}`,
];

test('cases stand in the order of the plan; exchanges and secrets are numbered through, and what refers to them follows', () => {
  expect(joined([storedShard(1), storedShard(2)]).map(brief)).toEqual([
    'run 2030-01-02T03:04:05.000Z',
    'secret ~preflight-apiToken-1~ 9',
    'case preflight/authentication',
    'secret ~preflight-doorKey-1~ 1',
    'exchange 1 preflight/authentication',
    'secret ~apiToken-1~ 9',
    'case tour/door/2',
    'secret ~doorKey-1~ 2',
    'secret ~doorToken-1~ 2',
    'state {"id":"d1","key":"~doorKey-1~"}',
    ...TOUR(2, 'tour/door/2'),
    'case tour/door/1',
    'secret ~doorKey-2~ 1',
    'secret ~doorToken-2~ 1',
    'state {"id":"d1","key":"~doorKey-2~"}',
    ...TOUR(6, 'tour/door/1'),
    'case walk/doors/1/1',
    'exchange 10 walk/doors/1/1',
    'end 2030-01-02T03:04:06.500Z completed',
  ]);
});

test('the order of the folders makes no difference', () => {
  const folders = [storedShard(1), storedShard(2)];
  expect(joined(folders.toReversed())).toEqual(joined(folders));
});

test('the preflight of another shard stays where it shows more than that all is well', () => {
  const preflights = joined([storedShard(1), storedShard(2)], (events) => events.some(({ type }) => type === 'exchange'));
  expect(preflights.slice(1, 9).map(brief)).toEqual([
    'secret ~preflight-apiToken-1~ 9',
    'case preflight/authentication',
    'secret ~preflight-doorKey-1~ 1',
    'exchange 1 preflight/authentication',
    'secret ~apiToken-1~ 9',
    'case preflight/authentication/shard-2',
    'secret ~preflight-doorKey-2~ 2',
    'exchange 2 preflight/authentication/shard-2',
  ]);
});

test('what is driven again comes last, shard by shard, and the budget that ran out in one ran out', () => {
  const again = {
    type: 'case' as const,
    case: 'tour/door/2/again-1',
    document: 'authentication' as const,
    kind: 'tour' as const,
    title: '',
  };
  const known = shardEvents(2);
  const events = [
    ...known.slice(0, -1),
    { ...again, again: { of: 'tour/door/2', to: 'repeat' as const } },
    { type: 'end' as const, at: '2030-01-02T03:04:09.000Z', how: 'budget' as const },
  ];
  expect(
    joined([storedShard(1), storedShard(2, {}, events)])
      .slice(-3)
      .map(brief),
  ).toEqual(['exchange 10 walk/doors/1/1', 'case tour/door/2/again-1', 'end 2030-01-02T03:04:09.000Z budget']);
});

test('of a shard no more is held than joining asks: its bodies are read when it is their turn', () => {
  const text = 'x'.repeat(100_000);
  const folders = ([1, 2] as const).map((number) =>
    storedShard(
      number,
      {},
      shardEvents(number, {
        ...LOOK,
        request: { ...LOOK.request, body: { text } },
        response: { status: 200, headers: { text }, body: { text } },
      }),
    ),
  );
  expect(JSON.stringify(readShards(folders)).length).toBeLessThan(20_000);
  expect(JSON.stringify(joined(folders)).split(text).length - 1).toBe(3);
});

test('embedded deployments listen where there is room: all addresses are told as those of the first shard', () => {
  const at = (port: number, number: 1 | 2): string => {
    const text = JSON.stringify(shardEvents(number, LOOK))
      .replaceAll('"embedded":false', '"embedded":true')
      .replaceAll('https://doors.example.test', `http://127.0.0.1:${port}`)
      .replaceAll('"id":"d1"', `"id":"d1","next":"?to=${encodeURIComponent(`http://127.0.0.1:${port}`)}","near":"127.0.0.1:${port}5"`);
    const events: readonly TraceEvent[] = JSON.parse(text);
    return storedShard(number, {}, events);
  };
  const text = JSON.stringify(joined([at(4001, 1), at(4002, 2)]));
  expect([...new Set(text.match(/127\.0\.0\.1(:|%3A)\d+/g))].toSorted()).toEqual([
    '127.0.0.1%3A4001',
    '127.0.0.1:4001',
    '127.0.0.1:40015',
    '127.0.0.1:40025',
  ]);
});

test('each exchange keeps its case, and no two have one number', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 2] as const, { minLength: 2 }), (numbers) => {
      const events = joined(numbers.map((number) => storedShard(number)));
      const seqs = events.flatMap((event) => (event.type === 'exchange' ? [event.seq] : []));
      expect(seqs).toEqual(seqs.map((_seq, index) => index + 1));
      expect(seqs.length).toBe(2 * DOOR_TOUR.filter(({ type }) => type === 'exchange').length + 2);
    }),
    { numRuns: 4 },
  );
});
