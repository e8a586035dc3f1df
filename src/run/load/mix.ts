import { documentOf } from '../../model/document-of.ts';
import type { DocumentName } from '../../model/types.ts';
import { CaseRunner, caseScope } from '../../drive/case-runner.ts';
import type { Drive } from '../../drive/drive.ts';
import { SAMPLES } from '../../judge/under-load/own-judge.ts';
import type { Block } from '../../drive/blocked.ts';
import type { ReadyStep } from '../../drive/plan-step.ts';
import { prepareRequest, type PreparedRequest } from '../../load/engine/prepared-request.ts';
import type { LoadRequest } from '../../load/verify.ts';
import type { HttpResponse } from '../../drive/transport.ts';
import { mixCase, recipesOf, type MixRecipe } from '../../model/load-mix.ts';
import { refusedFor, release } from './subjects.ts';

/** A request of the mix: what it is in the trace, and its bytes. */
export interface MixedRequest extends LoadRequest {
  /** operation and example */
  readonly name: string;
  readonly prepared: PreparedRequest;
  readonly running: CaseRunner;
  /** with credentials of now, where those that it was made with may have expired. Undefined where none can be had. */
  readonly renewed: () => Promise<MixedRequest | undefined>;
}

export interface LeftOut extends Block {
  readonly name: string;
}

export interface Mix {
  readonly requests: readonly MixedRequest[];
  /** what could have been sent, and why it is not */
  readonly leftOut: readonly LeftOut[];
  /** takes the provider states down again */
  readonly release: () => Promise<void>;
}

export const LOAD_ROW = 'load';

/**
 * The mix of a document, with provider states, tokens and transactions of its own. Each is sent twice, on record: what is not answered
 * alike both times cannot be sent in thousands.
 */
export async function openMix(drive: Drive, document: DocumentName): Promise<Mix> {
  const spec = documentOf(drive.specs, document);
  const runnings: CaseRunner[] = [];
  const requests: MixedRequest[] = [];
  const leftOut: LeftOut[] = [];
  const close = async (): Promise<void> => {
    for (const running of runnings.toReversed()) await release(running);
  };
  try {
    for (const recipe of recipesOf(spec)) {
      if (drive.signal.aborted) break;
      const running = begin(drive, document, recipe.name);
      runnings.push(running);
      const made = await make(running, recipe);
      if ('because' in made) leftOut.push({ name: recipe.name, ...made });
      else requests.push(made);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { requests, leftOut, release: close };
}

/** A case of its own: what was provided for one request is nobody else's. */
function begin(drive: Drive, document: DocumentName, name: string): CaseRunner {
  const id = mixCase(name);
  const planned = { id, document, kind: 'load', title: name, given: [], steps: [] } as const;
  drive.trace.append({ type: 'case', case: id, document, kind: 'load', title: `${name}, sent again and again` });
  return new CaseRunner(drive, planned, caseScope(drive, { id, document }));
}

async function make(running: CaseRunner, recipe: MixRecipe): Promise<MixedRequest | Block> {
  const { name, given, prepare, step } = recipe;
  const at = { step, place: { row: LOAD_ROW, at: name }, purpose: 'load' as const };
  let made: MixedRequest | undefined;
  const block = await running.blocking(async () => {
    for (const one of given) {
      const missing = await running.provide(one);
      if (missing !== undefined) return missing;
    }
    for (const one of prepare) {
      const missed = await running.send({ ...at, step: one, place: { row: LOAD_ROW, at: `prepare/${name}` } });
      if (missed !== undefined) return missed;
    }
    const locked = await running.obtainCredential(at);
    if (locked !== undefined) return locked;
    const request = mixed(running, recipe, running.request(at));
    const answers: (HttpResponse | undefined)[] = [];
    for (let time = 0; time < SAMPLES; time++) answers.push(await answerTo(running, request));
    const statuses = answers.map((answer) => answer?.status);
    if (answers.every((answer) => answer !== undefined && answer.status < 400 && answer.status === statuses[0])) {
      made = { ...request, samples: answers.filter((answer) => answer !== undefined) };
      return undefined;
    }
    const told = statuses.map((status) => (status === undefined ? 'not at all' : `with status ${status}`));
    return { because: `answered ${told.join(', then ')}`, blame: statuses.includes(undefined) ? 'network' : 'target' };
  });
  return made ?? refusedFor(running, block ?? { because: 'it cannot be made', blame: 'harness' });
}

function mixed(running: CaseRunner, recipe: MixRecipe, { head, request, args }: ReadyStep): MixedRequest {
  const { name, step } = recipe;
  return {
    name,
    head,
    request,
    prepared: prepareRequest(request),
    running,
    samples: [],
    own: { recipe, lookup: running.scope.lookup, values: leavesOf([args, ...running.scope.provided().map(({ data }) => data)]) },
    renewed: async () => {
      const at = { step, place: { row: LOAD_ROW, at: name }, purpose: 'load' as const };
      running.scope.credentials.clear();
      if ((await running.obtainCredential(at)) !== undefined) return undefined;
      return mixed(running, recipe, running.request(at));
    },
  };
}

function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

async function answerTo(running: CaseRunner, { head, request }: MixedRequest): Promise<HttpResponse | undefined> {
  const { response } = await running.drive.exchanger.exchange(head, request, { comes: running.learner(head.operation) });
  return response;
}
