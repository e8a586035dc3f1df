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
    .option('--port <n>', 'port of the first service, the others follow; free ones where omitted', wholeNumber(0, 65_533), 0)
    .option('--control-port <n>', 'port of the control plane; a free one where omitted', wholeNumber(0, 65_535), 0)
    .option('--fault <id>', 'switch this fault on (repeatable)', repeatable(String))
    .option('--preset <name>', 'choices that go together, such as client-libraries; a --choice overrides it')
    .option('--choice <document.name=value>', 'answer so where the document leaves it open (repeatable)', repeatable(String))
    .option('--fixtures <file>', 'hold these users, groups and resources from the start, with their ids')
    .option('--clock <virtual|real>', 'virtual: stands still until it is turned', 'real')
    .option(
      '--limiter <kind:limit=N,period=S>',
      `rate limit: ${limiterKinds.join(', ')}; limit in requests, period in seconds`,
      limiterSettings,
    )
    .option('--seed <n>', 'of identifiers', wholeNumber(0), 1)
    .addHelpText(
      'after',
      helpText({
        notes: [
          'When ready it prints one JSON line: {"services": {"privileged-access": URL, …}, "control": URL}. Ctrl-C ends it. It listens on 127.0.0.1 alone. The control plane sets up provider states, does acts, turns the clock, switches faults and tells events.',
          'Clients differ in what they expect where the documents are silent: --preset takes what a kind of client expects, --choice what yours does. The presets:',
          presetLines(),
          'And all choices, the value without --preset and --choice first:',
          choiceLines(),
        ],
        examples: [
          ['assay mock', 'on free ports'],
          ['assay mock --port 8080 --control-port 8090', 'privileged-access on 8080, authentication on 8081, governance on 8082'],
          [
            'assay mock --clock virtual --limiter token-bucket:limit=60,period=10',
            'time stands still until it is turned; 60 requests in 10 seconds',
          ],
          ['assay mock --preset client-libraries', 'for published client libraries'],
          ['assay mock --choice authentication.factorsKey=factors', 'for a client that reads _embedded.factors'],
          ['assay mock --fixtures fixtures.yaml', 'with users, groups and resources of your own'],
          ['assay mock --fault authn-refused-with-other-summary', 'with a defect: does your client notice?'],
        ],
        exitCodes: { 0: 'ended by Ctrl-C', 2: 'a mistake, or a port that is in use', 4: 'the harness itself failed' },
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
