import { defineConfig } from 'vitest/config';

const processTests = 'test/**/*.process.test.ts';
const browserTests = 'test/**/*.browser.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'build/**/*.test.ts', 'test/architecture.test.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
          // Property tests are slow on a busy machine; time is no assertion here.
          testTimeout: 60_000,
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
          maxWorkers: 2,
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // report.html in a browser of this machine; skipped, and said so, where there is none.
        test: {
          name: 'browser',
          include: [browserTests],
          globalSetup: ['test/support/find-browser.ts'],
          pool: 'threads',
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // The installed package as a process: after the unit tests, so that neither slows the other down.
        test: {
          name: 'process',
          include: [processTests],
          globalSetup: ['test/support/install-package.ts'],
          pool: 'threads',
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
