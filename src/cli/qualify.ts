import { Command } from 'commander';
import { loadSpecs } from '../spec/load.ts';
import { readProfile } from '../profile/load-profile.ts';
import { qualificationExitCode, qualify } from '../qualify/qualify.ts';
import type { Qualification } from '../qualify/qualify.ts';
import { profileFile } from '../run/targets.ts';
import { wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';

export function qualifyCommand(): Command {
  return new Command('qualify')
    .description('the suite judged by its faults: which seeded defect does which check catch, and which check has never failed')
    .option('--fault <glob>', "only faults whose id matches, such as 'pam-*'")
    .option('--seed <n>', 'of the runs', wholeNumber(0), 1)
    .option('--json', 'one JSON object on standard output, nothing else there')
    .action(async ({ fault, seed, json }: { readonly fault?: string; readonly seed: number; readonly json?: boolean }) => {
      const file = profileFile('mock');
      const specs = loadSpecs();
      const result = await qualify(specs, readProfile(file, specs), file, {
        seed,
        ...(fault === undefined ? {} : { fault }),
        onProgress: (done, total, row) =>
          void process.stderr.write(`${done} of ${total}  ${row.caughtBy.length > 0 ? 'caught  ' : 'survived'}  ${row.fault}\n`),
      });
      if (result.matrix.length === 0) throw new UsageError(`no fault matches '${fault ?? ''}'`);
      process.stdout.write(json === true ? `${JSON.stringify(result)}\n` : text(result));
      process.exitCode = qualificationExitCode(result);
    });
}

function text({ faults, checks, clauses, controls, requestsToKill, durationMs, matrix }: Qualification): string {
  const collateral = matrix.filter((row) => row.collateral.length > 0);
  return [
    '',
    `faults caught     ${faults.behavioural.caught} of ${faults.behavioural.total}`,
    ...faults.survived.map(({ fault, reason }) => `  survived        ${fault}${reason === '' ? '' : `: ${reason}`}`),
    `collateral        ${collateral.length} faults turn a clause red that they do not name`,
    ...collateral.map(({ fault, collateral: clauses_ }) => `  ${fault}: ${clauses_.join(', ')}`),
    `checks            ${checks.total - checks.neverFailed.length} of ${checks.total} have failed for a fault`,
    `clauses           ${clauses.judged - clauses.withoutKillingFault.length} of ${clauses.judged} have a fault that they catch`,
    `controls          must die: ${controls.mustDie ? 'died' : 'LIVED'}, must live: ${controls.mustLive ? 'lived' : 'DIED'}`,
    `requests to kill  median ${requestsToKill.median}, most ${requestsToKill.max}`,
    `time              ${(durationMs / 1000).toFixed(1)} s`,
    '',
  ].join('\n');
}
