import { expect, test } from 'vitest';
import { draw } from '../support/draw.ts';
import { commandRunner } from './commands.ts';
import { COMMAND_MISTAKES } from './mistakes-commands.ts';
import { PROFILE_MISTAKES } from './mistakes-profile.ts';
import { holdMistakes, testFolder } from './mistakes.ts';

holdMistakes(draw(150, [...COMMAND_MISTAKES, ...PROFILE_MISTAKES], ({ args: [command = ''] }) => command));

const run = commandRunner();

test('beside --json, an error is one object on standard output', async () => {
  const { code, stdout, errorCode } = await run(testFolder(), ['plan', '--target', 'nope.yaml', '--json']);
  expect([code, errorCode, JSON.parse(stdout)]).toEqual([
    2,
    'target-missing',
    { error: { code: 'target-missing', message: expect.stringContaining('--target nope.yaml: there is no such file'), exitCode: 2 } },
  ]);
});
