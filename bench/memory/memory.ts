import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import type { WalkMemory, WalkOrder } from './measure-walk.ts';

const KILOBYTE = 1024;

/** Peak memory of walking through lists, each list in a process of its own and the mock in another. */
export async function memory({ groups: sizes }: { groups: readonly number[] }): Promise<void> {
  const mock = await startMock({ seed: 1 });
  try {
    console.log('groups   requests   trace   peak when ready   after the walk   after judging');
    for (const groups of sizes) {
      const { services, control } = mock;
      const found = await inOwnProcess({ groups, mock: { services, control } });
      const { requests, traceBytes, failed, ready, driven, judged } = found;
      console.log(
        [groups, requests, megabytes(traceBytes), megabytes(ready), megabytes(driven), megabytes(judged)]
          .map((cell, column) => String(cell).padStart([6, 10, 8, 17, 16, 15][column] ?? 0))
          .join(' '),
      );
      if (failed > 0) process.exitCode = 1;
    }
  } finally {
    await mock.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;
}

function inOwnProcess(order: WalkOrder): Promise<WalkMemory> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./walk-process.js', import.meta.url)), [JSON.stringify(order)]);
    let found: WalkMemory | undefined;
    child.on('message', (message: WalkMemory) => {
      found = message;
      child.disconnect();
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (found === undefined) reject(new Error(`the walk over ${order.groups} groups ended with code ${code} and no figure`));
      else resolve(found);
    });
  });
}
