import { defineConfig } from 'vitest/config';

/** Cases of long tables are drawn anew in each run (test/support/draw.ts): TEST_SEED repeats one, TEST_CASES=all takes all of them. */
process.env['TEST_SEED'] ??= String(Date.now() % 1_000_000);
process.stderr.write(`TEST_SEED=${process.env['TEST_SEED']}\n`);

const processTests = 'test/**/*.process.test.ts';
const browserTests = 'test/**/*.browser.test.ts';

/** Files at a time, beside unit tests: many wait for a limit, a budget or an end. Those at the same time are given as many in each project. */
const TOGETHER = { maxWorkers: 8, sequence: { groupOrder: 1 } };

/** Time is no assertion: on a busy machine everything takes many times as long. Only what hangs is ended. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000 };
const FEWER_CASES = { setupFiles: ['test/support/fewer-cases.ts'] };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts', 'test/architecture.test.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 3,
          ...PATIENCE,
          ...FEWER_CASES,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What needs many parts at once, or many seeds: attacks, simulations of limiters, gates over all sources.
        test: {
          name: 'system',
          include: ['bench/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [processTests, browserTests, 'test/architecture.test.ts'],
          pool: 'threads',
          isolate: false,
          ...PATIENCE,
          ...FEWER_CASES,
          ...TOGETHER,
        },
      },
      {
        // report.html in a browser of this machine; skipped, and said so, where there is none.
        test: {
          name: 'browser',
          include: [browserTests],
          globalSetup: ['test/support/find-browser.ts'],
          pool: 'threads',
          ...PATIENCE,
          ...TOGETHER,
        },
      },
      {
        // The installed package as a process.
        test: {
          name: 'process',
          include: [processTests],
          globalSetup: ['test/support/install-package.ts'],
          pool: 'threads',
          isolate: false,
          ...PATIENCE,
          ...TOGETHER,
        },
      },
    ],
  },
});
