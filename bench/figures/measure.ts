import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { withFigures } from './figures.ts';
import type { Figure } from './figures.ts';
import { MEASUREMENTS } from './measurements.ts';
import type { Measurement } from './measurements.ts';

const PAGE = 'docs/measurements.md';

/**
 * Measures, and writes what comes of it into the table of docs/measurements.md: all, or the measurements that are named. `seeds=FILE` takes what the
 * command printed from a file: it need not run again.
 */
export async function figures(asked: readonly string[]): Promise<void> {
  const named = new Map(
    asked.map((argument) => {
      const [name = '', file] = argument.split('=');
      return [name, file];
    }),
  );
  const unknown = [...named.keys()].filter((name) => !MEASUREMENTS.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new RangeError(`no measurement is called ${unknown.join(', ')}. Known: ${MEASUREMENTS.map(({ name }) => name).join(', ')}`);
  for (const measurement of MEASUREMENTS.filter(({ name }) => named.size === 0 || named.has(name))) {
    console.error(`${measurement.name}: ${measurement.command}`);
    const file = named.get(measurement.name);
    const measured = await measure(measurement, file);
    await writeFile(PAGE, withFigures(await readFile(PAGE, 'utf8'), measured));
    for (const { what, figure } of measured) console.log(`${what}: ${figure}`);
  }
}

/** A command that fails has no figure: nothing is written. */
async function outputOf({ command }: Measurement): Promise<string> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const output = await text(child.stdout);
  const code = await ended;
  if (code !== 0) throw new Error(`'${command}' ended with exit code ${code}: put right what it says, then measure again`);
  return output;
}

async function measure(measurement: Measurement, file: string | undefined): Promise<readonly Figure[]> {
  const started = performance.now();
  const output = file === undefined ? await outputOf(measurement) : await readFile(file, 'utf8');
  const tookMs = file === undefined ? performance.now() - started : undefined;
  return measurement.rows.map(({ what, figure }) => ({ what, figure: figure(output, tookMs), command: measurement.command }));
}
