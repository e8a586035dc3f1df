import { describe, expect, test } from 'vitest';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { isJudgeable } from '../model/selection.ts';
import { loadSpecs } from '../model/load.ts';
import { judge } from './judgement.ts';
import { checksOf } from './judges.ts';

const specs = loadSpecs();

test('errata name checks that there are', () => {
  const known = new Set(Object.values(specs.documents).flatMap((spec) => checksOf(spec).map(({ id }) => id)));
  expect(specs.errata.filter(({ check }) => check !== undefined && !known.has(check))).toEqual([]);
});

describe.each(Object.values(specs.documents))('$name', (spec) => {
  const checks = checksOf(spec);
  const named = new Set(checks.flatMap(({ clauses }) => clauses));

  test('every clause that can be judged has a check', () => {
    expect(
      spec.clauses.filter((clause) => isJudgeable({ ...clause, document: spec.name }) && !named.has(clause.id)).map(({ id }) => id),
    ).toEqual([]);
  });

  test('every check is for clauses of its document', () => {
    expect(checks.filter(({ clauses }) => clauses.some((id) => specs.clauses.get(id)?.document !== spec.name))).toEqual([]);
  });

  test('no check is for a clause that nothing could contradict', () => {
    expect(checks.filter(({ clauses }) => clauses.some((id) => specs.clauses.get(id)?.status === 'informative'))).toEqual([]);
  });

  test('no two checks have the same name', () => {
    const ids = checks.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('a run that saw nothing passes nothing', () => {
    const { clauses } = judge(specs, sampleProfile({}, {}, spec.name), [], { documents: [spec.name] });
    expect(clauses.filter(({ clause }) => isJudgeable(clause)).length).toBeGreaterThan(40);
    expect(clauses.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')).toEqual([]);
  });
});

// A law finds nothing where a target leaves out what the law compares (Date, say): a step has to ask for the clause as well.
test('what laws alone judge is what pages show together', () => {
  const lawful = Object.values(specs.documents).flatMap((spec) => {
    const checks = checksOf(spec);
    const byOthers = new Set(checks.flatMap(({ id, clauses }) => (id.startsWith('law/') ? [] : clauses)));
    return [...new Set(checks.flatMap(({ clauses }) => clauses))].filter((clause) => !byOthers.has(clause));
  });
  expect(lawful).toEqual(['pam.pagination.complete', 'pam.pagination.no-duplicates', 'pam.pagination.ends']);
});

// Relations that no clause speaks of have rows, so that they can be followed, and each row has a check.
test('no check is for no clause at all', () => {
  expect(Object.values(specs.documents).flatMap((spec) => checksOf(spec).filter(({ clauses }) => clauses.length === 0))).toEqual([]);
});
