import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { profileToPlan, profileToRead } from './profile-to-plan.ts';

test('traffic that was recorded is judged without a credential; a plan needs them all', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'acme.yaml');
  writeFileSync(
    file,
    `name: acme
services:
  authentication:
    baseUrl: https://id.acme.test
    claims: [authn.primary]
    credentials: { apiToken: { env: ACME_TOKEN } }
  governance:
    baseUrl: https://governance.acme.test
    credentials: { governance: { env: ACME_KEY }, notSubscribed: { env: ACME_UNPAID } }
`,
  );
  const specs = loadSpecs();
  expect(profileToRead(file, specs, {}).services).toMatchObject({ authentication: { baseUrl: 'https://id.acme.test' } });
  expect(() => profileToPlan(file, specs, {})).toThrow('ACME_TOKEN');
});
