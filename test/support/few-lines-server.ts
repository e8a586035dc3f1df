import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

/** What a newcomer may test first, on a free port: its address. */
export async function fewLinesServer(): Promise<string> {
  const file = join(PACKAGE_ROOT, 'examples', 'own-server', 'server.mjs');
  const child = spawn(process.execPath, [file], { env: { PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  let said = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    said += String(part);
    if (said.endsWith('\n')) return said.trim();
  }
  throw new Error(`${file}: expected its address, found '${said}'`);
}
