import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { withFigures } from './figures.ts';
import type { Figure } from './figures.ts';
import { MEASUREMENTS } from './measurements.ts';
import type { Measurement } from './measurements.ts';

// Measures, and writes what comes of it into the table of README.md: all, or the measurements that are named.
// npm run figures -- run qualify
const README = 'README.md';
const named = process.argv.slice(2);
const unknown = named.filter((name) => !MEASUREMENTS.some((one) => one.name === name));
if (unknown.length > 0) {
  console.error(`no measurement is called ${unknown.join(', ')}: there are ${MEASUREMENTS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
for (const measurement of MEASUREMENTS.filter(({ name }) => named.length === 0 || named.includes(name))) {
  console.error(`${measurement.name}: ${measurement.command}`);
  const figures = await measure(measurement);
  await writeFile(README, withFigures(await readFile(README, 'utf8'), figures));
  for (const { what, figure } of figures) console.log(`${what}: ${figure}`);
}

/** A command that fails has no figure: nothing is written. */
async function measure({ command, rows }: Measurement): Promise<readonly Figure[]> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const output = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`'${command}' ended with exit code ${code}: put right what it says, then measure again`);
  return rows.map(({ what, figure }) => ({ what, figure: figure(output), command }));
}
