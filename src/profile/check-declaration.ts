import type { Declaration, DocumentSpec } from '../model/types.ts';
import { declarable } from '../model/declarable.ts';
import { didYouMean } from '../model/yaml-file.ts';
import type { Mistake } from './check-access.ts';
import { checkView } from './check-view.ts';

/** What a profile calls the state of something that is no longer found. */
export const GONE = 'gone';

/** Declarations of nothing that is open, twice, or of states and errors that there are not: the target would be blamed for them. */
export function checkDeclarations(spec: DocumentSpec, declares: readonly Declaration[], place: string): readonly Mistake[] {
  return declares.flatMap((declared, index): readonly Mistake[] => {
    const key = `${place}.${index}`;
    const known = [...declarable(spec)];
    if (!known.includes(declared.name)) {
      const message = `expected something that the document leaves open (${known.join(', ')}), found ${declared.name}${didYouMean(declared.name, known)}`;
      return [{ key: `${key}.name`, message }];
    }
    const { name: _name, ...promise } = declared;
    if (Object.values(promise).every((content) => content === undefined)) {
      const message = `expected what '${declared.name}' promises (to, refused, status, values, notation or view), found nothing. Add one of these, or remove the entry`;
      return [{ key, message }];
    }
    const twice = declares.slice(0, index).some(({ name }) => name === declared.name);
    return [
      ...(twice
        ? [{ key: `${key}.name`, message: `expected each name once, found '${declared.name}' above already. Put both into one` }]
        : []),
      ...checkStates(spec, declared, `${key}.to`),
      ...checkError(spec, declared, `${key}.refused`),
      ...(declared.view === undefined ? [] : checkView(declared.view, `${key}.view`)),
    ];
  });
}

function checkStates(spec: DocumentSpec, { name, to, values = [] }: Declaration, key: string): readonly Mistake[] {
  if (to === undefined) return [];
  if (to.length === 0)
    return [{ key, message: `expected a state or a list of states, found none. Remove this key where '${name}' leads anywhere` }];
  const known = [...statesOf(spec, name), GONE, ...values];
  return [to].flat().flatMap((state, index) => {
    if (known.includes(state)) return [];
    const near = didYouMean(state, known);
    const message = `expected a state (${known.join(', ')}), found '${state}'${near === '' ? '.' : near} One that the document does not list stands under 'values' of this entry too`;
    return [{ key: typeof to === 'string' ? key : `${key}.${index}`, message }];
  });
}

/** The states of the machines whose transitions lead where this declaration says; of all where none does. */
function statesOf({ states }: DocumentSpec, name: string): readonly string[] {
  const own = states.machines.filter(({ transitions }) =>
    transitions.some(({ to }) => typeof to === 'object' && 'declared' in to && to.declared === name),
  );
  const machines = own.length === 0 ? states.machines : own;
  return [...new Set(machines.flatMap((machine) => machine.states.map((state) => state.name)))];
}

/** Numbered errors that a document does not list are the target's own; a word that is nearly one of the document's is misspelt. */
function checkError({ errors }: DocumentSpec, { refused }: Declaration, key: string): readonly Mistake[] {
  const known = errors.errors.filter(({ named }) => named !== false).map((error) => error.name);
  if (refused === undefined || known.includes(refused)) return [];
  const letters = (name: string): string => name.replaceAll(/\d/g, '');
  const near = didYouMean(
    refused,
    known.filter((name) => letters(name) !== letters(refused)),
  );
  return near === '' ? [] : [{ key, message: `expected the name of an error, found '${refused}'${near}` }];
}
