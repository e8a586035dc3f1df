import { loadSpecs } from '../../src/model/load.ts';
import { knownFaults } from '../../src/mock/kit/known-faults.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { profileFile } from '../../src/run/targets.ts';
import { openComparisons } from './one-fault.ts';

/**
 * Two runs that differ by one fault: their comparison must tell clauses that the fault names as newly failing, and no others. What the
 * profile promises where the documents are silent, and what cannot be judged behind the fault, is counted apart.
 */
export async function oneFault({ faults, kind: wanted }: { faults: number; kind: string }): Promise<void> {
  const specs = loadSpecs();
  const file = profileFile('mock');
  const compare = openComparisons(specs, readProfile(file, specs), file);
  // What only callers at the same moment or a walk can see shows in no single run for sure.
  const all = knownFaults().filter(({ kind, difficulty }) => kind === wanted && difficulty !== 'concurrency');
  const count = Math.min(faults, all.length);
  const spread = new Set(Array.from({ length: count }, (_, index) => Math.floor((index * all.length) / count)));
  let exact = 0;
  for (const fault of all.filter((_, index) => spread.has(index))) {
    const { exact: right, newlyFailing, promises, noLongerJudged, drift } = await compare(fault);
    if (right) exact += 1;
    console.log(
      `${right ? 'exact' : 'OTHER'}  ${fault.id} (${[fault.clause, ...fault.alsoBreaks].join(', ')}): newly failing ${newlyFailing.join(', ') || 'nothing'}; ${promises.length} promises of the profile broken, ${noLongerJudged} no longer judged, ${drift} seen otherwise`,
    );
  }
  console.log(`${exact} of ${count} comparisons of two runs tell exactly what their one fault breaks`);
  process.exitCode = exact === count ? 0 : 1;
}
