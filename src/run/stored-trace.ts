import { join } from 'node:path';
import { firstErrorValidator } from '../model/meta-schemas.ts';
import { SpecError } from '../model/errors.ts';
import { entryAt } from '../model/stored-file.ts';
import { firstFinding } from '../model/stored-json.ts';
import type { RunEvent, RunPlan } from '../model/types.ts';
import { checkView } from '../profile/check-view.ts';
import type { PublicProfile } from '../profile/profile.ts';
import type { TraceEvent } from '../trace/events.ts';
import { demandConsistent } from '../trace/consistency.ts';
import { readForeignTrace, type Keep, type StoredTrace } from '../trace/reader.ts';
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

/** The lines of it, whoever has written them. Throws RunError where there is none, SpecError for a line that no run writes. */
export function storedTrace(folder: string, keep?: Keep): StoredTrace {
  const file = join(folder, TRACE_FILE);
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
