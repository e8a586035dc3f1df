import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

/** Types the commands into one bash, one after the other: what each ended with, and all that was said. */
export async function inBash(
  folder: string,
  commands: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly codes: readonly number[]; readonly said: string }> {
  const script = commands.map((typed) => `${typed}\necho "$?" >> .codes\n`).join('');
  const bin = join(inject('installation').folder, 'node_modules', '.bin');
  // A group of its own, so that what it leaves in the background ends with the test.
  const shell = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { ...environment, PATH: [bin, process.env['PATH']].join(delimiter), HOME: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => endGroup(shell.pid));
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise((resolve) => {
    shell.once('close', resolve);
  });
  const codes = readFileSync(join(folder, '.codes'), 'utf8').trim().split('\n').map(Number);
  return { codes, said };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Everything of it has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
