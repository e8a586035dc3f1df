import { defined } from '../model/defined.ts';
import { nearestIds } from '../model/nearest.ts';
import { globPattern, isSelected } from '../model/selection.ts';
import type { Selection, Specs } from '../model/types.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { RunError } from './run-error.ts';

/** What narrows a run or a plan: names, ids and globs, as they were typed. */
export interface Filters {
  readonly document?: readonly string[];
  readonly feature?: readonly string[];
  readonly clause?: readonly string[];
  readonly exclude?: readonly string[];
}

/** What a run or plan is narrowed to. Throws RunError for what there is not, and where nothing is left. */
export function selectionOf({ document, feature, clause, exclude }: Filters, specs: Specs): Selection {
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
    const unknown = idle.filter(
      (name) => !all.some(({ id, document: own, feature: part }) => own === name || part === name || globPattern(name).test(id)),
    );
    if (unknown.length === 0)
      throw new RunError('clause-unknown', `no clause matches ${idle.join(' and ')}${beside === '' ? ' together' : beside}. Leave one out`);
    throw new RunError(
      'clause-unknown',
      `no clause matches ${unknown.join(' and ')}${nearestTo(
        unknown.filter((name) => [...(clause ?? []), ...(exclude ?? [])].includes(name)),
        all,
      )}. 'assay clauses' lists them all`,
    );
  }
  if (selected.length === 0) throw new RunError('clause-unknown', `--exclude ${(exclude ?? []).join(' ')} leaves no clause. Exclude less`);
  return selection;
}

function known<Name extends string>(name: string, names: readonly Name[], kind: string): Name {
  const found = names.find((candidate) => candidate === name);
  if (found === undefined)
    throw new RunError(
      'value-unknown',
      `--${kind} ${name}: there is no such ${kind}. Known: ${names.join(', ')}${didYouMean(name, names)}`,
    );
  return found;
}

/** The ids that an id may mean, and the globs that one may whose beginning no clause has. */
function nearestTo(names: readonly string[], clauses: readonly { readonly id: string }[]): string {
  const ids = clauses.map(({ id }) => id);
  const near = names.filter((name) => !ids.includes(name)).flatMap((name) => likeName(name, ids));
  return near.length === 0 ? '' : `; the nearest: ${near.join(', ')}`;
}

function likeName(name: string, ids: readonly string[]): readonly string[] {
  const star = name.indexOf('*');
  if (star < 0) return nearestIds(name, ids);
  const beginning = name.slice(0, star).replace(/\.[^.]*$/, '');
  const segments = beginning.split('.').length;
  const beginnings = new Set(ids.map((id) => id.split('.').slice(0, segments).join('.')));
  return beginnings.has(beginning) ? [] : nearestIds(beginning, [...beginnings]).map((like) => `${like}${name.slice(beginning.length)}`);
}
