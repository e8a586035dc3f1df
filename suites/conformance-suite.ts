import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DocumentName } from '../src/model/types.ts';
import { runConformance } from '../src/run/conformance-run.ts';
import { DEFAULT_WALKS } from '../src/run/plans.ts';
import { profileFile } from '../src/run/targets.ts';

/** Runs one document against the embedded mock by the engine of `assay run`: a test for each clause that is judged, red where it is violated. */
export async function conformanceSuite(document: DocumentName): Promise<void> {
  const folder = join(mkdtempSync(join(tmpdir(), 'assay-suite-')), 'run');
  const { report } = await runConformance(
    {
      profileFile: profileFile('mock'),
      faults: [],
      seed: 1,
      selection: { documents: [document] },
      walks: DEFAULT_WALKS,
      folder,
      env: {},
      node: '',
    },
    {
      signal: new AbortController().signal,
      onNotice: () => undefined,
      onPlan: () => undefined,
      onProgress: () => undefined,
    },
  );
  const failures = new Map(report.failures.map((failure) => [failure.clause, failure]));
  const judged = report.clauses.filter((clause) => clause.document === document && clause.verdict !== null && clause.verdict !== 'skipped');
  describe(document, () => {
    test.for(judged.map((clause) => ({ ...clause, toString: () => clause.id })))('$id  $says', ({ id, verdict, reason }) => {
      expect(failures.get(id) ?? { verdict, reason }).toMatchObject({ verdict: 'pass' });
    });
  });
}
