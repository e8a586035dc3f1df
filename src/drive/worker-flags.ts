import { execArgv } from 'node:process';
import type { WorkerOptions } from 'node:worker_threads';

const ABOUT_TEXT = '--input-type';

/**
 * How a thread gets the flags of this process: all of them, of themselves. A thread that is told them refuses those of V8, so that it is told
 * only where it must not have `--input-type`, which is about a program that is given as text: no file of a thread is.
 */
export const WORKER_FLAGS: Pick<WorkerOptions, 'execArgv'> = execArgv.some((flag) => flag.startsWith(ABOUT_TEXT))
  ? { execArgv: execArgv.filter((flag, at) => !flag.startsWith(ABOUT_TEXT) && execArgv[at - 1] !== ABOUT_TEXT) }
  : {};
