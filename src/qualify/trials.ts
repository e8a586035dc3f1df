import { loadSpecs } from '../model/load.ts';
import { readProfile } from '../profile/load-profile.ts';
import { knownFaults } from '../mock/kit/known-faults.ts';
import { openPool, type Hand, type Pool } from './pool.ts';
import { prepareSuite, type Suite } from './suite.ts';
import type { Trial } from './qualification.ts';
import { tryFault, type Task } from './trial.ts';

/** What every thread that tries faults must know; plain data, because it crosses into a worker. */
export interface TrialOrder {
  /** path of the mock's profile */
  readonly file: string;
  readonly walks: number;
}

/** Tries many faults, as many at a time as there are threads. */
export function openTrialPool(order: TrialOrder, threads: number): Pool<Task, Trial> {
  return openPool(new URL('./trial-worker.js', import.meta.url), order, threads, openTrials);
}

/** Tries one fault after the other; the suite of a seed is prepared once. Throws TypeError for a fault that the mock has not. */
export function openTrials({ file, walks }: TrialOrder): Hand<Task, Trial> {
  const specs = loadSpecs();
  const source = readProfile(file, specs);
  const faults = new Map(knownFaults().map((fault) => [fault.id, fault]));
  const suites = new Map<number, Suite>();
  return async (task) => {
    const fault = faults.get(task.fault);
    if (fault === undefined) throw new TypeError(`the mock has no fault ${task.fault}`);
    const suite = suites.get(task.seed) ?? prepareSuite(specs, source, file, { seed: task.seed, walks });
    suites.set(task.seed, suite);
    return tryFault(suite, fault, task);
  };
}
