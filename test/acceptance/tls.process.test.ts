import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { emptyFolder } from '../support/assay-process.ts';
import { profileOf } from '../support/odd-server.ts';
import { authority } from '../support/secure-server.ts';
import { breaches, runAssay } from '../hostile/outcome.ts';
import { listening, TLS_CASES } from '../hostile/tls.ts';

const TRUSTED = Object.entries(TLS_CASES).filter(([, { trusted }]) => trusted === true);

test.each(TRUSTED)('a server that %s is not judged, though its authority is known', async (_name, { start, says }) => {
  const folder = emptyFolder();
  const trusted = await authority();
  writeFileSync(join(folder, 'authority.pem'), trusted.cert);
  const target = await listening(await start(trusted), 'https');
  onTestFinished(target.close);
  const outcome = await runAssay({
    args: ['run', '--target', profileOf(folder, target.url, 'budget: { timeout: PT30S, duration: PT5M }\n'), '--out', 'out'],
    folder,
    out: 'out',
    env: { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') },
    killAfterMs: 600_000,
    main: join(inject('installation').folder, 'node_modules', 'assay', 'dist', 'src', 'cli', 'main.js'),
  });
  expect({
    faults: breaches(outcome, { budgetMs: 300_000, canaries: target.canaries, exitCodes: [2], reports: true }),
    says: says.test(outcome.terminal) || outcome.terminal,
  }).toEqual({ faults: [], says: true });
});

test('there are enough cases', () => {
  expect(Object.keys(TLS_CASES).length).toBeGreaterThanOrEqual(12);
});
