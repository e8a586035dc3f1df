import type { Command } from 'commander';
import type { Selection, Specs } from '../model/types.ts';
import { globPattern, isSelected } from '../model/selection.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { UsageError } from './fail.ts';
import { nearestIds } from './nearest.ts';
import { repeatable } from './flags.ts';
import { defined } from '../model/defined.ts';

export interface SelectionFlags {
  readonly document?: readonly string[];
  readonly feature?: readonly string[];
  readonly clause?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Adds the flags that narrow a run or a plan. */
export function withSelection(command: Command): Command {
  return command
    .option('--document <name>', 'only this document (repeatable)', repeatable(String))
    .option('--feature <id>', 'only this feature (repeatable)', repeatable(String))
    .option(
      '--clause <glob>',
      'only clauses whose id matches; * stays within a part of an id, ** crosses dots (repeatable)',
      repeatable(String),
    )
    .option('--exclude <glob>', 'no clause whose id matches (repeatable)', repeatable(String));
}

/** What a run or plan is narrowed to. Throws UsageError for what there is not, and where nothing is left. */
export function selectionOf({ document, feature, clause, exclude }: SelectionFlags, specs: Specs): Selection {
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
    ...defined({ documents, features, clauses: clause?.join(','), excluded: exclude?.join(',') }),
  };
  const all = [...specs.clauses.values()];
  const selected = all.filter((candidate) => isSelected(candidate, selection));
  // One that nothing matches beside others that something matches would be left out without a word.
  const idle = [
    ...(documents ?? []).filter((name) => !selected.some(({ document: own }) => own === name)),
    ...(features ?? []).filter((name) => !selected.some(({ feature: own }) => own === name)),
    ...(clause ?? []).filter((glob) => !selected.some(({ id }) => globPattern(glob).test(id))),
    ...(exclude ?? []).filter((glob) => !all.some(({ id }) => globPattern(glob).test(id))),
  ];
  if (idle.length > 0) {
    const beside =
      [...(document ?? []), ...(feature ?? []), ...(clause ?? []), ...(exclude ?? [])].length > idle.length
        ? ', beside the other filters'
        : '';
    throw new UsageError(
      'clause-unknown',
      `no clause matches ${idle.join(' ')}${beside}${nearestTo(
        idle.filter((name) => [...(clause ?? []), ...(exclude ?? [])].includes(name)),
        all,
      )}. 'assay clauses' lists them all`,
    );
  }
  if (selected.length === 0)
    throw new UsageError('clause-unknown', `--exclude ${(exclude ?? []).join(' ')} leaves no clause. Exclude less`);
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

/** The ids that an id without a star may mean. */
function nearestTo(names: readonly string[], clauses: readonly { readonly id: string }[]): string {
  const ids = clauses.map(({ id }) => id);
  const near = names.filter((name) => !name.includes('*') && !ids.includes(name)).flatMap((name) => nearestIds(name, ids));
  return near.length === 0 ? '' : `; the nearest: ${near.join(', ')}`;
}
