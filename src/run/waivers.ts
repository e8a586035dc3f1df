import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SpecError } from '../spec/spec-error.ts';
import type { ProfileFile, RunLock, Specs } from '../spec/types.ts';
import { placeOfKey } from '../spec/yaml-file.ts';
import { checksOf } from '../judge/judges.ts';
import { readWaivers } from '../profile/waivers.ts';
import type { Waivable, Waivers } from '../profile/waivers.ts';
import { RunError } from './run-error.ts';

/** The copy in a run's folder, so that its trace can be judged again as it was. */
export const WAIVERS_FILE = 'waivers.yaml';

/** The waivers of a profile; undefined where it names none. Throws SpecError. */
export function waiversOf({ waivers }: ProfileFile, profileFile: string, specs: Specs): Waivers | undefined {
  if (waivers === undefined) return undefined;
  const file = resolve(dirname(profileFile), waivers);
  if (!existsSync(file)) throw new SpecError(`${placeOfKey(profileFile, 'waivers')}  expected a file of waivers, found nothing at ${file}`);
  return readWaivers(file, waivable(specs));
}

/** The waivers that a stored run was judged with. Throws RunError where they are not there any more, or are others. */
export function storedWaivers(folder: string, { waivers }: RunLock, specs: Specs): Waivers | undefined {
  if (waivers === null) return undefined;
  const file = join(folder, WAIVERS_FILE);
  if (!existsSync(file)) throw new RunError('usage', `${folder}: the run was made with waivers, found no ${WAIVERS_FILE} in it`);
  if (createHash('sha256').update(readFileSync(file)).digest('hex') !== waivers)
    throw new RunError('usage', `${file}: it is not what the run was made with: its SHA-256 is not the one in run.lock.json`);
  return readWaivers(file, waivable(specs));
}

function waivable({ documents, clauses }: Specs): Waivable {
  const checks = Object.values(documents).flatMap(checksOf);
  return { clauses: new Set(clauses.keys()), checks: new Map(checks.map(({ id, clauses: own }) => [id, own])) };
}
