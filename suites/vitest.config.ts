import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['suites/**/*.suite.ts'], pool: 'threads', isolate: false, maxWorkers: 1 } });
