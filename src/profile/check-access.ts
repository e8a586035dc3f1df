import type { Binding, DocumentSpec, ServiceProfile } from '../model/types.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { headerMistakes } from './headers.ts';

/** What is wrong with the value of one key, such as services.NAME.claims.2. */
export interface Mistake {
  readonly key: string;
  readonly message: string;
}

/** Callers, credentials and headers that do not fit together: a credential that nobody uses is most often misspelt. */
export function checkAccess(
  spec: DocumentSpec,
  { credentials = {}, headers = {}, bindings = {} }: ServiceProfile,
  place: string,
): readonly Mistake[] {
  const referred = Object.values(headers).flatMap((value) => [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const known = [...new Set([...credentialNames(spec), ...referred])];
  const held = Object.keys(credentials);
  return [
    ...held
      .filter((name) => !known.includes(name))
      .map((name) => ({
        key: `${place}.credentials.${name}`,
        message: `expected a credential that somebody uses (${known.join(', ')}), found ${name}${didYouMean(name, known)}`,
      })),
    ...headerMistakes(headers).map(({ name, message }) => ({ key: `${place}.headers.${name}`, message })),
    ...Object.entries(headers).flatMap(([header, value]) =>
      [...value.matchAll(/\{(\w+)\}/g)]
        .map(([, name = '']) => name)
        .filter((name) => name !== 'credential' && !held.includes(name))
        .map((name) => ({
          key: `${place}.headers.${header}`,
          message: `expected {credential} or the name of one of the credentials (${held.join(', ') || 'none'}), found {${name}}${didYouMean(name, held)}`,
        })),
    ),
    ...Object.entries(bindings).flatMap(([id, binding]) => checkCaller(spec, binding, `${place}.bindings.${id}.caller`)),
  ];
}

/** What callers show, and the parts of a key that can be exchanged for it, in either spelling. */
function credentialNames({ authentication, endpoints }: DocumentSpec): readonly string[] {
  return (authentication.callers ?? []).flatMap(({ credential }) => {
    const issuing = endpoints.operations.find(({ id }) => id === credential);
    if (credential === undefined || issuing === undefined) return credential ?? [];
    return (issuing.parameters ?? []).flatMap(({ name }) => [
      name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
      name,
    ]);
  });
}

function checkCaller({ authentication }: DocumentSpec, binding: Binding | string, key: string): readonly Mistake[] {
  const caller = typeof binding === 'object' ? binding.caller : undefined;
  const known = (authentication.callers ?? []).map(({ name }) => name);
  if (caller === undefined || known.includes(caller)) return [];
  return [
    { key, message: `expected a caller (${known.join(', ') || 'the document has none'}), found ${caller}${didYouMean(caller, known)}` },
  ];
}
