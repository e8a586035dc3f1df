import { Writable } from 'node:stream';
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
}

export interface VitestOptions {
  /** what the suites are given */
  readonly order: RunOrder;
  readonly reporters: readonly Reporter[];
  readonly signal: AbortSignal;
}

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
export async function runVitest({ order, reporters, signal }: VitestOptions): Promise<VitestRun> {
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

  signal.addEventListener('abort', cancel, { once: true });
  try {
    const { testModules, unhandledErrors } = await vitest.start();
    const tests = testModules.flatMap((module) => [...module.children.allTests()]);
    const broken = tests.filter((test) => test.result().state === 'failed');
    const places = unhandledErrors.map(strayPlaceOf);
    return {
      strays: [...new Set(places.flatMap((place) => place ?? []))],
      harnessErrors: [
        ...testModules.flatMap((module) => module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`)),
        ...broken.map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? 'failed'}`),
        ...unhandledErrors.filter((_error, index) => places[index] === undefined).map(wordsOf),
        ...(testModules.length === 0 ? [`no suite was found under ${PACKAGE_ROOT}dist/suites: build first (npm run build)`] : []),
      ],
    };
  } finally {
    signal.removeEventListener('abort', cancel);
    const closing = vitest.close();
    // Ctrl-C does not wait for workers to wind down: the report comes first, and the process ends after it.
    if (!signal.aborted) await closing;
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
