import { closeSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defined } from '../../model/defined.ts';
import { grouped } from '../../model/grouped.ts';
import { entryAt, openStored, RECORDED } from '../../model/stored-file.ts';
import type { TextLine } from '../../model/text-lines.ts';
import type { RunPlan, ShardLock } from '../../model/types.ts';
import { RunError } from '../run-error.ts';
import { readPlan } from '../run-plan.ts';
import { ROOM_OF_RUN, TRACE_FILE, TRACE_FULL } from '../run-trace.ts';
import { demandFolder, readStoredTrace, type TraceOfRun } from '../stored-trace.ts';
import type { CaseEvent, TraceEvent } from '../../trace/events.ts';
import { OMITTED } from '../drive-plans.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import { DEFAULT_REPEATS } from '../rerun-failures.ts';

/** A shard that was driven to its end. Of its events there is no more than joining asks of them: `whole` reads the rest when it is its turn. */
export interface StoredShard extends TraceOfRun {
  /** as it was typed, for messages */
  readonly folder: string;
  readonly lock: RunPlan;
  readonly shard: ShardLock;
  /** where the line of an event stands in its file */
  readonly lines: Lines;
}

type Lines = WeakMap<TraceEvent, Pick<TextLine, 'from' | 'to'>>;

/**
 * Reads the folders of shards. Where they hold more than is judged of one run, each gives the beginning of what it has driven: the rest is
 * on record as what there was no room for. Throws RunError for a folder that is none of a shard, or not whole.
 */
export function readShards(folders: readonly string[], room = ROOM_OF_RUN): readonly StoredShard[] {
  const sizes = folders.map((folder) => {
    demandFolder(resolve(folder));
    return entryAt(join(resolve(folder), TRACE_FILE))?.size ?? 0;
  });
  const share = room / sizes.reduce((sum, size) => sum + size, 0);
  return folders.map((folder, index) => {
    const stored = readShard(folder);
    return share >= 1 ? stored : { ...stored, events: beginningOf(stored, share * (sizes[index] ?? 0)) };
  });
}

/** The events of a shard as far as so many bytes reach; of the units behind them no more than that they were not taken. */
function beginningOf({ events, lines }: StoredShard, room: number): readonly TraceEvent[] {
  const start = events.filter(({ type }) => type === 'run');
  let left = room - sizeOf(start, lines);
  return [
    ...start,
    ...[...partsOf(events)].flatMap(([unit, part]) => {
      left -= sizeOf(part, lines);
      return left >= 0 || UNDRIVEN.has(unit) ? part : leftOut(part);
    }),
    ...events.flatMap((event) => (event.type === 'end' ? [{ ...event, how: 'budget' as const }] : [])),
  ];
}

function sizeOf(events: readonly TraceEvent[], lines: Lines): number {
  return events.reduce((sum, event) => {
    const { from, to } = lines.get(event) ?? { from: 0, to: 0 };
    return sum + to - from;
  }, 0);
}

/** An event without what only its reader is interested in: bodies, headers, data of states. */
function outline(event: TraceEvent): TraceEvent {
  if (event.type === 'state') return { ...event, data: {} };
  if (event.type === 'emitted') return { ...event, events: [] };
  if (event.type !== 'exchange') return event;
  const { request, response, ...rest } = event;
  const { method, url } = request;
  return { ...rest, request: { method, url, headers: {} }, ...defined({ response: response && { status: response.status, headers: {} } }) };
}

/** The texts of whole events, one after the other: each is read from its file again, of which one at a time is open. */
export function openLines(): { readonly textOf: (stored: StoredShard, event: TraceEvent) => string; readonly close: () => void } {
  let open: { readonly folder: string; readonly descriptor: number } | undefined;
  const close = (): void => {
    if (open !== undefined) closeSync(open.descriptor);
    open = undefined;
  };
  return {
    close,
    textOf: ({ folder, lines }, event) => {
      const line = lines.get(event);
      if (line === undefined) return JSON.stringify(event);
      if (open?.folder !== folder) {
        close();
        open = { folder, descriptor: openStored(join(resolve(folder), TRACE_FILE), { limit: RECORDED, origin: 'found' }) };
      }
      const bytes = Buffer.alloc(line.to - line.from - 1);
      readSync(open.descriptor, bytes, 0, bytes.length, line.from);
      return bytes.toString();
    },
  };
}

