import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { stateImage } from '../src/report/page/state-diagram.ts';
import type { Report } from '../src/model/types.ts';

const FAULT = 'authn-expired-password-accepted';
const MACHINE = 'authentication-transaction';

/** Draws the picture of README.md: the state table of authentication, as a run with one defect has seen it. */
export async function picture(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'assay-picture-'));
  try {
    const folder = join(scratch, 'run');
    const flags = ['run', '--document', 'authentication', '--fault', FAULT, '--out', folder];
    const { status } = spawnSync(process.execPath, ['dist/src/cli/main.js', ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 1) throw new Error(`expected a run with a defect to end with exit code 1, found ${status ?? 'none'}`);
    const report: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    const rows = report.transitions.filter(({ machine }) => machine === MACHINE);
    await writeFile('docs/state-table.svg', stateImage(MACHINE, rows));
    const failed = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    console.log(`${rows.length} transitions drawn, ${failed.length} red: ${failed.join(', ')}`);
  } finally {
    await rm(scratch, { recursive: true });
  }
}
