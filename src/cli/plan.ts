import type { Command } from 'commander';
import { plannedByPurpose, type DocumentPlan } from '../plan/plan.ts';
import { requestsPlanned } from '../plan/steps.ts';
import type { Specs } from '../model/types.ts';
import type { Profile } from '../profile/profile.ts';
import { budgetText } from '../report/text.ts';
import { plural } from '../report/defects.ts';
import { editText } from '../report/reasons.ts';
import { forecast, type Forecast } from '../run/forecast.ts';
import { byName, plansFor, type Planning } from '../run/plans.ts';
import { shownAt } from '../run/shown-at.ts';
import { profileToPlan } from '../run/profile-to-plan.ts';
import { selectionOf } from '../run/selection-of.ts';
import { profileFile } from '../run/targets.ts';
import { wholeNumber } from './arguments.ts';
import { helpText } from './help.ts';
import { writeResult } from './output.ts';
import { specsOf, targetOf, walksOf, withPlanning, type PlanningFlags } from './common-flags.ts';

interface PlanFlags extends PlanningFlags {
  readonly seed: number;
  readonly json?: boolean;
}

export function planCommand(command: Command): Command {
  return withPlanning(command)
    .option('--seed <n>', 'random seed, as in assay run', wholeNumber(0), 1)
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'Cases beyond the budget of the profile are left out, in this order: random walks, then the probes that judge the fewest clauses per request, then transition tours. Each reason names the key of the profile that changes it.',
          '--depth quick keeps the transition tours, the probes that judge a clause which no other case judges, and the first place of each oracle family in each document.',
        ],
        examples: [
          ['assay plan', 'plan a run against the embedded mock: clauses, requests, seconds'],
          ['assay plan --target target.yaml', 'plan a run against your deployment: missing profile keys, most effective first'],
          ['assay plan --depth quick', 'plan a short run, and list the places of the oracle families that it leaves out'],
          ['assay plan --target target.yaml --feature authn.primary --json', 'plan one feature, as JSON'],
        ],
        exitCodes: { 0: 'planned', 2: 'invalid command, profile or waivers' },
        next: ['assay run', 'assay states', 'test-my-deployment'],
      }),
    )
    .action(plan);
}

function plan({ target, seed, depth, walks, json, specs: folder, ...flags }: PlanFlags, command: Command): void {
  const file = profileFile(targetOf(target));
  const specs = specsOf(folder === undefined ? {} : { specs: folder });
  const selection = selectionOf(flags, specs);
  const profile = profileToPlan(file, specs, process.env);
  const plans = [...plansFor(specs, profile, { seed, selection, walks: walksOf({ depth, walks }, command), depth }).values()];
  const result = forecast(specs, profile, plans, selection, shownAt(specs.digest));
  const leftOut =
    depth === 'quick' ? ['depth quick: without random walks, improper values, and the places of a family after its first'] : [];
  writeResult(json === true ? `${JSON.stringify(result)}\n` : text(profile, plans, result, leftOut));
}

/** A line for each case that a run would drive: document, id, title, requests. */
export function caseList(file: string, specs: Specs, asked: Planning, json: boolean): string {
  const plans = byName(plansFor(specs, profileToPlan(file, specs, process.env), asked));
  const cases = plans.flatMap(({ spec, cases: own, walks }) =>
    [...own, ...walks.flatMap((walk) => walk.cases)].map(({ id, title, steps }) => ({
      document: spec.name,
      id,
      title,
      requests: requestsPlanned(steps),
    })),
  );
  if (json) return `${JSON.stringify(cases)}\n`;
  const total = cases.reduce((sum, { requests }) => sum + requests, 0);
  const rows = cases.map(({ document, id, title, requests }) => `${document}  ${id}  ${title}, ${plural(requests, 'request')}`);
  return `${[...rows, '', `${plural(cases.length, 'case')}, ${plural(total, 'request')}; nothing was sent`].join('\n')}\n`;
}

function text(
  { name, limits }: Profile,
  plans: readonly DocumentPlan[],
  { clauses, requests, durationMs, credentials, sources, families }: Forecast,
  leftOut: readonly string[],
): string {
  const by = plannedByPurpose(plans);
  const byReason = new Map<string, string[]>();
  // Of a service that the profile does not have there is nothing to tell.
  const own = clauses.filter(({ why }) => why?.endsWith(' is not in the profile') !== true);
  for (const { id, why } of own) if (why !== undefined) byReason.set(why, [...(byReason.get(why) ?? []), id]);
  return [
    `${name}: ${clauses.filter(({ will }) => will).length} of ${plural(own.length, 'clause')} can be judged, in about ${requests} requests and ${(durationMs / 1000).toFixed(1)} s`,
    `requests: ${by.tour} tour, ${by.readBack} read-back, ${by.probes} probes, ${by.pagination} pagination, ${by.walks} walks`,
    `budget: ${budgetText(limits)}`,
    ...leftOut,
    ...credentials.map(credentialText),
    ...sources.map(sourceText),
    ...plans.map(({ spec, cases, walks }) => `${spec.name}: ${plural(cases.length, 'case')}, ${plural(walks.length, 'walk')}`),
    ...families.map(familyText),
    ...[...byReason]
      .toSorted(([why, ids], [otherWhy, others]) => rank(why) - rank(otherWhy) || others.length - ids.length)
      .flatMap(([why, ids]) => ['', `${ids.length} cannot: ${why}${editText(why)}`, ...someOf(ids).map((line) => `  ${line}`)]),
    '',
  ].join('\n');
}

/** What can be filled in comes first, then features that are not claimed. */
function rank(why: string): number {
  return why.endsWith(' is not claimed') ? 1 : 0;
}

const MOST_SHOWN = 4;

function someOf(ids: readonly string[]): readonly string[] {
  return ids.length <= MOST_SHOWN + 1 ? ids : [...ids.slice(0, MOST_SHOWN), `and ${ids.length - MOST_SHOWN} more; --json has them all`];
}

function familyText({ name, places, planned, notExercisable }: Forecast['families'][number]): string {
  const lacking = [...new Set(notExercisable.map(({ lacks }) => lacks))];
  return `${name}: ${planned} of ${plural(places, 'place')}${lacking.length === 0 ? '' : `; ${notExercisable.length} not exercisable: ${someOf(lacking).join('; ')}`}`;
}

function credentialText({ key, operations }: Forecast['credentials'][number]): string {
  if (operations.length === 0) return `${key}: shown to no planned operation`;
  return `${key}: ${operations.length <= MOST_SHOWN ? operations.join(', ') : plural(operations.length, 'operation')}`;
}

/** What a source of provider states is asked for, in words. */
export function sourceText({ key, source, uses, spends, cost }: Forecast['sources'][number]): string {
  const price =
    spends > 0 ? `${plural(spends, 'account')} spent` : cost > 0 ? `at a cost of about ${plural(cost, 'request')}` : 'none spent';
  return `${key}: ${plural(uses, 'provider state')} from ${source}, ${price}`;
}
