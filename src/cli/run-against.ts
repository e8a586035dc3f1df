import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../model/defined.ts';
import { readProfile } from '../profile/load-profile.ts';
import type { FailOn } from '../report/diff/rule.ts';
import { differentialPage } from '../report/diff/comparison-page.ts';
import { renderDifferential } from '../report/diff/differential-text.ts';
import { renderSummary } from '../report/summary.ts';
import { differential } from '../run/differential.ts';
import { rejudge } from '../run/rejudge.ts';
import { demandUsable } from '../run/profile-to-plan.ts';
import { writeJson, writeText, claimFolder, demandFreeFolder } from '../run/write-files.ts';
import { driveTarget, type Driven } from './drive-target.ts';
import { resultStream, tell, tellResult, writeResult, terminal } from './output.ts';
import { endWith } from './tell-report.ts';

/** Two deployments, and what is asked of both. */
export interface Against extends Omit<Driven, 'replay'> {
  /** the other deployment */
  readonly against: Required<Pick<Driven, 'target' | 'profileFile'>>;
  readonly failOn: readonly FailOn[];
  readonly json: boolean;
}

/** Runs the same against both, one after the other, each into a folder of its own; tells only where they differ. */
export async function runAgainst({ against, failOn, json, folder, preset, choices, ...driven }: Against): Promise<void> {
  const { specs } = driven;
  demandFreeFolder(folder);
  const second = against.profileFile;
  readProfile(second, specs, (source) => demandUsable(source, second, specs, process.env));
  const style = terminal(resultStream(json));
  const runs = { target: join(folder, 'target'), against: join(folder, 'against') };
  const sides = [
    { ...driven, ...defined({ preset, choices }), folder: runs.target },
    // Faults and choices are what makes the first another deployment than the second.
    { ...driven, folder: runs.against, ...against, faults: [] },
  ];
  claimFolder(folder, () => mkdirSync(runs.target));
  for (const side of sides) {
    const { report, files } = await driveTarget(side).finally(() => removeEmpty(runs.target));
    if (report.stopped === undefined && !driven.signal.aborted && report.outcome !== 'error' && report.badWaivers === undefined) continue;
    // Without both there is nothing to compare.
    if (report.stopped === undefined) tellResult(renderSummary(report, { ...style, files }), json);
    tell(`assay: nothing is compared: the run against ${report.target.name} came to '${report.outcome}'\n`);
    return endWith(report, json);
  }
  const [target, other] = [rejudge(runs.target, specs), rejudge(runs.against, specs)];
  const found = differential(specs, { ...target, run: runs.target }, { ...other, run: runs.against }, failOn.includes('observations'));
  writeText(join(folder, 'differences.html'), differentialPage(found));
  const file = writeJson(join(folder, 'differences.json'), found);
  tellResult(`${renderDifferential(found, style)}differences  ${file}\n`, json);
  if (json) writeResult(`${JSON.stringify(found)}\n`);
  process.exitCode = found.exitCode;
}

/** What had nothing to put on record leaves nothing behind. */
function removeEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
