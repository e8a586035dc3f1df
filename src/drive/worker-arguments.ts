import { execArgv } from 'node:process';

/** The flags of this process, for a thread of it: `--input-type` is about a program that is given as text, which no file of a thread is. */
export const WORKER_ARGUMENTS: readonly string[] = execArgv.filter(
  (flag, at) => !flag.startsWith('--input-type') && execArgv[at - 1] !== '--input-type',
);
