import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

const HOSTILE =
  '\u001b]8;;https://outside.example.test\u0007x\u001b[2J\r\u202e\u009b ::error::a ##[add-mask]b ##vso[task.complete]c\n::stop-commands::d';

const STEERS = /(?!\n)[\p{Cc}\p{Cf}]|::[A-Za-z]|##[\w-]*\[/u;

function assay(args: readonly string[], cwd: string): string {
  const env = { PATH: process.env['PATH'], GITHUB_ACTIONS: 'true' };
  const { stdout, stderr } = spawnSync(process.execPath, [join(PACKAGE_ROOT, 'dist/src/cli/main.js'), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

test('what is typed, what a file is called and what it holds steers neither a terminal nor a CI', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'profile.yaml'), JSON.stringify({ name: HOSTILE, [HOSTILE]: HOSTILE }));
  writeFileSync(join(folder, 'broken.yaml'), `services: [${HOSTILE}`);
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'run', 'trace.ndjson'), `${JSON.stringify({ type: HOSTILE })}\n`);
  writeFileSync(join(folder, 'run', 'run.lock.json'), JSON.stringify({ [HOSTILE]: 1 }));
  writeFileSync(join(folder, 'run', 'report.json'), JSON.stringify({ [HOSTILE]: 1 }));
  const commands: readonly (readonly string[])[] = [
    [HOSTILE],
    [`--${HOSTILE}`],
    ['explain', HOSTILE],
    ['states', HOSTILE],
    ['run', '--clause', HOSTILE],
    ['run', '--target', HOSTILE],
    ['run', '--target', 'profile.yaml'],
    ['run', '--target', 'broken.yaml'],
    ['plan', '--target', 'profile.yaml'],
    ['report', 'run'],
    ['report', HOSTILE],
    ['diff', 'run', 'run'],
    ['trend', 'run', '--json'],
    ['verify', 'run', '--json'],
    ['merge', 'run', HOSTILE],
    ['run', '--replay', HOSTILE],
  ];
  const said = commands.map((command) => assay(command, folder));
  expect(said.map((text) => STEERS.exec(text)?.[0] ?? '')).toEqual(commands.map(() => ''));
  expect(said.filter((text) => text === '')).toEqual([]);
});

test('nothing in a command writes past the sanitiser', () => {
  const sources = join(PACKAGE_ROOT, 'src/cli');
  const writers = readdirSync(sources).filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.endsWith('.test.ts') &&
      /std(?:out|err)\.write\(|console\./.test(readFileSync(join(sources, name), 'utf8')),
  );
  // An annotation is a command that is meant; the end of a process writes nothing; before Node could load a file there is no sanitiser.
  expect(writers).toEqual(['end-process.ts', 'main.ts', 'output.ts', 'tell-report.ts']);
});
