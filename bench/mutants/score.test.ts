import { expect, test } from 'vitest';
import type { Entry } from './classification.ts';
import type { Mutant, Outcome } from './mutant.ts';
import { drawSample } from './sample.ts';
import { scoreOf } from './score.ts';
import { lastLine, sectionText, withSection } from './text.ts';

const mutantOf = (id: string, kind = 'BooleanLiteral'): Mutant => ({
  id,
  number: id,
  document: 'governance',
  file: 'governance/views.ts',
  kind,
  line: 1,
  original: 'true',
  replacement: 'false',
});
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const mutants = ids.map((id) => mutantOf(id));
const ended: Readonly<Record<string, Outcome>> = {
  a: { kind: 'killed', clauses: ['gov.x'], requests: 3 },
  b: { kind: 'killed', clauses: ['gov.y'], requests: 1 },
  c: { kind: 'survived' },
  d: { kind: 'inconclusive', clauses: ['gov.x'] },
  e: { kind: 'broke', why: 'endless loop' },
};
const tried = mutants.flatMap((mutant) => {
  const outcome = ended[mutant.id];
  return outcome === undefined ? [] : [{ mutant, outcome }];
});
const entry = (mutant: string, named: Entry['class']): Entry => ({ mutant, class: named, reason: 'a reason' });
const score = (entries: readonly Entry[]) =>
  scoreOf({ seed: 1, mutants, notCovered: [mutantOf('f')], tried, entries, second: [entry('c', 'missed')], durationMs: 1 });

test('equivalent and undocumented mutants are no misses; what is not classified is one', () => {
  const { total, agreement } = score([entry('c', 'equivalent'), entry('d', 'undocumented')]);
  expect(total).toEqual({ mutants: 5, killed: 2, equivalent: 1, undocumented: 1, missed: 0, unclassified: 1, score: 0.667 });
  expect(agreement).toEqual({ both: 1, agree: 0 });
});

test('an entry is contradicted where its mutant is killed, or its source is gone', () => {
  const { contradicted } = score([entry('a', 'missed'), entry('c', 'missed'), entry('f', 'missed'), entry('gone', 'missed')]);
  expect(contradicted.map(({ mutant }) => mutant)).toEqual(['a', 'gone']);
});

test('the last line counts the sample, and apart from it what no request reaches', () => {
  expect(lastLine(score([entry('c', 'equivalent')]))).toBe('mutants: 2 killed of 5 (1 equivalent, 0 undocumented, 1 not covered)');
});

test('the section of the documentation is replaced as a whole', () => {
  const text = sectionText(score([]));
  expect(withSection('before\n<!-- mutants -->\nold\n<!-- /mutants -->\nafter', text)).toBe(
    `before\n<!-- mutants -->\n${text}<!-- /mutants -->\nafter`,
  );
  expect(() => withSection('before', text)).toThrow('<!-- mutants -->');
});

test('a mutant that comes or goes moves no other out of the order of the draw', () => {
  const drawn = drawSample(mutants, 6, 1);
  const without = drawn[2];
  expect(
    drawSample(
      mutants.filter((mutant) => mutant !== without),
      6,
      1,
    ),
  ).toEqual(drawn.filter((mutant) => mutant !== without));
  expect(drawSample(mutants, 6, 2)).not.toEqual(drawn);
});
