import { Writable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Reporter, TestSpecification } from 'vitest/node';
import { PACKAGE_ROOT } from './package-root.ts';
import { strayPlaceOf } from './stray-error.ts';
import type { RunOrder } from './session.ts';

declare module 'vitest' {
  interface ProvidedContext {
    order: RunOrder;
  }
}

export interface VitestRun {
  /** what broke in the harness itself: never a finding about the target */
  readonly harnessErrors: readonly string[];
  /** where modules of the user's threw outside of every call of ours, as file:line:column */
  readonly strays: readonly string[];
  /** its thread had to be ended: the trace holds what was sent until then */
  readonly stuck: boolean;
}

export interface VitestOptions {
  /** what the suites are given */
  readonly order: RunOrder;
  readonly reporters: readonly Reporter[];
  readonly signal: AbortSignal;
  /** milliseconds after which its thread is ended, whatever it does */
  readonly within: number;
}

/** An interrupted run has so long to wind up. */
const INTERRUPTED_MS = 1_000;
/** A timer for longer would be none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** vitest's own words are not for the user: the report says everything, and --json keeps standard output clean. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** By path: vitest's own order follows how long earlier runs took, and then a seed does not send the same requests. */
class PathOrder {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  }
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

/** Runs the compiled suites in one worker. */
export async function runVitest({ order, reporters, signal, within }: VitestOptions): Promise<VitestRun> {
  const { createVitest } = await import('vitest/node');
  let isUnderWay = false;
  const exitCode = process.exitCode;
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: PACKAGE_ROOT,
      watch: false,
      include: ['dist/suites/**/drive.suite.js'],
      reporters: [...reporters, { onTestModuleQueued: begin }],
      provide: { order },
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
      maxWorkers: 1,
      teardownTimeout: 1_000,
      sequence: { sequencer: PathOrder },
      cache: false,
      // Plain JavaScript is imported as it is: transformed file by file, what the suites import takes more than a second.
      server: { deps: { external: [/\/dist\/src\//] } },
    },
    { logLevel: 'error', server: { ws: false, watch: null }, optimizeDeps: { noDiscovery: true } },
    { stdout: nowhere(), stderr: nowhere() },
  );

  function cancel(): void {
    if (isUnderWay) void vitest.cancelCurrentRun('keyboard-input');
  }

  /** What is cancelled before a run is under way vitest has forgotten when it begins. */
  function begin(): void {
    if (isUnderWay) return;
    isUnderWay = true;
    if (signal.aborted) cancel();
  }

  const threads: Worker[] = [];
  const noteThread = (thread: Worker): void => void threads.push(thread);
  const late = lateness(within, signal);
  signal.addEventListener('abort', cancel, { once: true });
  process.on('worker', noteThread);
  let stuck = false;
  try {
    const ended = await Promise.race([vitest.start(), late.comes]);
    stuck = ended === undefined;
    if (ended === undefined) {
      await Promise.all(threads.map((thread) => thread.terminate()));
      return { strays: [], harnessErrors: [], stuck };
    }
    const { testModules, unhandledErrors } = ended;
    const tests = testModules.flatMap((module) => [...module.children.allTests()]);
    const broken = tests.filter((test) => test.result().state === 'failed');
    const places = unhandledErrors.map(strayPlaceOf);
    return {
      stuck,
      strays: [...new Set(places.flatMap((place) => place ?? []))],
      harnessErrors: [
        ...testModules.flatMap((module) => module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`)),
        ...broken.map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? 'failed'}`),
        ...unhandledErrors.filter((_error, index) => places[index] === undefined).map(wordsOf),
        ...(testModules.length === 0 ? [`no suite was found under ${PACKAGE_ROOT}dist/suites: build first (npm run build)`] : []),
      ],
    };
  } finally {
    late.never();
    process.off('worker', noteThread);
    signal.removeEventListener('abort', cancel);
    const closing = vitest.close();
    // Ctrl-C does not wait for workers to wind down: the report comes first, and the process ends after it.
    if (signal.aborted || stuck) closing.catch(() => undefined);
    else await closing;
    // vitest sets its own exit code; ours is decided by the report.
    process.exitCode = exitCode;
  }
}

/** What comes from a worker is no Error any more, but looks like one. */
function wordsOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  if ('stack' in thrown && typeof thrown.stack === 'string') return thrown.stack;
  return 'message' in thrown ? String(thrown.message) : JSON.stringify(thrown);
}

interface Lateness {
  readonly comes: Promise<undefined>;
  readonly never: () => void;
}

/** When the thread has had its time, or was told to stop and did not. */
function lateness(within: number, signal: AbortSignal): Lateness {
  const timers: NodeJS.Timeout[] = [];
  let never = (): void => undefined;
  const comes = new Promise<undefined>((resolve) => {
    const start = (ms: number): void => void timers.push(setTimeout(() => resolve(undefined), ms));
    const interrupted = (): void => start(INTERRUPTED_MS);
    start(Math.min(Math.max(0, within), LONGEST_TIMER_MS));
    if (signal.aborted) interrupted();
    else signal.addEventListener('abort', interrupted, { once: true });
    never = () => {
      signal.removeEventListener('abort', interrupted);
      for (const timer of timers) clearTimeout(timer);
    };
  });
  return { comes, never: () => never() };
}
