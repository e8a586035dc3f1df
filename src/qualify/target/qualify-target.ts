import { performance } from 'node:perf_hooks';
import type { ProfileFile, Specs } from '../../model/types.ts';
import type { Environment } from '../../profile/credential.ts';
import { countDeployments } from '../../profile/deployments.ts';
import { RunError } from '../../run/run-error.ts';
import { openPool, openThreads, type Pool } from '../pool.ts';
import { drawFaults } from '../draw-faults.ts';
import { aimAt } from './aim.ts';
import type { DeploymentOrder } from './deployment.ts';
import { openOfferedTrials, type TargetResult, type TargetTask } from './offered-trials.ts';
import { targetQualification, type TargetQualification } from './target-qualification.ts';
import type { OfferedTrial } from './try-offered.ts';
import type { Unfaulted } from './unfaulted.ts';

export interface TargetOptions {
  readonly env: Environment;
  /** ids of faults; `**` crosses dots. All where omitted */
  readonly fault?: string;
  /** so many of them, drawn by the seed */
  readonly sample?: number;
  readonly seed: number;
  readonly walks: number;
  /** faults tried at a time, each on a deployment of its own */
  readonly jobs: number;
  /** ends it after the cases or faults that are under way */
  readonly signal: AbortSignal;
  readonly onNotice: (notice: string) => void;
  readonly onUnfaulted: (requests: number, faults: number) => void;
  readonly onProgress: (done: number, total: number, trial: OfferedTrial) => void;
}

/** Judges the suite by the faults that a deployment can switch on itself, over HTTP. Throws SpecError, RunError. */
export async function qualifyTarget(
  specs: Specs,
  source: ProfileFile,
  file: string,
  { env, fault = '**', sample, seed, walks, jobs: wanted, signal, onNotice, onUnfaulted, onProgress }: TargetOptions,
): Promise<TargetQualification> {
  const started = performance.now();
  const jobs = countDeployments(source, file, env, wanted);
  if (jobs < wanted)
    onNotice(
      `${jobs} at a time instead of ${wanted}: a fault is global to its deployment, and no other one is named (docs/qualify-a-deployment.md)`,
    );
  const runId = Date.now().toString(36);
  const interrupted = new Uint8Array(new SharedArrayBuffer(1));
  const interrupt = (): void => void Atomics.store(interrupted, 0, 1);
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  const orders = Array.from({ length: jobs }, (_, index): DeploymentOrder => ({
    file,
    number: index + 1,
    seed,
    walks,
    env,
    runId,
    interrupted,
    fault,
  }));
  const pool = openJobs(orders);
  try {
    const unfaulted = await driveWithout(pool, orders, onNotice);
    const [{ offered, requests }] = unfaulted;
    const faults = drawFaults(offered, { fault, sample, seed });
    if (!signal.aborted) onUnfaulted(requests, faults.length);
    const tasks = faults.map((one, index): TargetTask => ({
      kind: 'fault',
      fault: one.id,
      aim: aimAt(specs, one),
      name: `${runId}-${index + 1}`,
    }));
    const trials: OfferedTrial[] = [];
    await pool.run(
      tasks,
      (result) => {
        if (result.kind !== 'trial') return;
        trials.push(result.trial);
        onProgress(trials.length, tasks.length, result.trial);
      },
      signal,
    );
    return targetQualification({
      target: source.name,
      plan: { seed, walks, jobs },
      offered: offered.length,
      faults,
      trials,
      falseAlarms: unfaulted.flatMap(({ falseAlarms }) => falseAlarms),
      durationMs: Math.round(performance.now() - started),
    });
  } finally {
    signal.removeEventListener('abort', interrupt);
    // A thread ends with all that it holds; one that has died answers nothing any more.
    if (orders.length === 1) await pool.run([{ kind: 'close' }], () => undefined);
    await pool.close();
  }
}

/** One deployment is driven in this thread, several in one each. */
function openJobs(orders: readonly DeploymentOrder[]): Pool<TargetTask, TargetResult> {
  const [only, ...others] = orders;
  const worker = new URL('./offered-worker.js', import.meta.url);
  return only !== undefined && others.length === 0 ? openPool(worker, only, 0, openOfferedTrials) : openThreads(worker, orders);
}

/** What every deployment shows without a fault. Throws RunError where one cannot be judged, or offers other faults than the first. */
async function driveWithout(
  pool: Pool<TargetTask, TargetResult>,
  orders: readonly DeploymentOrder[],
  onNotice: (notice: string) => void,
): Promise<readonly [Unfaulted, ...Unfaulted[]]> {
  const results = await pool.run(
    orders.map(() => ({ kind: 'unfaulted' })),
    () => undefined,
  );
  const stopped = results.flatMap((result) => (result.kind === 'mistakes' ? [result] : []));
  const [one] = stopped;
  if (one !== undefined) throw new RunError(one.code, [...new Set(stopped.flatMap(({ mistakes }) => mistakes))].join('\n'));
  const [first, ...others] = results.flatMap((result) => (result.kind === 'unfaulted' ? [result.unfaulted] : []));
  if (first === undefined) throw new TypeError('nothing came of driving without a fault');
  for (const notice of new Set([first, ...others].flatMap(({ notices }) => notices))) onNotice(notice);
  const idsOf = ({ offered }: Unfaulted): string => offered.map(({ id }) => id).join('\n');
  if (others.some((other) => idsOf(other) !== idsOf(first)))
    throw new RunError(
      'deployments-shared',
      'faults: expected the same list from all deployments, found different ones. Start them from the same build',
    );
  return [first, ...others];
}
