import type { DocumentSpec } from '../types.ts';
import { stepExpectationOf } from './step-expectation.ts';
import { ofExpectation } from './from-expectation.ts';
import { inOrder } from './in-order.ts';
import { selectorName } from './names.ts';
import { machineOf } from './step-answers.ts';
import type { AnswerSelector, Draft } from './wire-fault.ts';

/** Every step of the probes. */
export function probeFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.probes.probes.flatMap(({ steps }) =>
    inOrder(
      spec,
      steps.map((step) => stepExpectationOf(spec, step)),
    ),
  );
}

/** Every answer that an operation must not give to values that it does not foresee. */
export function improperFaults(spec: DocumentSpec): readonly Draft[] {
  return spec.endpoints.operations.flatMap(({ id, improper = [] }) =>
    improper.flatMap(({ expect }) => ofExpectation(spec, machineOf(spec, id), { operation: id }, expect).map(asServed)),
  );
}

/** What is demanded of an answer that serves such a value: one that refused it serves it, and is not like that. */
function asServed(draft: Draft): Draft {
  if (draft.where.statuses?.join() !== '2xx' || draft.path?.[0] !== 'body') return draft;
  const where: AnswerSelector = { ...draft.where, statuses: ['4xx'] };
  return { ...draft, what: selectorName(where), where, edits: [{ do: 'set', path: ['status'], value: 200 }, ...draft.edits] };
}
