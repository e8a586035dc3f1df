import { documentOf } from '../../model/document-of.ts';
import type { DocumentName, Step } from '../../model/types.ts';
import { createCaseScope } from '../../drive/case-scope.ts';
import type { Drive, Running } from '../../drive/drive.ts';
import { planStep } from '../../drive/plan-step.ts';
import { learner } from '../../drive/send.ts';
import type { Exchanged } from '../../drive/exchanger.ts';

/** Begins the preflight of one service, on record. */
export function beginService(drive: Drive, document: DocumentName): Running {
  const spec = documentOf(drive.specs, document);
  const id = `preflight/${document}`;
  const title = 'can the service be judged with this profile?';
  drive.trace.append({ type: 'case', case: id, document, kind: 'preflight', title });
  const surroundings = { credentials: drive.profile.credentials[document] ?? {} };
  const scope = createCaseScope(drive.seed, { id }, surroundings, (name, value) => drive.redactor.learnFields(value, name));
  return { drive, spec, planned: { id, document, kind: 'preflight', title, given: [], steps: [] }, scope };
}

/** Sends one step of the preflight. Throws what planStep throws. */
export async function ask(running: Running, step: Step, at: string): Promise<Exchanged> {
  const { drive, spec, scope, planned } = running;
  const place = { row: planned.id, at };
  const { head, request } = planStep(drive, spec, scope, { step, place, purpose: 'preflight' }, planned.id);
  return drive.exchanger.exchange(head, request, { comes: learner(running, head.operation) });
}
