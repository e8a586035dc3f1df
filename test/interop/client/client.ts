import { npmTools } from '../workplace.ts';
import type { JobResult, Workplace } from '../workplace.ts';
import { activationScenarios } from './activation.ts';
import { atOnceScenarios } from './at-once.ts';
import { beyondScenarios } from './beyond.ts';
import { enrollmentScenarios } from './enrollment.ts';
import { CLIENT_PACKAGE, loadClient } from './library.ts';
import { openTheatre } from './performance.ts';
import { passwordScenarios } from './passwords.ts';
import type { Scenario } from './scenario.ts';
import { signInScenarios } from './sign-in.ts';
import { stepUpScenarios } from './step-up.ts';
import { table } from './table.ts';
import { verificationScenarios } from './verification.ts';

const SCENARIOS: readonly Scenario[] = [
  ...signInScenarios,
  ...passwordScenarios,
  ...verificationScenarios,
  ...enrollmentScenarios,
  ...activationScenarios,
  ...stepUpScenarios,
  ...atOnceScenarios,
  ...beyondScenarios,
];

/**
 * A client that is in use, through the flows of the authentication document against the mock. What it sees must be what the scenario says,
 * and must be something else once the scenario's fault is switched on.
 */
export async function client(place: Workplace): Promise<JobResult> {
  const tools = await npmTools(place, 'client', [CLIENT_PACKAGE]);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const theatre = openTheatre(place, await loadClient(tools.folder));
  const rows: string[][] = [['scenario', 'result', 'fault noticed', 'by the document', 'mock']];
  const broken: string[] = [];
  let [passed, plays, noticed, proven] = [0, 0, 0, 0];
  try {
    for (const scenario of SCENARIOS) {
      const { name, basis } = scenario;
      const performance = await theatre.perform(scenario);
      plays += performance.plays;
      if (performance.wrong.length === 0) passed += 1;
      if (performance.noticed !== undefined) proven += 1;
      if (performance.noticed === true) noticed += 1;
      broken.push(...performance.wrong.map((why) => `${name}: ${why}`));
      const result = performance.wrong.length === 0 ? 'passed' : 'FAILED';
      rows.push([name, result, outcomeText(performance.noticed), basis, performance.settings]);
    }
  } finally {
    theatre.close();
  }
  const figures = [
    `${SCENARIOS.length} scenarios run, ${passed} passed`,
    `${plays} plays in ${theatre.settings()} settings of the mock`,
    `${noticed} of ${proven} faults noticed`,
  ];
  return { kind: 'done', table: table(rows), figures: `${CLIENT_PACKAGE}: ${figures.join('; ')}`, broken };
}

function outcomeText(noticed: boolean | undefined): string {
  return noticed === undefined ? 'none applies' : noticed ? 'yes' : 'NO';
}
