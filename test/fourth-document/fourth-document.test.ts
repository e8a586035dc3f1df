import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSpecsBeside } from '../../src/model/load.ts';
import { loadProfile } from '../../src/index.ts';
import { defined } from '../../src/model/defined.ts';
import type { Report } from '../../src/model/types.ts';
import { runConformance } from '../../src/run/conformance-run.ts';
import { DEFECTS, startLibrary } from './server.ts';
import type { Defect } from './server.ts';

const specs = loadSpecsBeside(join(import.meta.dirname, 'specs'));

async function reportOf(defect?: Defect, repeat?: number): Promise<Report> {
  const library = await startLibrary(defect);
  const folder = mkdtempSync(join(tmpdir(), 'assay-fourth-'));
  onTestFinished(() => {
    library.close();
    rmSync(folder, { recursive: true });
  });
  const { report } = await runConformance(
    {
      specs,
      profileFile: join(import.meta.dirname, 'profile.yaml'),
      faults: [],
      seed: 1,
      selection: {},
      walks: 4,
      ...defined({ repeat }),
      folder: join(folder, 'run'),
      env: { LIBRARY_URL: library.url },
      node: process.version,
    },
    {
      signal: new AbortController().signal,
      onNotice: () => undefined,
      onPlan: () => undefined,
      onProgress: () => undefined,
    },
  );
  return report;
}

function clausesWith({ clauses }: Report, verdict: string): readonly string[] {
  return clauses.filter((one) => one.document === 'lending' && one.verdict === verdict).map(({ id }) => id);
}

test('a document that no source knows is judged whole, its paging and its expiry by the general laws', async () => {
  const report = await reportOf();
  expect([report.stopped, report.outcome, clausesWith(report, 'pass')]).toEqual([
    undefined,
    'conformant',
    [...specs.clauses.values()].filter(({ document }) => document === 'lending').map(({ id }) => id),
  ]);
  expect(report.summary.transitions).toMatchObject({ documented: 3 });
});

const RED: Readonly<Record<Defect, readonly string[]>> = {
  'a page loses a book': ['lend.books.complete'],
  'cards never end': ['lend.card.valid-until'],
  'a returned loan stays active': ['lend.loans.return'],
};

test.each(DEFECTS)('%s: the clause that forbids it is violated, and no other', async (defect) => {
  expect(clausesWith(await reportOf(defect), 'fail')).toEqual(RED[defect]);
});

test('a failing case is driven again as often as the run is told', async () => {
  const { failures } = await reportOf('a returned loan stays active', 5);
  expect(failures.map(({ recurrence }) => [recurrence?.kind, recurrence?.failed, recurrence?.runs])).toContainEqual([
    'deterministic',
    6,
    6,
  ]);
});

test('the library loads a profile of it', () => {
  const profile = loadProfile(join(import.meta.dirname, 'profile.yaml'), { specs, env: { LIBRARY_URL: 'http://library.test' } });
  expect(profile.services['lending']?.baseUrl).toBe('http://library.test');
});
