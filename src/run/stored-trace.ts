import { join } from 'node:path';
import { firstErrorValidator } from '../model/meta-schemas.ts';
import { SpecError } from '../model/errors.ts';
import { entryAt, kindOf } from '../model/stored-file.ts';
import { firstFinding } from '../model/stored-json.ts';
import type { RunEvent, RunPlan } from '../model/types.ts';
import { checkView } from '../profile/check-view.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { TraceEvent, CaseEvent } from '../trace/events.ts';
import { readForeignTrace } from '../trace/reader.ts';
import type { Keep, StoredTrace } from '../trace/reader.ts';
import { RunError } from './run-error.ts';
import { TRACE_FILE } from './run-trace.ts';
import { isDeepStrictEqual } from 'node:util';
import { sourceName } from '../profile/sources.ts';

/** The trace in a run's folder. */
export interface TraceOfRun extends StoredTrace {
  readonly start: RunEvent;
  /** the profile of the target without its secrets */
  readonly profile: PublicProfile;
}

/**
 * Reads the trace in a run's folder. Throws RunError for a folder that is no run or holds what this version cannot read.
 *
 * @param keep what is kept of each event; the whole where omitted
 */
export function readStoredTrace(folder: string, keep?: Keep): TraceOfRun {
  const { events, truncated } = storedTrace(folder, keep);
  const start = beginning(folder, events);
  const file = join(folder, TRACE_FILE);
  const profile = storedProfile(start, file);
  const change = changeOf(events);
  if (change !== undefined)
    throw new RunError(
      'trace-changed',
      `${folder}/${TRACE_FILE}: it was changed: ${change}. Take the trace as the run has left it, or run again`,
    );
  demandConsistent(events, file);
  return { events, truncated, start, profile };
}

/**
 * How a trace differs from the one that the run has written: its end tells how many events stand before it, so that one that was cut out,
 * or put in, is missed even where the rest makes sense. Undefined where it does not, or does not tell.
 */
export function changeOf(events: readonly TraceEvent[]): string | undefined {
  const found = events.findIndex(({ type }) => type === 'end');
  const end = events[found];
  if (end?.type !== 'end' || end.events === undefined || end.events === found) return undefined;
  const off = end.events - found;
  const much = off > 0 ? `${off} missing` : `${-off} too many`;
  return `expected the ${end.events} events that its end tells of, found ${found}: ${much}`;
}

/** Throws RunError where a run has no folder. */
export function demandFolder(folder: string): void {
  const entry = entryAt(folder, 'named');
  if (entry?.isDirectory() !== true)
    throw new RunError('run-missing', `${folder}: expected the folder of a run, found ${entry === undefined ? 'nothing' : kindOf(entry)}`);
}

/** The lines of it, whoever has written them. Throws RunError where there is none, SpecError for a line that no run writes. */
export function storedTrace(folder: string, keep?: Keep): StoredTrace {
  const file = join(folder, TRACE_FILE);
  demandFolder(folder);
  if (entryAt(file) === undefined)
    throw new RunError('run-missing', `${folder}: expected the folder of a run, found no ${TRACE_FILE} in it`);
  return readForeignTrace(file, keep);
}

function beginning(folder: string, [first]: readonly TraceEvent[]): RunEvent {
  if (first?.type !== 'run')
    throw new RunError('trace-changed', `${folder}/${TRACE_FILE}:1  expected an event of type 'run', found ${first?.type ?? 'nothing'}`);
  return first;
}

/** The profile in the first line. Throws SpecError with the key that is not as a profile is. */
function storedProfile({ profile }: RunEvent, file: string): PublicProfile {
  const validate = firstErrorValidator<PublicProfile>('public-profile');
  if (!validate(profile))
    throw new SpecError(
      'trace-changed',
      firstFinding(validate, profile, () => `${file}:1  profile`),
    );
  for (const [name, { baseUrl }] of Object.entries(profile.services)) {
    if (!URL.canParse(baseUrl))
      throw new SpecError(
        'trace-changed',
        `${file}:1  profile.services.${name}.baseUrl  expected an address, found ${JSON.stringify(baseUrl)}. ${REMEDY}`,
      );
  }
  demandViews(profile, `${file}:1`);
  return profile;
}

/** Throws SpecError for a promise that cannot be held against an answer. */
export function demandViews({ services }: Pick<PublicProfile, 'services'>, place: string): void {
  const [mistake] = Object.entries(services).flatMap(([name, { declares }]) =>
    declares.flatMap(({ view }, index) => (view === undefined ? [] : checkView(view, `profile.services.${name}.declares.${index}.view`))),
  );
  if (mistake !== undefined) throw new SpecError('trace-changed', `${place}  ${mistake.key}  ${mistake.message}`);
}

