import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerRow, NOON, rowsOfOne, writeRows } from './row-fixtures.ts';
import { merged } from './merge.ts';
import { survey } from './survey.ts';

test('rows of several generators come in the order of the target’s clock, none lost, whatever their own clocks say', () => {
  const at = mkdtempSync(join(tmpdir(), 'assay-rows-'));
  const gaps = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 12, maxLength: 20 });
  try {
    fc.assert(
      fc.property(fc.array(fc.record({ gaps, behindMs: fc.integer({ min: 0, max: 4000 }) }), { minLength: 1, maxLength: 3 }), (all) => {
        const files = all.map((one, generator) => {
          let sentAt = NOON;
          const answers = one.gaps.map((gap) => answerRow({ sentAt: (sentAt += gap) }));
          return writeRows(at, `${generator}.ndjson`, rowsOfOne(`pod-${generator}`, answers, {}, one.behindMs));
        });
        const rows = [...merged(survey(files))];
        const times = rows.map(({ atMs }) => atMs);
        expect(rows.length).toBe(all.reduce((sum, one) => sum + one.gaps.length, 0));
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
      { numRuns: 30 },
    );
  } finally {
    rmSync(at, { recursive: true });
  }
});

test('a log in which the rows of several generators alternate is read as if each had its own', () => {
  const at = mkdtempSync(join(tmpdir(), 'assay-rows-'));
  try {
    const [a, b] = ['a', 'b'].map((name, index) =>
      rowsOfOne(
        name,
        [0, 1, 2].map((turn) => answerRow({ sentAt: NOON + 1000 * turn + 100 * index })),
      ),
    );
    const alternating = (a ?? []).flatMap((row, index) => [row, b?.[index] ?? row]);
    const generators = survey([writeRows(at, 'both.ndjson', alternating)]);
    const rows = [...merged(generators)];
    const ofEach = generators.map(({ name }, index) => [
      name,
      ...rows.flatMap(({ generator, row }) => (generator === index ? [row.sentAt - NOON] : [])),
    ]);
    expect(ofEach).toEqual([
      ['a', 0, 1000, 2000],
      ['b', 100, 1100, 2100],
    ]);
  } finally {
    rmSync(at, { recursive: true });
  }
});
