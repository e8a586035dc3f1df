import { argumentOf, referencesBy, referencesByText } from '../model/placed-by.ts';
import { didYouMean } from '../model/yaml-file.ts';
import type { Binding, DocumentSpec, OperationRow } from '../model/types.ts';
import type { Mistake } from './check-access.ts';
import { oncePer } from '../model/once-per.ts';

/** References in a binding's templates to what no call of the operation has: they would be left out of each request. */
export function checkArguments(spec: DocumentSpec, operation: OperationRow, binding: Binding, place: string): readonly Mistake[] {
  const listed = new Set((operation.parameters ?? []).map(({ name }) => name));
  const { path = '', query = {}, headers = {}, body } = binding;
  const references = [
    ...referencesIn('path', path, referencesByText),
    ...Object.entries(query).flatMap(([name, text]) => referencesIn(`query.${name}`, text, referencesByText)),
    ...Object.entries(headers).flatMap(([name, text]) => referencesIn(`headers.${name}`, text, referencesByText)),
    ...inBody('body', body),
  ];
  return references.flatMap(({ key, name, shown }) => {
    if (name.split('.').length > 2)
      return [{ key: `${place}.${key}`, message: `expected at most one field, as in $name.id, found '${shown}'` }];
    const argument = argumentOf(name);
    if (listed.has(argument)) return [];
    const known = argumentsOf(spec, operation);
    if (known.includes(argument)) return [];
    const some = known.length === 0 ? 'none, it has no arguments' : known.join(', ');
    return [
      {
        key: `${place}.${key}`,
        message: `expected an argument of ${operation.id} (${some}), found '${shown}'${didYouMean(argument, known)}`,
      },
    ];
  });
}

interface Reference {
  readonly key: string;
  /** an argument, or name.field for a field of the object of that name */
  readonly name: string;
  readonly shown: string;
}

function referencesIn(key: string, text: string, referencesOf: (text: string) => readonly string[]): readonly Reference[] {
  return referencesOf(text).map((name) => ({ key, name, shown: text.startsWith('$') ? `$${name}` : `{${name}}` }));
}

function inBody(key: string, template: unknown): readonly Reference[] {
  if (typeof template === 'string') return referencesIn(key, template, referencesBy);
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([name, entry]) => inBody(`${key}.${name}`, entry));
}

/** The parameters that the document lists, and what the steps that call the operation pass beside them. */
function argumentsOf(spec: DocumentSpec, { id, parameters = [], examples = [] }: OperationRow): readonly string[] {
  const passed = examples.flatMap(({ with: args }) => Object.keys(args));
  return [...new Set([...parameters.map(({ name }) => name), ...passed, ...passedTo(id, spec)])];
}

/** What the steps of a document pass to an operation; one that follows a link may reach any. */
function passedTo(id: string, spec: DocumentSpec): readonly string[] {
  const passed = allPassed(spec);
  return [...(passed.get(id) ?? []), ...(passed.get(LINK) ?? [])];
}

const LINK = Symbol('whatever a link leads to');

/** What is passed to each operation. To find it takes a walk through the whole document. */
const allPassed = oncePer((spec: DocumentSpec) => {
  const passed = new Map<unknown, Set<string>>();
  collectPassed(spec, passed);
  return passed;
});

function collectPassed(part: unknown, passed: Map<unknown, Set<string>>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const entry of Object.values(part)) collectPassed(entry, passed);
  if (!('with' in part) || typeof part.with !== 'object' || part.with === null) return;
  const to = 'call' in part ? part.call : 'follow' in part ? LINK : undefined;
  passed.set(to, new Set([...(passed.get(to) ?? []), ...Object.keys(part.with)]));
}
