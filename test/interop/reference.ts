import { join } from 'node:path';
import { startSecondDeployment } from '../reference-server/start.ts';
import type { Workplace } from './workplace.ts';

/** The profile of the reference server: a deployment that takes another way wherever the documents leave a choice. */
export function referenceProfile({ root }: Workplace): string {
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
