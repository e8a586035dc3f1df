import { isDeepStrictEqual } from 'node:util';
import { put, startMock } from '../mock.ts';
import type { MockProcess } from '../mock.ts';
import { npmTools } from '../workplace.ts';
import type { JobResult, Workplace } from '../workplace.ts';
import { activationScenarios } from './activation.ts';
import { atOnceScenarios } from './at-once.ts';
import { beyondScenarios } from './beyond.ts';
import { enrollmentScenarios } from './enrollment.ts';
import { CLIENT_PACKAGE, loadClient } from './library.ts';
import { passwordScenarios } from './passwords.ts';
import type { Scenario } from './scenario.ts';
import { signInScenarios } from './sign-in.ts';
import { createStage } from './stage.ts';
import type { Stage } from './stage.ts';
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

/** Longer than the client's own waiting after a 429. */
const PATIENCE_MS = 20_000;

/**
 * A client that is in use, through the flows of the authentication document against the mock. What it sees must be what the scenario says,
 * and must be something else once the scenario's fault is switched on.
 */
export async function client(place: Workplace): Promise<JobResult> {
  const tools = await npmTools(place, 'client', [CLIENT_PACKAGE]);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const kind = await loadClient(tools.folder);
  const mocks = new Map<string, MockProcess>();
  const rows: string[][] = [['scenario', 'result', 'fault noticed', 'by the document', 'mock']];
  const broken: string[] = [];
  let [passed, noticed] = [0, 0];
  try {
    for (const scenario of SCENARIOS) {
      const { name, basis, flags = [], fault, expected } = scenario;
      const mock = mocks.get(flags.join(' ')) ?? (await startMock(place, flags));
      mocks.set(flags.join(' '), mock);
      const newStage = (): Stage => createStage(place, mock, kind);
      const seen = await play(scenario, newStage());
      const fits = isDeepStrictEqual(seen, expected);
      if (fits) passed += 1;
      else broken.push(`${name}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(seen)}`);
      const sees = fault === undefined ? undefined : await notices(scenario, mock, fault, newStage);
      if (sees === true) noticed += 1;
      if (sees === false) broken.push(`${name}: with ${fault} the same is seen`);
      rows.push([name, fits ? 'passed' : 'FAILED', told(sees), basis, settings(flags)]);
    }
  } finally {
    for (const mock of mocks.values()) mock.stop();
  }
  const proven = SCENARIOS.filter(({ fault }) => fault !== undefined).length;
  return {
    kind: 'done',
    table: table(rows),
    figures: `${CLIENT_PACKAGE}: ${SCENARIOS.length} scenarios run, ${passed} passed; ${noticed} of ${proven} notice their fault; ${mocks.size} settings of the mock`,
    broken,
  };
}

function settings(flags: readonly string[]): string {
  return flags.length === 0
    ? 'by default'
    : flags
        .filter((flag) => flag !== '--choice')
        .join(', ')
        .replaceAll('authentication.', '');
}

function told(sees: boolean | undefined): string {
  return sees === undefined ? 'none applies' : sees ? 'yes' : 'NO';
}

async function notices(scenario: Scenario, mock: MockProcess, fault: string, newStage: () => Stage): Promise<boolean> {
  await put(`${mock.control}/faults`, { faults: [fault] });
  const seen = await play(scenario, newStage());
  await put(`${mock.control}/faults`, { faults: [] });
  return !isDeepStrictEqual(seen, scenario.expected);
}

/** What was seen; an error where something did not come about at all, or did not end in time. */
async function play({ play: run }: Scenario, stage: Stage): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`nothing for ${PATIENCE_MS / 1000} s`), PATIENCE_MS);
  });
  const seen = run(stage).catch((error: unknown) => `${String(error)}${cause(error)}`);
  return Promise.race([seen, late]).finally(() => clearTimeout(timer));
}

function cause(error: unknown): string {
  return typeof error === 'object' && error !== null && 'errorCode' in error ? ` (${String(error.errorCode)})` : '';
}
