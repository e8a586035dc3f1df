import type { FileKey } from '../sources.ts';
import type { DocumentSpec } from '../types.ts';
import type { Reference } from './mistake.ts';
import type { DefinedNames, Names } from './names.ts';
import { stepReferences } from './step-references.ts';

/** What the clean-up after a case calls, and what it refers to. */
export function* cleanUpReferences({ endpoints, providerStates }: DocumentSpec, names: DefinedNames): Generator<Reference> {
  for (const [index, { id, undo }] of endpoints.operations.entries()) {
    if (undo === undefined) continue;
    const pointer = `/operations/${index}/undo`;
    const known = { $args: names.parameters.get(id) ?? new Set<string>() };
    if (undo.call !== undefined) yield* stepReferences('endpoints', { call: undo.call, with: { ...undo.with } }, pointer, names);
    if (undo.readBack !== undefined) {
      const { call, with: args } = undo.readBack;
      yield* stepReferences('endpoints', { call, with: { ...args } }, `${pointer}/readBack`, names);
    }
    yield* valueReferences('endpoints', [undo.with, undo.readBack?.with, undo.within], pointer, known);
  }
  for (const [index, { name, readBack }] of providerStates.states.entries()) {
    if (readBack === undefined) continue;
    const pointer = `/states/${index}/readBack`;
    yield* stepReferences('providerStates', { call: readBack.call, with: { ...readBack.with } }, pointer, names);
    yield* valueReferences('providerStates', readBack.with, pointer, { $state: names.data.get(name) ?? new Set<string>() });
  }
}

/** `$head.NAME` anywhere in a value, for the heads whose names are known. */
function* valueReferences(file: FileKey, value: unknown, pointer: string, known: Readonly<Record<string, Names>>): Generator<Reference> {
  if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value)) yield* valueReferences(file, entry, pointer, known);
    return;
  }
  const [head = '', name = ''] = typeof value === 'string' ? value.split('.') : [];
  const names = known[head];
  if (names !== undefined) yield { file, pointer, what: `a name after ${head}.`, name, known: names };
}
