import type { Selection, Specs } from '../model/types.ts';
import { globPattern, isSelected } from '../model/selection.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { UsageError } from './fail.ts';
import { defined } from '../model/defined.ts';

export interface SelectionFlags {
  readonly document?: readonly string[];
  readonly feature?: readonly string[];
  readonly clause?: readonly string[];
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
      Object.values(specs.documents).flatMap(({ features }) => features.map(({ id }) => id)),
      'feature',
    ),
  );
  const selection: Selection = {
    ...defined({ documents, features }),
    ...(clause === undefined ? {} : { clauses: clause.join(',') }),
  };
  const selected = [...specs.clauses.values()].filter((candidate) => isSelected(candidate, selection));
  // One that nothing matches beside others that something matches would be left out without a word.
  const idle = [
    ...(documents ?? []).filter((name) => !selected.some(({ document: own }) => own === name)),
    ...(features ?? []).filter((name) => !selected.some(({ feature: own }) => own === name)),
    ...(clause ?? []).filter((glob) => !selected.some(({ id }) => globPattern(glob).test(id))),
  ];
  if (idle.length > 0) {
    const beside = [...(document ?? []), ...(feature ?? []), ...(clause ?? [])].length > idle.length ? ', beside the other filters' : '';
    throw new UsageError('clause-unknown', `no clause matches ${idle.join(' ')}${beside}. 'assay clauses' lists them all`);
  }
  return selection;
}

function known<Name extends string>(name: string, names: readonly Name[], kind: string): Name {
  const found = names.find((candidate) => candidate === name);
  if (found === undefined)
    throw new UsageError(
      'value-unknown',
      `--${kind} ${name}: there is no such ${kind}. Known: ${names.join(', ')}${didYouMean(name, names)}`,
    );
  return found;
}
