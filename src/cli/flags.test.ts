import type { Command, Option } from 'commander';
import { expect, test, vi } from 'vitest';
import { wholeProgram } from '../../test/support/whole-program.ts';
import { isRepeatable } from './flags.ts';
import { withThoseBelow } from '../../test/support/help-text.ts';

/** One of them is a value of each flag that there is. */
const VALUES = ['1', 'junit', 'authentication', '1/2', '1.5', 'p99<1s', 'latency', 'fixed-first', 'quick', 'test/fourth-document/specs'];

interface Flag {
  readonly path: readonly string[];
  readonly option: Option;
}

const flags = withThoseBelow(await wholeProgram()).flatMap((command): readonly Flag[] =>
  command.options.filter(({ required, optional }) => required || optional).map((option) => ({ path: pathOf(command), option })),
);

type FlagValues = Readonly<Record<string, unknown>> | undefined;

/** What commander says of the flags after a command, and what the command would have been given. */
async function parsed(path: readonly string[], args: readonly string[]): Promise<{ readonly said: string; readonly given: FlagValues }> {
  const program = await wholeProgram();
  let said = '';
  let given: FlagValues;
  for (const command of withThoseBelow(program)) {
    command.exitOverride().configureOutput({ writeErr: (text) => void (said += text) });
    if (command.commands.length > 0) continue;
    for (const argument of command.registeredArguments) argument.argOptional();
    for (const option of command.options) option.makeOptionMandatory(false);
    command.action(() => void (given = command.opts()));
  }
  await program.parseAsync([...path, ...args], { from: 'user' }).catch(() => undefined);
  return { said, given };
}

/** A value that the flag takes. */
async function valueFor({ path, option }: Flag): Promise<string> {
  for (const value of VALUES) if ((await parsed(path, [String(option.long), value])).given !== undefined) return value;
  throw new Error(`no value for ${option.flags}: add one to VALUES`);
}

const named = flags.map((flag) => [[...flag.path, flag.option.long].join(' '), flag] as const);
const repeated = named.filter(([, { option }]) => isRepeatable(option));
const single = named.filter(([, { option }]) => !isRepeatable(option));

test.each(repeated)('%s: all of its values are collected', async (_name, flag) => {
  const { path, option } = flag;
  const [long, value] = [String(option.long), await valueFor(flag)];
  const { said, given } = await parsed(path, [long, value, `${long}=${value}`]);
  const collected = Object.values(given ?? {}).filter((one) => Array.isArray(one) && one.length === 2);
  expect({ said, collected: collected.length, help: option.description }).toEqual({
    said: '',
    collected: 1,
    help: expect.stringMatching(/\brepeatable\b/),
  });
});

test.each(single)('%s: a second value is refused', async (_name, flag) => {
  const { path, option } = flag;
  const [long, value] = [String(option.long), await valueFor(flag)];
  expect(await parsed(path, [long, value, `${long}=${value}`])).toEqual({
    said: `assay: option '${option.flags}' argument '${value}' is invalid. Expected one value, found a second beside '${value}'. Leave one of them out.\n`,
    given: undefined,
  });
  expect(option.description).not.toMatch(/\brepeatable\b/);
});

test.each(flags.map((flag) => [[...flag.path, flag.option.long].join(' '), flag] as const))(
  '%s: its value is neither empty nor a flag',
  async (_name, { path, option }) => {
    const long = String(option.long);
    for (const empty of ['', ' ']) expect((await parsed(path, [long, empty])).said).toContain('Expected a value, found an empty one');
    expect((await parsed(path, [long, long])).said).toContain('Expected a value, found a flag');
  },
);

test.each([
  ['1', true],
  ['true', true],
  ['0', undefined],
  ['false', undefined],
  ['', undefined],
])('a flag without a value is %j in the environment: %s', async (text, dryRun) => {
  vi.stubEnv('ASSAY_DRY_RUN', text);
  const { given } = await parsed(['load', 'saturate'], []);
  expect([given !== undefined, given?.['dryRun']]).toEqual([true, dryRun]);
  vi.stubEnv('ASSAY_DRY_RUN', 'perhaps');
  expect((await parsed(['load', 'saturate'], [])).given).toBeUndefined();
  vi.unstubAllEnvs();
});

test('there are flags of both kinds', () => {
  expect([repeated.length > 10, single.length > 30]).toEqual([true, true]);
});

function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}
