import { isDeepStrictEqual } from 'node:util';
import { put, startMock } from '../mock.ts';
import type { MockProcess } from '../mock.ts';
import type { Workplace } from '../workplace.ts';
import type { ClientKind } from './library.ts';
import type { Scenario } from './scenario.ts';
import { createStage } from './stage.ts';
import type { Stage } from './stage.ts';

/** Longer than the client's own waiting after a 429. */
const LONGEST_MS = 20_000;

/** What the mock is started with for published clients. */
export const PRESET = 'client-libraries';

/** Choices over the preset that make no difference to what is seen: this client takes both. */
const OTHERWISE = [
  'factorsKey=factor',
  'challengedFactor=in-array',
  'errorSummary=loose',
  'expiresAt=fixed',
  'unfitDeviceToken=refused',
  'rateLimitHeaders=on-429',
  'crossOrigin=not-allowed',
];

/** How a scenario went: in how many settings of the mock it was played, and whether its fault was noticed, where it has one. */
export interface Performance {
  readonly plays: number;
  readonly noticed: boolean | undefined;
  readonly settings: string;
  /** what was not as it should be */
  readonly wrong: readonly string[];
}

/** Where scenarios are played: mocks are started as they are asked for, one for each setting. */
export interface Theatre {
  perform(scenario: Scenario): Promise<Performance>;
  /** settings of the mock so far */
  settings(): number;
  close(): void;
}

/** A theatre for this kind of client. */
export function openTheatre(place: Workplace, kind: ClientKind): Theatre {
  const mocks = new Map<string, MockProcess>();
  const mockWith = async (choices: readonly string[], clock: string): Promise<MockProcess> => {
    const flags = ['--preset', PRESET, '--clock', clock, ...choices.flatMap((choice) => ['--choice', `authentication.${choice}`])];
    const mock = mocks.get(flags.join(' ')) ?? (await startMock(place, flags));
    mocks.set(flags.join(' '), mock);
    return mock;
  };
  const newStage = (mock: MockProcess): Stage => createStage(place, mock, kind);
  return {
    async perform(scenario) {
      const { choices, clock, fault, expected } = scenario;
      const settings = choices === undefined ? [[], OTHERWISE] : [choices];
      const wrong: string[] = [];
      for (const setting of settings) {
        const seen = await play(scenario, newStage(await mockWith(setting, clock ?? 'real')));
        if (isDeepStrictEqual(seen, expected)) continue;
        wrong.push(`${namesOf(setting)}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(seen)}`);
      }
      const mock = await mockWith(choices ?? [], clock ?? 'real');
      const noticed = fault === undefined ? undefined : await notices(scenario, mock, fault, newStage(mock));
      if (noticed === false) wrong.push(`with ${fault} the same is seen`);
      const shown = choices === undefined ? 'the preset alone, and otherwise' : namesOf(choices);
      return { plays: settings.length, noticed, settings: clock === undefined ? shown : `${shown}; ${clock} clock`, wrong };
    },
    settings: () => mocks.size,
    close() {
      for (const mock of mocks.values()) mock.stop();
    },
  };
}

function namesOf(choices: readonly string[]): string {
  return choices.length === 0 ? 'the preset alone' : choices.join(', ');
}

async function notices(scenario: Scenario, { control }: MockProcess, fault: string, stage: Stage): Promise<boolean> {
  await put(`${control}/faults`, { faults: [fault] });
  const seen = await play(scenario, stage);
  await put(`${control}/faults`, { faults: [] });
  return !isDeepStrictEqual(seen, scenario.expected);
}

/** What was seen; an error where something did not come about at all, or did not end in time. */
async function play({ play: run }: Scenario, stage: Stage): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`nothing for ${LONGEST_MS / 1000} s`), LONGEST_MS);
  });
  const seen = run(stage).catch((error: unknown) => `${String(error)}${codeOf(error)}`);
  return Promise.race([seen, late]).finally(() => clearTimeout(timer));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'errorCode' in error ? ` (${String(error.errorCode)})` : '';
}
