import type { Case } from '../plan/case.ts';
import type { Block } from './block.ts';
import { beginCase } from './case-run.ts';
import type { Drive } from './drive.ts';

/** How a case went, for progress; verdicts come from the trace alone. */
export interface Driven {
  readonly sent: number;
  readonly blocked: Block | undefined;
}

/** Drives one case from fresh provider states, appending everything that happens to the trace. */
export async function executeCase(drive: Drive, planned: Case): Promise<Driven> {
  const before = drive.exchanger.nextSeq();
  const run = await beginCase(drive, planned);
  while (await run.next());
  return { blocked: await run.end(), sent: drive.exchanger.nextSeq() - before };
}
