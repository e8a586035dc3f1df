import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SpecError } from '../model/errors.ts';
import { demandStored, entryAt } from '../model/stored-file.ts';
import type { ProfileFile, RunPlan, Specs } from '../model/types.ts';
import { placeOfKey } from '../model/yaml-file.ts';
import { checksOf } from '../judge/judges.ts';
import { limiterChecks } from '../load/limiter/judge/ruling.ts';
import { readWaivers, type Waivable, type Waivers } from '../profile/waivers.ts';
import { RunError } from './run-error.ts';

/** The copy in a run's folder, so that its trace can be judged again as it was. */
export const WAIVERS_FILE = 'waivers.yaml';

/** The waivers of a profile; undefined where it names none. Throws SpecError. */
export function waiversOf({ waivers }: ProfileFile, profileFile: string, specs: Specs): Waivers | undefined {
  if (waivers === undefined) return undefined;
  const file = resolve(dirname(profileFile), waivers);
  if (!existsSync(file))
    throw new SpecError(
      'waivers-missing',
      `${placeOfKey(profileFile, 'waivers')}  expected a file of waivers, found nothing at ${file}. Correct the path, or take the key out`,
    );
  demandStored(file, `${placeOfKey(profileFile, 'waivers')}  ${waivers}`);
  return readWaivers(file, waivable(specs));
}

/** The waivers that a stored run was judged with. Throws RunError where they are not there any more, or are others. */
export function storedWaivers(folder: string, { waivers }: RunPlan, specs: Specs): Waivers | undefined {
  if (waivers === null) return undefined;
  const file = join(folder, WAIVERS_FILE);
  if (entryAt(file) === undefined)
    throw new RunError('waivers-missing', `${folder}: the run was made with waivers, found no ${WAIVERS_FILE} in it`);
  const found = readWaivers(file, waivable(specs), 'found');
  if (found.digest !== waivers)
    throw new RunError('waivers-changed', `${file}: it is not what the run was made with: its SHA-256 is not the one in run.lock.json`);
  return found;
}

/** Clauses, the checks of conformance, and those of a probe of a rate limit. */
function waivable({ documents, clauses }: Specs): Waivable {
  const checks = new Map<string, readonly string[]>();
  // The check of a probe is one for all documents, with the clauses of each.
  for (const { id, clauses: own } of Object.values(documents).flatMap((spec) => [...checksOf(spec), ...limiterChecks(spec)]))
    checks.set(id, [...new Set([...(checks.get(id) ?? []), ...own])]);
  return { clauses: new Set(clauses.keys()), checks };
}
