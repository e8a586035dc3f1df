import { documentOf } from '../../model/document-of.ts';
import type { DocumentName, DocumentSpec } from '../../model/types.ts';
import { createCaseScope } from '../../drive/case-scope.ts';
import type { Drive, Running } from '../../drive/drive.ts';
import { NotPermitted } from '../../drive/blocked.ts';
import { planStep } from '../../drive/plan-step.ts';
import type { ReadyStep } from '../../drive/plan-step.ts';
import { provide } from '../../drive/prepare.ts';
import { learner, obtainCredential, send } from '../../drive/send.ts';
import { prepareRequest } from '../../load/engine/prepared-request.ts';
import type { PreparedRequest } from '../../load/engine/prepared-request.ts';
import type { LoadRequest } from '../../load/verify.ts';
import { BudgetUsedUp } from '../../drive/pacer.ts';
import type { HttpResponse } from '../../drive/transport.ts';
import { UnboundOperation } from '../../plan/request.ts';
import { UnresolvedReference } from '../../plan/scope.ts';
import { RunError } from '../run-error.ts';
import { recipesOf } from './mix-recipes.ts';
import type { MixRecipe } from './mix-recipes.ts';
import { release } from './subjects.ts';

/** A request of the mix: what it is in the trace, and its bytes. */
export interface MixedRequest extends LoadRequest {
  /** operation and example */
  readonly name: string;
  readonly prepared: PreparedRequest;
  readonly running: Running;
  /** how it was answered when it was tried */
  readonly sample: HttpResponse | undefined;
  /** with credentials of now, where those that it was made with may have expired. Undefined where none can be had. */
  readonly renewed: () => Promise<MixedRequest | undefined>;
}

export interface Mix {
  readonly requests: readonly MixedRequest[];
  /** what could have been sent, and why it is not */
  readonly leftOut: readonly { readonly name: string; readonly because: string }[];
  /** takes the provider states down again */
  readonly release: () => Promise<void>;
}

export const LOAD_ROW = 'load';

/**
 * The mix of a document, with provider states, tokens and transactions of its own. Each is sent twice, on record: what is not answered alike both times cannot be sent in thousands. Throws RunError where
 * nothing is left.
 */
export async function openMix(drive: Drive, document: DocumentName, caseId: string): Promise<Mix> {
  const spec = documentOf(drive.specs, document);
  const runnings: Running[] = [];
  const requests: MixedRequest[] = [];
  const leftOut: { name: string; because: string }[] = [];
  const close = async (): Promise<void> => {
    for (const running of runnings.toReversed()) await release(running);
  };
  try {
    for (const recipe of recipesOf(spec)) {
      if (drive.signal.aborted) break;
      const running = begin(drive, spec, caseId, recipe.name);
      runnings.push(running);
      const made = await make(running, recipe);
      if ('because' in made) leftOut.push({ name: recipe.name, because: made.because });
      else requests.push(made);
    }
    if (requests.length === 0 && !drive.signal.aborted)
      throw new RunError(
        'usage',
        `nothing to load ${document} with: ${leftOut.map(({ name, because }) => `${name}: ${because}`).join('; ')}`,
      );
  } catch (error) {
    await close();
    throw error;
  }
  return { requests, leftOut, release: close };
}

function begin(drive: Drive, spec: DocumentSpec, caseId: string, name: string): Running {
  const surroundings = { credentials: drive.profile.credentials[spec.name] ?? {} };
  const scope = createCaseScope(drive.seed, { id: `${caseId}/${name}` }, surroundings, (field, value) =>
    drive.redactor.learnFields(value, field),
  );
  return { drive, spec, planned: { id: caseId, document: spec.name, kind: 'load', title: name, given: [], steps: [] }, scope };
}

async function make(running: Running, recipe: MixRecipe): Promise<MixedRequest | { readonly because: string }> {
  const { name, given, prepare, step } = recipe;
  const at = { step, place: { row: LOAD_ROW, at: name }, purpose: 'load' as const };
  try {
    for (const one of given) {
      const block = await provide(running, one);
      if (block !== undefined) return block;
    }
    for (const one of prepare) {
      const block = await send(running, { ...at, step: one, place: { row: LOAD_ROW, at: `prepare/${name}` } });
      if (block !== undefined) return block;
    }
    const block = await obtainCredential(running, at);
    if (block !== undefined) return block;
    const request = mixed(running, recipe, planStep(running.drive, running.spec, running.scope, at, running.planned.id));
    const answers = [await answerTo(running, request), await answerTo(running, request)];
    const statuses = answers.map((answer) => answer?.status ?? NO_ANSWER);
    return statuses.every((status) => status < 400 && status === statuses[0])
      ? { ...request, sample: answers[1] }
      : {
          because: `answered ${statuses.map((status) => (status === NO_ANSWER ? 'not at all' : `with status ${status}`)).join(', then ')}`,
        };
  } catch (error) {
    const isKnown =
      error instanceof UnboundOperation ||
      error instanceof NotPermitted ||
      error instanceof UnresolvedReference ||
      error instanceof BudgetUsedUp;
    if (!isKnown) throw error;
    return { because: error.message };
  }
}

function mixed(running: Running, recipe: MixRecipe, { head, request }: ReadyStep): MixedRequest {
  const { name, step } = recipe;
  return {
    name,
    head,
    request,
    prepared: prepareRequest(request),
    running,
    sample: undefined,
    renewed: async () => {
      const at = { step, place: { row: LOAD_ROW, at: name }, purpose: 'load' as const };
      running.scope.credentials.clear();
      if ((await obtainCredential(running, at)) !== undefined) return undefined;
      return mixed(running, recipe, planStep(running.drive, running.spec, running.scope, at, running.planned.id));
    },
  };
}

const NO_ANSWER = 999;

async function answerTo(running: Running, { head, request }: MixedRequest): Promise<HttpResponse | undefined> {
  const { response } = await running.drive.exchanger.exchange(head, request, { comes: learner(running, head.operation) });
  return response;
}
