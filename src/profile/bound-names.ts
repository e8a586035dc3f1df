import { pointerSegments } from '../model/pointer.ts';
import type { BoundNames, Vocabulary } from '../model/vocabulary.ts';
import { operationBinding, type PublicProfile } from './profile.ts';
import type { Binding, Specs } from '../model/types.ts';

/**
 * What a profile calls things that are no secrets: its bindings say what they are.
 *
 * @param kindOf which documented names stand for secrets
 */
export function boundNames(specs: Specs, profile: PublicProfile, kindOf: Vocabulary['kindOf']): BoundNames {
  const open = new Set<string>();
  const secret = new Set<string>();
  const structure = new Set<string>();
  const said = Object.values(profile.services).map(({ baseUrl }) => baseUrl);
  const note = (name: string, documented: string): void => {
    (kindOf(documented) === undefined ? open : secret).add(name);
  };
  for (const { name: document, endpoints } of Object.values(specs.documents))
    for (const { id } of endpoints.operations) {
      const binding = operationBinding(profile, document, id);
      if (binding === undefined) continue;
      noteBinding(binding, note, structure);
      if (binding.path !== undefined) said.push(binding.path);
    }
  return { values: new Set([...open].filter((name) => !secret.has(name))), structure, said };
}

function noteBinding(
  { body, query = {}, response = {} }: Binding,
  note: (name: string, documented: string) => void,
  structure: Set<string>,
): void {
  const noteTemplate = (template: unknown): void => {
    if (typeof template !== 'object' || template === null) return;
    for (const [name, entry] of Object.entries(template)) {
      if (typeof entry === 'object') structure.add(name);
      else if (typeof entry === 'string' && entry.startsWith('$')) note(name, entry.slice(1));
      noteTemplate(entry);
    }
  };
  noteTemplate(body);
  noteTemplate(query);
  for (const [field, pointer] of Object.entries(response)) {
    const path = pointerSegments(pointer).flatMap((segment) => segment.split('|'));
    for (const name of field === 'root' || field === 'items' ? path : path.slice(0, -1)) structure.add(name);
    if (field !== 'root' && field !== 'items') note(path.at(-1) ?? '', field.split(/[.[\]]+/).at(-1) ?? field);
  }
}
