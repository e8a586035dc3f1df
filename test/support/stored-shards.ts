import type { RunPlan, SecretEvent, ShardLock } from '../../src/model/types.ts';
import { DOOR_TOUR } from '../../src/judge/judge-fixtures.ts';
import type { ExchangeEvent, TraceEvent } from '../../src/trace/events.ts';
import { sampleCase, sampleExchange } from '../../src/trace/trace-fixtures.ts';
import { DOOR_END, DOOR_LOCK, DOOR_RUN, storedRun } from './stored-run.ts';

/** What two shards of a run against the authentication drive, in the order of their run: the second shard comes first. */
export const DOOR_WHOLE: ShardLock['whole'] = {
  planned: { requests: 9, lowerBound: 4 },
  units: [
    { id: 'tour/door/2', shard: 2 },
    { id: 'tour/door/1', shard: 1 },
    { id: 'walk/doors/1', shard: 2 },
  ],
};

const secret = (name: string, length: number): SecretEvent => ({ type: 'secret', name, kind: 'any', length, characters: ['lower'] });

/** What a preflight asks first. */
export const LOOK: ExchangeEvent = sampleExchange({
  row: 'preflight',
  at: 'address',
  purpose: 'preflight',
  response: { body: { key: '~preflight-doorKey-1~' } },
});

/** The events of one of the two shards; secrets have the same names in both, and are others but for the profile's. */
export function shardEvents(number: 1 | 2, look: ExchangeEvent = LOOK): readonly TraceEvent[] {
  const shut = sampleExchange({ purpose: 'walk', operation: 'getDoor', response: { body: { id: 'd1', state: 'SHUT' } } });
  const walk = { id: 'walk/doors/1', code: 'w' };
  const first = DOOR_TOUR.map((event) => ('case' in event ? { ...event, case: `tour/door/${number}` } : event));
  const [begins, ...tour] = first.map((event) => later(event, 1));
  return [
    { ...DOOR_RUN, startedAt: number === 1 ? '2030-01-02T03:04:05.500Z' : DOOR_RUN.startedAt, shard: { number, of: 2 } },
    secret('~preflight-apiToken-1~', 9),
    ...sampleCase({ case: 'preflight/authentication', kind: 'preflight' }, secret('~preflight-doorKey-1~', number), look),
    secret('~apiToken-1~', 9),
    ...(begins === undefined ? [] : [begins]),
    secret('~doorKey-1~', number),
    secret('~doorToken-1~', number),
    ...tour,
    ...(number === 1 ? [] : sampleCase({ first: 6, case: 'walk/doors/1/1', kind: 'walk', walk }, shut)),
    { ...DOOR_END, at: number === 1 ? DOOR_END.at : '2030-01-02T03:04:06.000Z' },
  ];
}

function later(event: TraceEvent, by: number): TraceEvent {
  if (event.type === 'exchange') return { ...event, seq: event.seq + by };
  return event.type === 'intent' ? { ...event, exchange: event.exchange + by } : event;
}

/** What one of the shards was made of. */
export function shardLockOf(number: 1 | 2): RunPlan {
  return { ...DOOR_LOCK, planned: { requests: 4, lowerBound: 2 }, shard: { number, of: 2, whole: DOOR_WHOLE } };
}

/** The folder of one of the two shards, removed after the test. */
export function storedShard(number: 1 | 2, change: Partial<RunPlan> = {}, events = shardEvents(number), tail = ''): string {
  const { planned, shard } = shardLockOf(number);
  return storedRun(events, { planned, ...(shard === undefined ? {} : { shard }), ...change }, tail);
}
