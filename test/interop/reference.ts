import { join } from 'node:path';
import { startSecondDeployment } from '../reference-server/start.ts';
import { startFront } from './front.ts';
import type { Exchange, Front, FrontOptions } from './front.ts';
import type { Workplace } from './workplace.ts';

/** The profile of the reference server: a deployment that takes another way wherever the documents leave a choice. */
export function referenceProfile({ root }: Pick<Workplace, 'root'>): string {
  return join(root, 'test', 'reference-server', 'profile.yaml');
}

/** Does something while the reference server runs, with its addresses and credentials in the environment. */
export async function withReference<T>(place: Workplace, work: (place: Workplace) => Promise<T>): Promise<T> {
  const { environment, close } = await startSecondDeployment();
  try {
    return await work({ ...place, env: { ...place.env, ...environment } });
  } finally {
    await close();
  }
}

/** The same behind a front that records the exchanges with its services. */
export async function withRecordedReference<T>(
  place: Workplace,
  options: FrontOptions,
  work: (place: Workplace, exchanges: readonly Exchange[]) => Promise<T>,
): Promise<T> {
  const fronts: Front[] = [];
  const { environment, close } = await startSecondDeployment(async (origin) => {
    const front = await startFront(origin, options);
    fronts.push(front);
    return front.origin;
  });
  try {
    return await work({ ...place, env: { ...place.env, ...environment } }, fronts[0]?.exchanges ?? []);
  } finally {
    for (const front of fronts) front.close();
    await close();
  }
}