/** The cases of a part, each blocked where it would have begun. */
function leftOut(part: readonly TraceEvent[]): readonly TraceEvent[] {
  const { key, why } = TRACE_FULL;
  return part.flatMap((event): readonly TraceEvent[] => {
    if (event.type !== 'case') return [];
    const first = part.find((one) => 'place' in one && one.case === event.case);
    if (first === undefined || !('place' in first)) return [event];
    return [event, { type: 'blocked', case: event.case, place: first.place, because: why, blame: 'config', key }];
  });
}

/** Reads the folder of a shard. Throws RunError for what is none, or not whole. */
function readShard(folder: string): StoredShard {
  const path = resolve(folder);
  const lock = readPlan(path);
  const { shard } = lock;
  if (shard === undefined)
    throw new RunError(
      'shard-unusable',
      `${folder}: expected a shard, found ${lock.merged === undefined ? 'a run that is whole' : 'a run that is merged already'}. Leave it out: 'assay run --shard i/n' makes shards`,
    );
  const lines: Lines = new WeakMap();
  const trace = readStoredTrace(path, (event, { from, to }) => {
    const kept = outline(event);
    lines.set(kept, { from, to });
    return kept;
  });
  const stored = { folder, lock, shard, lines, ...trace };
  const why = shortcoming(stored);
  if (why !== undefined) throw new RunError('shard-unusable', `${folder}: ${nameOf(shard)} is not whole: ${why}. ${rerunFailures(shard)}`);
  return stored;
}

function nameOf({ number, of }: Pick<ShardLock, 'number' | 'of'>): string {
  return `shard ${number} of ${of}`;
}

function rerunFailures({ number, of }: ShardLock): string {
  return `Drive it again, as it was, with --shard ${number}/${of}`;
}

/** What keeps a shard from being joined with others; undefined where nothing does. */
function shortcoming({ events, truncated, start, shard }: StoredShard): string | undefined {
  if (start.shard?.number !== shard.number || start.shard.of !== shard.of)
    return `its trace is of ${start.shard === undefined ? 'a run that is no shard' : nameOf(start.shard)}`;
  const end = events.find((event) => event.type === 'end');
  if (truncated || end === undefined) return 'it was killed, and its trace ends before the run did';
  if (end.how === 'interrupted') return 'it was interrupted';
  if (end.how === 'stopped') return `the preflight stopped it (${end.stopped?.[0]?.message ?? ''})`;
  const [broken] = end.harnessErrors ?? [];
  if (broken !== undefined) return `Assay itself failed in it (${broken})`;
  const driven = new Set(events.flatMap((event) => (event.type === 'case' ? [unitOf(event)] : [])));
  const lacking = shard.whole.units.find(({ id, shard: owner }) => owner === shard.number && !driven.has(id));
  return lacking === undefined ? undefined : `its trace lacks ${lacking.id}`;
}

/** What a trace holds beside the units of the plan: what was looked at before them, and what was driven again after them. */
export const PREFLIGHT = 'preflight';
export const FOLLOW_UP = 'follow-up';

/** Which part of a trace a case begins or goes on with: a case or walk of the plan, by its id, or what the plan does not name. */
export function unitOf({ case: id, kind, walk, again }: CaseEvent): string {
  if (kind === 'preflight') return PREFLIGHT;
  if (again !== undefined) return FOLLOW_UP;
  if (id.startsWith(`${OMITTED}/`)) return OMITTED;
  return walk?.id ?? id;
}

