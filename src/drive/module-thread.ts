import { existsSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ControlPlaneError } from './providers.ts';
import type { Wait } from './wait.ts';
import { WORKER_FLAGS } from './worker-flags.ts';

export type ModuleCall =
  | { readonly kind: 'ping' }
  | { readonly kind: 'load' }
  | {
      readonly kind: 'call';
      readonly name: 'setup' | 'teardown' | 'act' | 'events' | 'faults' | 'switchFaults';
      readonly args: readonly unknown[];
    };
export interface ModuleRequest {
  readonly id: number;
  readonly call: ModuleCall;
}

export type ModuleAnswer =
  | { readonly kind: 'loaded'; readonly exports: readonly (readonly [name: string, type: string])[] }
  /** the module has no such function */
  | { readonly kind: 'absent' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'object' | 'array'; readonly json: string }
  | { readonly kind: 'other'; readonly type: string }
  | { readonly kind: 'thrown'; readonly message: string };

/** How long a call may take, and what ends it before. */
export interface CallLimit extends Wait {
  readonly signal?: AbortSignal;
}

/** A module of the user's in a thread of its own, which can be ended whatever it does. */
export interface ModuleThread {
  /** Throws ControlPlaneError where nothing comes in time, or the thread ends. */
  ask(call: ModuleCall, what: string, limit: CallLimit): Promise<ModuleAnswer>;
}

const BESIDE = new URL('./module-worker.js', import.meta.url);
/** Sources that are not compiled only tests run, with the build beside them. */
const WORKER = existsSync(BESIDE) ? BESIDE : new URL('../../dist/bundle/module-worker.js', import.meta.url);

const MOST_MEGABYTES = 128;
/** A thread that still turns answers at once; one that does not is stuck. */
const PING_MS = 500;
const START_MS = 30_000;

const threads = new Map<string, ModuleThread>();
const listeners = new Set<(error: Error) => void>();

/** Tells what modules throw outside of every call, until the answer is called; without anybody who is told it ends the process. */
export function onStray(tell: (error: Error) => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** One thread for each module: its states and its events are of the same one. */
export function moduleThread(file: string): ModuleThread {
  const known = threads.get(file) ?? openThread(file);
  threads.set(file, known);
  return known;
}

/** A module may throw anything: where nothing says at which line, the file is the place. */
function placed(thrown: unknown, file: string): Error {
  const error = thrown instanceof Error ? thrown : new Error('something that is no error was thrown');
  const isPlaced = error === thrown && (error.stack ?? '').split('\n').some((line) => /^\s+at /.test(line) && !line.includes('node:'));
  if (!isPlaced) error.stack = `${error.name}\n    at ${file}:1:1`;
  return error;
}

interface Running {
  /** starting a thread is nothing that the module takes */
  readonly ready: Promise<unknown>;
  send(call: ModuleCall): Promise<ModuleAnswer>;
  end(why: string): Promise<unknown>;
}

function openThread(file: string): ModuleThread {
  let running: Running | undefined;
  return {
    ask: async (call, what, { ms, key, signal }) => {
      running ??= start(file, () => (running = undefined));
      const own = running;
      await within(own.ready, START_MS, signal);
      const answer = await within(own.send(call), ms, signal);
      if (answer !== undefined) return answer;
      if (signal?.aborted === true) throw new ControlPlaneError('the run was interrupted');
      if ((await within(own.send({ kind: 'ping' }), PING_MS)) === undefined) await own.end('it was ended, because it was stuck');
      throw new ControlPlaneError(`${what} took longer than ${ms} ms (${key})`);
    },
  };
}

/** What comes in time, else undefined. The timer holds the process: a module that waits for nothing would let it end without a word. */
async function within<T>(value: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const ends = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
  try {
    return await Promise.race([value, after(ms, undefined, { signal: ends }).catch(() => undefined)]);
  } finally {
    over.abort();
    // Whatever comes later is nobody's.
    value.catch(() => undefined);
  }
}

export interface ModuleReply {
  readonly id: number;
  readonly answer: ModuleAnswer;
}

/** What a module posts itself on the port of its thread is for nobody. */
function isReply(message: unknown): message is ModuleReply {
  if (typeof message !== 'object' || message === null || !('answer' in message)) return false;
  const { answer } = message;
  return 'id' in message && typeof answer === 'object' && answer !== null && 'kind' in answer;
}

function start(file: string, onEnd: () => void): Running {
  const worker = new Worker(WORKER, {
    workerData: file,
    ...WORKER_FLAGS,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const waiting = new Map<number, { readonly resolve: (answer: ModuleAnswer) => void; readonly reject: (error: Error) => void }>();
  let next = 1;
  let ended: string | undefined = 'it ended its own thread, as process.exit does';
  worker.on('message', (message: unknown) => {
    if (!isReply(message)) return;
    waiting.get(message.id)?.resolve(message.answer);
    waiting.delete(message.id);
  });
  worker.on('error', (thrown: unknown) => {
    const error = placed(thrown, file);
    const code = 'code' in error ? error.code : undefined;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') ended = `it took more memory than ${MOST_MEGABYTES} MB`;
    else if (listeners.size > 0) {
      ended = 'it threw outside of every call';
      for (const tell of listeners) tell(error);
    } else {
      // What a module throws outside of every call ends the run, as if it had been thrown here.
      ended = undefined;
      setImmediate(() => {
        throw error;
      });
    }
  });
  worker.on('exit', () => {
    onEnd();
    if (ended !== undefined) for (const { reject } of waiting.values()) reject(new ControlPlaneError(ended));
  });
  // oxlint-disable-next-line no-console -- what a module prints is for people
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (text) => console.log(String(text).trimEnd()));
  worker.unref();
  const send = (call: ModuleCall): Promise<ModuleAnswer> =>
    new Promise((resolve, reject) => {
      const request: ModuleRequest = { id: next++, call };
      waiting.set(request.id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(request);
    });
  return {
    ready: send({ kind: 'ping' }),
    send,
    end: async (why) => {
      ended = why;
      await worker.terminate();
    },
  };
}
