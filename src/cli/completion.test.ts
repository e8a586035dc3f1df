import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { wholeProgram } from '../../test/support/whole-program.ts';
import { withThoseBelow } from '../../test/support/help-text.ts';
import { completionScript } from './completion.ts';

const program = await wholeProgram();
const bash = completionScript('bash', program);

test.each(['bash', 'zsh', 'fish'])('%s: the script has every command and every flag', (shell) => {
  const script = completionScript(shell, program);
  const commands = withThoseBelow(program);
  const names = commands.map((command) => command.name());
  const flags = commands.flatMap(({ options }) => options.map(({ long }) => (shell === 'fish' ? `-l ${long?.slice(2)}` : `${long}`)));
  expect(flags.length).toBeGreaterThan(100);
  expect([...names, ...flags].filter((text) => !new RegExp(`(?<![\\w-])${text}(?![\\w-])`).test(script))).toEqual([]);
});

test.each([
  ['the commands that begin so', ['re'], ['report']],
  ['the commands below one', ['load', 's'], ['saturate', 'soak']],
  ['the flags of a command, behind a value', ['run', '--out', 'load', '--re'], ['--reporter', '--repeat', '--replay']],
  ['the flags of a command below another', ['load', 'ramp', '--st'], ['--step', '--stages']],
  ['the values of an argument', ['completion', ''], ['bash', 'zsh', 'fish']],
  ['files, where none of these fits', ['run', '--target', ''], []],
])('bash completes %s', (_what, typed, expected) => {
  const words = ['assay', ...typed].map((word) => `'${word}'`).join(' ');
  const line = `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _assay; echo "\${COMPREPLY[*]}"`;
  const completed = execFileSync('bash', ['-c', `${bash}\n${line}`], { encoding: 'utf8' });
  expect(completed.split(/\s+/).filter((word) => word !== '')).toEqual(expected);
});
