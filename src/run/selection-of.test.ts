import { expect, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { isSelected } from '../model/selection.ts';
import { selectionOf, type Filters } from './selection-of.ts';

const specs = loadSpecs();

function selected(flags: Filters): readonly string[] {
  const selection = selectionOf(flags, specs);
  return [...specs.clauses.values()].filter((clause) => isSelected(clause, selection)).map(({ id }) => id);
}

test('several globs select what any of them selects', () => {
  const [one, other] = ['authn.errors.e0000004.*', 'gov.errors.**'];
  const both = selected({ clause: [one, other] });
  expect(new Set(both)).toEqual(new Set([...selected({ clause: [one] }), ...selected({ clause: [other] })]));
  expect(both.length).toBeGreaterThan(selected({ clause: [one] }).length);
});

test('what is excluded is left out, of whatever was selected', () => {
  const kept = selected({ document: ['authentication'], exclude: ['authn.errors.**', 'authn.transitions.*'] });
  expect(new Set([...kept, ...selected({ document: ['authentication'], clause: ['authn.errors.**', 'authn.transitions.*'] })])).toEqual(
    new Set(selected({ document: ['authentication'] })),
  );
  expect(kept.filter((id) => /^authn\.(errors\.|transitions\.[^.]+$)/.test(id))).toEqual([]);
});

test.each<[Filters, string]>([
  [{ exclude: ['**'] }, '--exclude ** leaves no clause. Exclude less'],
  [{ exclude: ['nope.*'] }, "no clause matches nope.*. 'assay clauses' lists them all"],
  [{ clause: ['authn.errors.e0000004.sumary'] }, 'the nearest: authn.errors.e0000004.summary'],
  [{ clause: ['authn.erors.**'] }, 'no clause matches authn.erors.**; the nearest: authn.errors.**'],
  [
    { exclude: ['authn.errors.*', 'authn.errors.e000004.*'] },
    'authn.errors.e000004.*; the nearest: authn.errors.e0000047.*, authn.errors.e0000004.*,',
  ],
  [{ clause: ['nope.*'] }, "no clause matches nope.*. 'assay clauses' lists them all"],
  [{ clause: ['authn.**', 'nope.*'] }, "no clause matches nope.*. 'assay clauses' lists them all"],
  [
    { document: ['governance'], feature: ['authn.primary', 'gov.events'] },
    'no clause matches authn.primary, beside the other filters. Leave one out',
  ],
])('%j: what would select nothing is refused', (flags, message) => {
  expect(() => selectionOf(flags, specs)).toThrow(message);
});
