import type { DocumentName, Step } from '../../model/types.ts';
import { CaseRunner } from '../../drive/case-runner.ts';
import type { Drive } from '../../drive/drive.ts';
import type { Exchanged } from '../../drive/exchanger.ts';

/** Begins the preflight of one service, on record. */
export function beginService(drive: Drive, document: DocumentName): CaseRunner {
  const id = `preflight/${document}`;
  const title = 'can the service be judged with this profile?';
  drive.trace.append({ type: 'case', case: id, document, kind: 'preflight', title });
  return new CaseRunner(drive, { id, document, kind: 'preflight', title, given: [], steps: [] });
}

/** Sends one step of the preflight. Throws what planStep throws. */
export async function ask(running: CaseRunner, step: Step, at: string): Promise<Exchanged> {
  const { drive, planned } = running;
  const { head, request } = running.request({ step, place: { row: planned.id, at }, purpose: 'preflight' });
  return drive.exchanger.exchange(head, request, { comes: running.learner(head.operation) });
}
