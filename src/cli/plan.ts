import { Command } from 'commander';
import type { DocumentName } from '../spec/types.ts';
import { loadSpecs } from '../spec/load.ts';
import { plannedByPurpose } from '../plan/plan.ts';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import { forecast } from '../run/forecast.ts';
import type { Forecast } from '../run/forecast.ts';
import { DEFAULT_WALKS, plansFor } from '../run/plans.ts';
import { profileFile } from '../run/targets.ts';
import { wholeNumber } from './arguments.ts';

/** Stands for the embedded mock, which a plan does not start. */
const UNSTARTED: Readonly<Record<DocumentName, string>> = {
  'privileged-access': 'http://127.0.0.1',
  authentication: 'http://127.0.0.1',
  governance: 'http://127.0.0.1',
};

export function planCommand(): Command {
  return new Command('plan')
    .description('what a run would judge, what not and why, and what it would cost; nothing is sent')
    .option('--target <file|mock>', 'the profile of the target', 'mock')
    .option('--walks <n>', 'so many random walks', wholeNumber(0), DEFAULT_WALKS)
    .option('--json', 'one JSON object on standard output, nothing else there')
    .action(({ target, walks, json }: { readonly target: string; readonly walks: number; readonly json?: boolean }) => {
      const file = profileFile(target);
      const specs = loadSpecs();
      const source = readProfile(file, specs);
      const embedded = source.embedded === undefined ? undefined : { services: UNSTARTED, control: 'http://127.0.0.1' };
      const profile = resolveProfile(source, file, process.env, embedded);
      const plans = [...plansFor(specs, profile, { seed: 1, selection: {}, walks }).values()];
      const result = forecast(specs, profile, plans);
      process.stdout.write(json === true ? `${JSON.stringify(result)}\n` : text(profile.name, result, plannedByPurpose(plans)));
    });
}

function text(name: string, { clauses, requests, durationMs }: Forecast, by: ReturnType<typeof plannedByPurpose>): string {
  const byReason = new Map<string, string[]>();
  for (const { id, why } of clauses) if (why !== undefined) byReason.set(why, [...(byReason.get(why) ?? []), id]);
  return [
    `${name}: ${clauses.filter(({ will }) => will).length} of ${clauses.length} clauses can be judged, in about ${requests} requests and ${(durationMs / 1000).toFixed(1)} s`,
    `requests: ${by.tour} tour, ${by.readBack} read-back, ${by.probes} probes, ${by.pagination} pagination, ${by.walks} walks`,
    ...[...byReason].flatMap(([why, ids]) => ['', `${ids.length} cannot: ${why}`, ...ids.map((id) => `  ${id}`)]),
    '',
  ].join('\n');
}
