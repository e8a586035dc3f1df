import type { FileKey } from '../sources.ts';
import type { DocumentSpec } from '../types.ts';
import { familyRows } from './family-rows.ts';
import type { Mistake } from './mistake.ts';

/** Ids that two rows of a document share. */
export function duplicates(spec: DocumentSpec): readonly Mistake[] {
  const { clauses, features, resources, endpoints, states, providerStates, probes } = spec;
  const inFamilies = familyRows(spec);
  const lists = [...new Set(inFamilies.map(({ list }) => list))];
  const transitions = states.machines.flatMap((machine, index) =>
    machine.transitions.map(({ id }, at) => ({ id, pointer: `/machines/${index}/transitions/${at}/id` })),
  );
  return [
    ...repeated(
      'clauses',
      rows(clauses, ({ id }) => id, '/clauses', 'id'),
    ),
    ...repeated(
      'clauses',
      rows(features, ({ id }) => id, '/features', 'id'),
    ),
    ...repeated(
      'resources',
      rows(resources.resources, ({ name }) => name, '/resources', 'name'),
    ),
    ...repeated(
      'resources',
      rows(resources.rules ?? [], ({ id }) => id, '/rules', 'id'),
    ),
    ...repeated(
      'endpoints',
      rows(endpoints.operations, ({ id }) => id, '/operations', 'id'),
    ),
    ...repeated(
      'states',
      rows(states.machines, ({ id }) => id, '/machines', 'id'),
    ),
    ...repeated('states', transitions),
    ...repeated(
      'providerStates',
      rows(providerStates.states, ({ name }) => name, '/states', 'name'),
    ),
    ...repeated(
      'providerStates',
      rows(providerStates.acts, ({ name }) => name, '/acts', 'name'),
    ),
    ...repeated(
      'probes',
      rows(probes.probes, ({ id }) => id, '/probes', 'id'),
    ),
    ...lists.flatMap((list) =>
      repeated(
        'families',
        inFamilies.filter((one) => one.list === list).map(({ row, pointer }) => ({ id: row.id, pointer: `${pointer}/id` })),
      ),
    ),
    ...probes.probes.flatMap(({ sizes = [] }, index) =>
      repeated(
        'probes',
        rows(sizes, ({ id }) => id, `/probes/${index}/sizes`, 'id'),
      ),
    ),
  ];
}

interface Row {
  readonly id: string;
  readonly pointer: string;
}

function rows<T>(all: readonly T[], id: (row: T) => string, list: string, key: string): readonly Row[] {
  return all.map((row, index) => ({ id: id(row), pointer: `${list}/${index}/${key}` }));
}

function repeated(file: FileKey, all: readonly Row[]): readonly Mistake[] {
  const seen = new Set<string>();
  return all.flatMap(({ id, pointer }) => {
    const known = seen.has(id);
    seen.add(id);
    return known ? [{ file, pointer, expected: 'an id that no other row has', found: `'${id}' again` }] : [];
  });
}
