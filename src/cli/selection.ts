import type { Selection, Specs } from '../spec/types.ts';
import { isSelected } from '../spec/selection.ts';
import { UsageError } from './fail.ts';

export interface SelectionFlags {
  readonly document?: readonly string[];
  readonly feature?: readonly string[];
  readonly clause?: string;
}

/** What a run or plan is narrowed to. Throws UsageError for what there is not, and where nothing is left. */
export function selectionOf({ document, feature, clause }: SelectionFlags, specs: Specs): Selection {
  const documents = document?.map((name) =>
    known(
      name,
      Object.values(specs.documents).map((spec) => spec.name),
      'document',
    ),
  );
  const features = feature?.map((name) =>
    known(
      name,
      Object.values(specs.documents).flatMap(({ ledger }) => ledger.features.map(({ id }) => id)),
      'feature',
    ),
  );
  const selection: Selection = {
    ...(documents === undefined ? {} : { documents }),
    ...(features === undefined ? {} : { features }),
    ...(clause === undefined ? {} : { clauses: clause }),
  };
  if (![...specs.clauses.values()].some((candidate) => isSelected(candidate, selection))) {
    throw new UsageError(
      `no clause matches ${[...(document ?? []), ...(feature ?? []), ...(clause === undefined ? [] : [clause])].join(' ')}. 'assay clauses' lists them all`,
    );
  }
  return selection;
}

function known<Name extends string>(name: string, names: readonly Name[], kind: string): Name {
  const found = names.find((candidate) => candidate === name);
  if (found === undefined) throw new UsageError(`--${kind} ${name}: there is no such ${kind}. Known: ${names.join(', ')}`);
  return found;
}
