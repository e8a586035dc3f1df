import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['suites/**/*.suite.ts'],
    maxWorkers: 2,
    setupFiles: ['allure-vitest/setup'],
    reporters: [
      'default',
      ['junit', { outputFile: 'reports/suites/junit.xml' }],
      ['allure-vitest/reporter', { resultsDir: 'reports/suites/allure-results' }],
    ],
  },
});
