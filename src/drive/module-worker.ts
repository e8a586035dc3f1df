import { pathToFileURL } from 'node:url';
import { stdout } from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { shortened } from './providers.ts';
import type { ModuleAnswer, ModuleCall, ModuleReply, ModuleRequest } from './module-thread.ts';

/** The thread of a module of provider states: whatever it does there, its answers are JSON, and the run can do without them. */
const file = String(workerData);
let loaded: Promise<object> | undefined;
/** Before the module can put another one in its place. */
const written = stdout.write.bind(stdout);

parentPort?.on('message', ({ id, call }: ModuleRequest) => {
  const answered = (answer: ModuleAnswer): void => {
    const reply: ModuleReply = { id, answer };
    // What it has printed is told before: the run may end with its answer.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    written('', () => parentPort?.postMessage(reply));
  };
  answer(call).then(answered, (error: unknown) => answered({ kind: 'thrown', message: shortened(wordsOf(error)) }));
});

function wordsOf(error: unknown): string {
  try {
    const words: unknown = error instanceof Error ? error.message : error;
    return String(words);
  } catch {
    return 'it threw what cannot be told';
  }
}

async function answer(call: ModuleCall): Promise<ModuleAnswer> {
  if (call.kind === 'ping') return { kind: 'nothing' };
  loaded ??= importFile();
  const exported = await loaded;
  if (call.kind === 'load') return { kind: 'loaded', exports: Object.entries(exported).map(([name, value]) => [name, typeof value]) };
  const called: unknown = Reflect.get(exported, call.name);
  if (typeof called !== 'function') return { kind: 'absent' };
  const value: unknown = await Reflect.apply(called, undefined, call.args);
  if (value === undefined || value === null) return { kind: 'nothing' };
  // No cycles, no functions: what HTTP could carry as well.
  if (Array.isArray(value)) return { kind: 'array', json: JSON.stringify(value) };
  return typeof value === 'object' ? { kind: 'object', json: JSON.stringify(value) } : { kind: 'other', type: typeof value };
}

async function importFile(): Promise<object> {
  const exported: unknown = await import(pathToFileURL(file).href);
  return typeof exported === 'object' && exported !== null ? exported : {};
}