/** Parts that are small, and that the rest relies on. */
const UNDRIVEN: ReadonlySet<string> = new Set([PREFLIGHT, OMITTED]);

/** The events of a shard by the unit that they stand in; its beginning and its end are told anew. */
export function partsOf(events: readonly TraceEvent[]): ReadonlyMap<string, readonly TraceEvent[]> {
  let unit = PREFLIGHT;
  return grouped(
    events.filter(({ type }) => type !== 'run' && type !== 'end'),
    (event) => (unit = event.type === 'case' ? unitOf(event) : unit),
  );
}

/** The shards of one run by number, all of them and each once. Throws RunError with the folder that does not fit, and what to do. */
export function demandOneRun(shards: readonly StoredShard[]): readonly [StoredShard, ...StoredShard[]] {
  const [first, ...others] = shards;
  if (first === undefined) throw new RunError('shards-missing', 'no shard is named: expected the folders of all shards of a run');
  for (const other of others) demandSameRun(first, other);
  const byNumber = new Map<number, StoredShard>();
  for (const stored of shards) {
    const known = byNumber.get(stored.shard.number);
    if (known !== undefined)
      throw new RunError(
        'shard-twice',
        `${stored.folder}: it is ${nameOf(stored.shard)}, which ${known.folder} is too. Leave one of them out`,
      );
    byNumber.set(stored.shard.number, stored);
  }
  const { of } = first.shard;
  const missing = Array.from({ length: of }, (_none, index) => index + 1).filter((number) => !byNumber.has(number));
  if (missing.length > 0)
    throw new RunError(
      'shards-missing',
      `${first.folder}: it is ${nameOf(first.shard)}; missing beside it: ${missing.map((number) => `shard ${number}`).join(', ')}. Name their folders too, or drive them first (--shard ${missing[0] ?? 1}/${of})`,
    );
  const [lowest = first, ...rest] = [...byNumber].toSorted(([one], [other]) => one - other).map(([, stored]) => stored);
  return [lowest, ...rest];
}

/** What two shards of a run have in common, by its name for people. */
const SAME: readonly (readonly [string, (stored: StoredShard) => unknown])[] = [
  ['number of shards', ({ shard }) => shard.of],
  ['seed', ({ lock }) => lock.seed],
  ['target', ({ lock }) => lock.profile.name],
  ['profile', ({ lock }) => lock.profile.digest],
  ['version of Assay', ({ lock }) => lock.tool.version],
  ['specs', ({ lock }) => lock.specs.digest],
  ['errata', ({ lock }) => lock.specs.errata],
  ['suite', ({ lock }) => lock.suite.digest],
  ['selection', ({ lock }) => lock.selection],
  ['number of walks', ({ lock }) => lock.walks],
  ['depth', ({ lock }) => lock.depth],
  ['number of repetitions', ({ lock }) => lock.repeat ?? DEFAULT_REPEATS],
  ['list of faults', ({ lock }) => lock.faults],
  ['list of waivers', ({ lock }) => lock.waivers],
  ['target behind the profile', ({ profile }) => addressed(profile)],
  ['plan', ({ shard }) => shard.whole],
];

/** Embedded deployments listen on whatever port is free. */
function addressed({ embedded, services, ...rest }: PublicProfile): unknown {
  return embedded ? Object.keys(services) : { services, ...rest };
}

function demandSameRun(first: StoredShard, other: StoredShard): void {
  const differing = SAME.find(([, of]) => JSON.stringify(of(first)) !== JSON.stringify(of(other)));
  if (differing === undefined) return;
  const [what, of] = differing;
  const [expected, found] = [of(first), of(other)].map((value) => JSON.stringify(value));
  const told = `${what} ${found}, not ${expected} as in ${first.folder}`;
  const why = told.length > 250 ? `another ${what} than ${first.folder}` : told;
  throw new RunError(
    'shards-of-two-runs',
    `${other.folder}: it is a shard of another run: ${why}. Merge shards that were driven with the same profile, accounts and flags`,
  );
}
