import type { FileKey } from '../sources.ts';
import type { DocumentSpec } from '../types.ts';
import type { Mistake } from './mistake.ts';

/** Ids that two rows of a document share. */
export function duplicates(spec: DocumentSpec): readonly Mistake[] {
  const { clauses, features, resources, endpoints, states, providerStates, probes, families } = spec;
  const transitions = states.machines.flatMap((machine, index) =>
    machine.transitions.map(({ id }, at) => ({ id, pointer: `/machines/${index}/transitions/${at}/id` })),
  );
  return [
    ...repeated('clauses', rows(clauses, '/clauses')),
    ...repeated('clauses', rows(features, '/features')),
    ...repeated('resources', named(resources.resources, '/resources')),
    ...repeated('resources', rows(resources.rules, '/rules')),
    ...repeated('endpoints', rows(endpoints.operations, '/operations')),
    ...repeated('states', rows(states.machines, '/machines')),
    ...repeated('states', transitions),
    ...repeated('providerStates', named(providerStates.states, '/states')),
    ...repeated('providerStates', named(providerStates.acts, '/acts')),
    ...repeated('probes', rows(probes.probes, '/probes')),
    ...Object.entries(families).flatMap(([key, list]) => repeated('families', rows(list, `/${key}`))),
    ...probes.probes.flatMap(({ sizes }, index) => repeated('probes', rows(sizes, `/probes/${index}/sizes`))),
  ];
}

interface Row {
  readonly id: string;
  readonly pointer: string;
}

function rows(all: readonly { readonly id: string }[] | undefined, list: string): readonly Row[] {
  return (all ?? []).map(({ id }, index) => ({ id, pointer: `${list}/${index}/id` }));
}

function named(all: readonly { readonly name: string }[], list: string): readonly Row[] {
  return all.map(({ name }, index) => ({ id: name, pointer: `${list}/${index}/name` }));
}

function repeated(file: FileKey, all: readonly Row[]): readonly Mistake[] {
  const seen = new Set<string>();
  return all.flatMap(({ id, pointer }) => {
    const known = seen.has(id);
    seen.add(id);
    return known ? [{ file, pointer, expected: 'an id that no other row has', found: `'${id}' again` }] : [];
  });
}
