import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// tsc writes files without the executable bit, which npm sets only on installation.
chmodSync(fileURLToPath(new URL('../src/cli/main.js', import.meta.url)), 0o755);
