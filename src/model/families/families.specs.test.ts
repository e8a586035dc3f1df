import { expect, test } from 'vitest';
import { definedNames } from '../cross-check/names.ts';
import { placeholders } from '../cross-check/placeholders.ts';
import { references } from '../cross-check/references.ts';
import { loadSpecs } from '../load.ts';

const documents = Object.values(loadSpecs().documents);

test('probes of families stand after those that are written by hand, with ids of their own', () => {
  const probes = documents.flatMap((spec) => spec.probes.probes);
  const made = probes.filter(({ family }) => family !== undefined);
  expect(made.length).toBeGreaterThan(50);
  for (const { probes } of documents) {
    expect(new Set(probes.probes.map(({ id }) => id)).size).toBe(probes.probes.length);
    expect(probes.probes.findLastIndex(({ family }) => family === undefined)).toBeLessThan(
      Math.max(
        probes.probes.findIndex(({ family }) => family !== undefined),
        probes.probes.length,
      ),
    );
  }
});

test('a further way into a state leaves no clause open where it cannot be taken', () => {
  const ways = documents.flatMap((spec) => spec.probes.probes).filter(({ family }) => family?.name === 'ways');
  expect(ways.length).toBeGreaterThan(10);
  expect(ways.filter(({ adds }) => adds !== true)).toEqual([]);
});

test.each(documents.map((spec) => [spec.name, spec] as const))(
  '%s: what families make refers to nothing that is not there',
  (_name, spec) => {
    const names = definedNames(spec);
    const unknown = [...references(spec, names)].filter(({ name, known }) => !known.has(name));
    const strange = placeholders(spec, names).filter(({ found }) => !/^'\$\{?(near|by-policy|has-policy)\./.test(found));
    expect([...unknown, ...strange]).toEqual([]);
  },
);

test('no two provider states and steps of a probe that a family makes go by one name', () => {
  const clashes = documents.flatMap(({ probes }) =>
    probes.probes
      .filter(({ family }) => family !== undefined)
      .flatMap(({ id, given = [], steps }) => {
        const names = [...given.flatMap(({ as }) => as ?? []), ...new Set(steps.flatMap((step) => step.id ?? []))];
        return names.length === new Set(names).size ? [] : [`${id}: ${names.join(', ')}`];
      }),
  );
  expect(clashes).toEqual([]);
});

test('the first probe of a clause stands for it, and the others add to it', () => {
  const authentication = documents.find(({ name }) => name === 'authentication');
  const adding = authentication?.probes.probes.filter(({ id }) => id.startsWith('near-miss.session-token')).map(({ adds }) => adds);
  expect(adding).toEqual([undefined, true, true, true, true]);
});

test('a probe that stands for one of its clauses only adds to the others', () => {
  const authentication = documents.find(({ name }) => name === 'authentication');
  const deadline = authentication?.probes.probes.find(({ id }) => id === 'deadline.password.signed-in-before-expiry.just-before');
  expect(deadline?.adds).toEqual(['authn.transitions.success']);
});

test('what lasts is read again after background work, where the document knows of any that runs by itself', () => {
  const working = documents.filter(({ providerStates }) => providerStates.acts.some(({ byItself }) => byItself === true));
  const later = working.flatMap(({ probes }) => probes.probes.filter(({ id }) => /^durability\..*\.later$/.test(id)));
  expect(later.length).toBeGreaterThan(20);
  expect(later.filter(({ steps }) => !steps.some(({ act }) => act !== undefined)).map(({ id }) => id)).toEqual([]);
});
