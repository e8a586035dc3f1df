import { defined } from '../../src/model/defined.ts';
import type { ProfileFile, Replayed, Specs } from '../../src/model/types.ts';
import { readReplayToken, replayedIn } from '../../src/run/replay.ts';
import { driveSuite } from '../../src/qualify/in-process.ts';
import { reportOf } from '../../test/support/report-of.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';

/** The embedded mock, as its profile says. */
export interface Ground {
  readonly specs: Specs;
  readonly source: ProfileFile;
  readonly file: string;
}

/** What a token says of a deployment that has these faults: planned from the token alone, as `assay run --replay` does. */
export async function replay({ specs, source, file }: Ground, token: string, faults: readonly string[]): Promise<Replayed> {
  const asked = readReplayToken(token, specs.digest);
  const { seed, selection, case: id, walk, served } = asked;
  const only = { case: id, ...defined({ walk, served }) };
  const suite = prepareSuite(specs, source, file, { seed, selection, only });
  const { events } = await driveSuite(suite, { faults });
  const { replayed } = replayedIn(reportOf(suite, events), asked, { specs, events });
  if (replayed === undefined) throw new Error(`the token of ${id} does not say what failed`);
  return replayed;
}
