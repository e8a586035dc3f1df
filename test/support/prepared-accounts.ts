import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { statesAsked, demandOf } from '../../src/plan/provision.ts';
import { readProfile, resolveProfile } from '../../src/profile/load-profile.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { plansFor } from '../../src/run/plans.ts';
import { withDefaults } from '../../src/model/catalogue.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { AccountRow, CatalogueEntry, ProfileFile } from '../../src/model/types.ts';
import { documentNames } from '../../src/mock/kit/documents.ts';
import type { DocumentName } from '../../src/mock/kit/documents.ts';

export interface MockAddresses {
  readonly services: Readonly<Record<DocumentName, string>>;
  readonly control: string;
}

const MOCK_PROFILE = join(PACKAGE_ROOT, 'specs', 'profiles', 'mock.yaml');

/** Writes the profile of a mock that runs already: all that the embedded one's says, and these keys. */
export function writeMockProfile(folder: string, { services }: MockAddresses, more: Partial<ProfileFile>): string {
  const { embedded: _embedded, ...profile }: ProfileFile = parse(readFileSync(MOCK_PROFILE, 'utf8'));
  const addressed = Object.fromEntries(documentNames.map((name) => [name, { ...profile.services?.[name], baseUrl: services[name] }]));
  const permissions = { mutate: true, destroy: true, exhaustRateLimit: true };
  writeFileSync(join(folder, 'target.yaml'), stringify({ ...profile, name: 'prepared', services: addressed, permissions, ...more }));
  return 'target.yaml';
}

interface Need {
  readonly entry: CatalogueEntry;
  readonly params: Readonly<Record<string, unknown>>;
  readonly spends: boolean;
  readonly count: number;
}

/** The accounts that a run needs: one for each use that spends it, else as many as one case uses at a time. */
function needs(addresses: MockAddresses, seed: number): readonly Need[] {
  const specs = loadSpecs();
  const known = Object.values(specs.documents).flatMap(({ providerStates }) => providerStates.states.map(({ name }) => name));
  const base = resolveProfile(readProfile(MOCK_PROFILE, specs), MOCK_PROFILE, {}, addresses);
  // Whoever has no acts and no clock has less to prepare.
  const profile: Profile = {
    ...base,
    clock: undefined,
    control: { acts: false, clock: false, events: false },
    sources: [{ kind: 'module', key: 'providerStates.0', cost: 0, file: 'none', provides: known }],
  };
  const found = new Map<string, Need>();
  for (const { spec, cases } of plansFor(specs, profile, { seed, selection: {}, walks: 0 }).values()) {
    for (const planned of cases) {
      const own = new Map<string, Need>();
      for (const given of statesAsked(planned)) {
        const { entry, params, spends: spent } = demandOf(spec, given);
        if (entry.control === true) continue;
        const need = { entry, params: withDefaults(entry, params), spends: spent || entry.consumable === true };
        const key = JSON.stringify([entry.name, need.params, need.spends]);
        own.set(key, { ...need, count: (own.get(key)?.count ?? 0) + 1 });
      }
      for (const [key, need] of own) {
        const before = found.get(key)?.count ?? 0;
        found.set(key, { ...need, count: need.spends ? before + need.count : Math.max(before, need.count) });
      }
    }
  }
  return [...found.values()];
}

/** Prepares the accounts that a run of this seed needs in a mock, by its control plane, and writes them to accounts.yaml. */
export async function prepareAccounts(folder: string, addresses: MockAddresses, seed: number): Promise<readonly AccountRow[]> {
  const accounts: AccountRow[] = [];
  for (const { entry, params, spends, count } of needs(addresses, seed)) {
    for (let made = 0; made < count; made++) {
      const data = await setUp(addresses.control, entry.name, params);
      accounts.push({ state: entry.name, params, data, ...(spends ? { consumable: true } : {}) });
    }
  }
  writeFileSync(join(folder, 'accounts.yaml'), stringify({ accounts }));
  return accounts;
}

/** The same accounts, those that a use has spent prepared anew. */
export async function renewAccounts(folder: string, { control }: MockAddresses, accounts: readonly AccountRow[]): Promise<void> {
  const renewed = await Promise.all(
    accounts.map(async (row) => (row.consumable === true ? { ...row, data: await setUp(control, row.state, row.params ?? {}) } : row)),
  );
  writeFileSync(join(folder, 'accounts.yaml'), stringify({ accounts: renewed }));
}

async function setUp(control: string, state: string, params: object): Promise<object> {
  // oxlint-disable-next-line no-restricted-globals -- the test prepares what the run under test will find
  const answer = await fetch(`${control}/states`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ state, params, action: 'setup' }),
  });
  const data: unknown = await answer.json();
  if (!answer.ok || typeof data !== 'object' || data === null) throw new Error(`${state}: ${JSON.stringify(data)}`);
  return data;
}
