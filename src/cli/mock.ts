import type { Command } from 'commander';
import { startMock } from '../mock/kit/start-mock.ts';
import { choiceTables, readChoices, presets } from '../mock/kit/choice-settings.ts';
import { createRealClock } from '../mock/kit/clock.ts';
import { documentNames } from '../mock/kit/documents.ts';
import { limiterKinds, type LimiterSettings } from '../mock/kit/limiter.ts';
import { loadSpecs } from '../model/load.ts';
import type { FixturesFile } from '../model/types.ts';
import { readYamlFile } from '../model/yaml-file.ts';
import { limiterSettings, wholeNumber } from './arguments.ts';
import { UsageError } from './fail.ts';
import { chosenFaults } from './faults.ts';
import { helpText } from './help.ts';
import { interruption } from './end-process.ts';
import { writeResult } from './output.ts';
import { repeatable } from './flags.ts';
import { defined } from '../model/defined.ts';

interface MockFlags {
  readonly port: number;
  readonly controlPort: number;
  readonly fault?: readonly string[];
  readonly preset?: string;
  readonly choice?: readonly string[];
  readonly fixtures?: string;
  readonly clock: string;
  readonly limiter?: LimiterSettings;
  readonly seed: number;
}

export function mockCommand(command: Command): Command {
  return command
    .option('--port <n>', 'port of the first service, followed by the others; 0 picks free ports', wholeNumber(0, 65_533), 0)
    .option('--control-port <n>', 'port of the control plane; 0 picks a free port', wholeNumber(0, 65_535), 0)
    .option('--fault <id>', 'inject this fault (repeatable)', repeatable(String))
    .option('--preset <name>', 'set of choices, such as client-libraries; --choice overrides it')
    .option('--choice <document.name=value>', 'value for unspecified behaviour (repeatable)', repeatable(String))
    .option('--fixtures <file>', 'YAML file of users, groups and resources to start with, with their ids')
    .option('--clock <virtual|real>', 'virtual: advances only through the control plane', 'real')
    .option(
      '--limiter <kind:limit=N,period=S>',
      `rate limiter: ${limiterKinds.join(', ')}; limit in requests, period in seconds`,
      limiterSettings,
    )
    .option('--seed <n>', 'random seed of identifiers', wholeNumber(0), 1)
    .addHelpText(
      'after',
      helpText({
        notes: [
          'The mock server listens on 127.0.0.1 only. When ready, it prints one JSON line: {"services": {"privileged-access": URL, …}, "control": URL}. Ctrl-C stops it. The control plane sets up provider states, performs acts, moves the clock, injects faults and returns events.',
          'Clients differ in what they expect of unspecified behaviour: --preset selects the values for a kind of client, --choice sets a single value. Presets:',
          presetLines(),
          'Choices, default value first:',
          choiceLines(),
        ],
        examples: [
          ['assay mock', 'start on free ports'],
          ['assay mock --port 8080 --control-port 8090', 'serve privileged-access on 8080, authentication on 8081, governance on 8082'],
          [
            'assay mock --clock virtual --limiter token-bucket:limit=60,period=10',
            'use a virtual clock and a limit of 60 requests per 10 seconds',
          ],
          ['assay mock --preset client-libraries', 'behave as published client libraries expect'],
          ['assay mock --choice authentication.factorsKey=factors', 'serve a client that reads _embedded.factors'],
          ['assay mock --fixtures fixtures.yaml', 'start with your own users, groups and resources'],
          ['assay mock --fault authn-refused-with-other-summary', 'inject a fault to test your client'],
        ],
        exitCodes: { 0: 'stopped by Ctrl-C', 2: 'invalid command, or a port in use', 4: 'Assay itself failed' },
        next: ['assay states', 'assay faults', 'assay load', 'develop-against-the-mock'],
      }),
    )
    .action(mock);
}

/** A line for each preset, with what it is for. */
function presetLines(): string {
  return Object.entries(presets)
    .map(([name, { about }]) => `  ${name}: ${about}`)
    .join('\n');
}

/** A line for each choice, with its values. */
function choiceLines(): string {
  return Object.entries(choiceTables)
    .flatMap(([document, table]) => Object.entries(table).map(([name, values]) => `  ${document}.${name}=${values.join('|')}`))
    .join('\n');
}

async function mock({ port, controlPort, fault, preset, choice, fixtures, clock, limiter, seed }: MockFlags): Promise<void> {
  if (clock !== 'real' && clock !== 'virtual') throw new UsageError('value-unknown', `--clock ${clock}: expected virtual or real`);
  const { documents } = loadSpecs();
  const at = (name: string): number => (port === 0 ? 0 : port + (documents[name]?.document.portOffset ?? 0));
  const running = await startMock({
    seed,
    faults: chosenFaults(fault),
    choices: readChoices(choice ?? []),
    ports: { ...Object.fromEntries(documentNames.map((name) => [name, at(name)])), control: controlPort },
    ...defined({ limiter, preset, fixtures: fixtures === undefined ? undefined : readYamlFile<FixturesFile>(fixtures, 'fixtures') }),
    ...(clock === 'real' ? { clock: createRealClock() } : {}),
  });
  writeResult(`${JSON.stringify({ services: running.services, control: running.control })}\n`);
  interruption('closing').addEventListener('abort', () => void running.close(), { once: true });
}