const REMEDY = 'Take the trace as the run has left it';

/** What is passed to the library, by a program that knows its type: only another thing altogether is to be feared. */
export function isPublicProfile(value: object): value is PublicProfile {
  const objects = ['services', 'permissions', 'control'].every((key) => typeof Reflect.get(value, key) === 'object');
  return objects && typeof Reflect.get(value, 'name') === 'string' && Array.isArray(Reflect.get(value, 'sources'));
}

/** What the lock and the first line of the trace both say has to be the same: else one of them is of another run. Throws RunError. */
export function demandOneOrigin(
  lockFile: string,
  lock: RunPlan,
  { start, profile }: { readonly start: RunEvent; readonly profile: PublicProfile },
): void {
  const shard = lock.shard === undefined ? undefined : { number: lock.shard.number, of: lock.shard.of };
  const pairs: readonly (readonly [key: string, inLock: unknown, inTrace: unknown])[] = [
    ['tool', lock.tool, start.tool],
    ['specs.digest', lock.specs.digest, start.specsDigest],
    ['profile.name', lock.profile.name, profile.name],
    ['profile.digest', lock.profile.digest, start.profileDigest],
    ['seed', lock.seed, start.seed],
    ['selection', lock.selection, start.selection],
    ['walks', lock.walks, start.walks],
    ['depth', lock.depth, start.depth],
    ['faults', lock.faults, start.faults],
    ['shard', shard, start.shard],
    ['startedAt', lock.startedAt, start.startedAt],
    ['providerStates', lock.providerStates, profile.sources.map(sourceName)],
  ];
  for (const [key, inLock, inTrace] of pairs)
    if (!isDeepStrictEqual(inLock, inTrace))
      throw new RunError(
        'run-files-differ',
        `${lockFile}  ${key}  expected ${quote(inTrace)}, as in the trace beside it, found ${quote(inLock)}: they are not of one run. Take both as the run has left them`,
      );
}

function quote(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}

/** The last moment that a date can tell, in milliseconds. */
const LATEST_MS = 8.64e15;
/** No run lasts a year, and no answer takes as long. */
const LONGEST_MS = 366 * 86_400_000;

/**
 * What no schema says of a trace, and whatever judges rely on: it begins once and ends at most once, at its end; exchanges are numbered
 * through; events belong to cases that stand before them, and times are times. Throws SpecError with line and key.
 */
function demandConsistent(events: readonly TraceEvent[], file: string): void {
  const cases = new Map<string, CaseEvent>();
  const seqs = new Set<number>();
  let last = 0;
  for (const [index, event] of events.entries()) {
    const refuse = (key: string, expected: string, found: unknown): never => {
      throw new SpecError(
        'trace-changed',
        `${file}:${index + 1}  ${key}  expected ${expected}, found ${JSON.stringify(found) ?? 'nothing'}. Take the trace as the run has left it`,
      );
    };
    if ((event.type === 'run') !== (index === 0)) refuse('type', `'run' in the first line and nowhere else`, event.type);
    if (event.type === 'case') {
      if (cases.has(event.case)) refuse('case', 'a case that does not stand above', event.case);
      cases.set(event.case, event);
    } else if ('case' in event && !cases.has(event.case)) refuse('case', 'a case that stands above', event.case);
    if (event.type === 'run') demandMoment(event.startedAt, 'startedAt', refuse);
    if (event.type === 'clock') demandMoment(event.now, 'now', refuse);
    if (event.type === 'end') {
      demandMoment(event.at, 'at', refuse);
      if (index !== events.length - 1) refuse('type', 'an end in the last line and nowhere else', event.type);
    }
    if (event.type !== 'exchange') continue;
    if (event.seq <= last || !Number.isSafeInteger(event.seq)) refuse('seq', `a whole number above ${last}`, event.seq);
    last = event.seq;
    seqs.add(event.seq);
    const { document } = cases.get(event.case) ?? event;
    if (event.document !== document) refuse('document', `${document}, as of its case`, event.document);
    if (Math.abs(event.sentAt) > LATEST_MS) refuse('sentAt', 'milliseconds since the epoch', event.sentAt);
    if (event.durationMs < 0 || event.durationMs > LONGEST_MS) refuse('durationMs', 'milliseconds, not below zero', event.durationMs);
    const status = event.response?.status;
    if (status !== undefined && (status < 100 || status > 999)) refuse('response.status', 'a status of HTTP', status);
    if (!URL.canParse(event.request.url)) refuse('request.url', 'an address', event.request.url);
  }
}

function demandMoment(text: string, key: string, refuse: (key: string, expected: string, found: unknown) => never): void {
  if (Number.isNaN(Date.parse(text))) refuse(key, 'a moment such as 2030-01-31T12:00:00.000Z', text);
}
