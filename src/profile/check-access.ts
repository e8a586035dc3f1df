import type { Binding, DocumentSpec, ServiceProfile } from '../model/types.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { globPattern } from '../model/selection.ts';
import { headerMistakes } from './headers.ts';
import { credentialHolders, keptFor, operationCredentials } from './operation-credentials.ts';

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
    ...operationMistakes(spec, credentials, `${place}.credentials`),
    ...held
      .filter((name) => !known.includes(name) && credentials[name]?.operations === undefined)
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

/** Operations that there are not, or that two credentials are kept for, and what goes with nothing. */
function operationMistakes(spec: DocumentSpec, credentials: NonNullable<ServiceProfile['credentials']>, place: string): readonly Mistake[] {
  const known = spec.endpoints.operations.map(({ id }) => id);
  const kept = operationCredentials({ credentials });
  const isShown = credentialHolders(spec).length > 0;
  return Object.entries(credentials).flatMap(([name, { operations, scheme }]): readonly Mistake[] => {
    const key = `${place}.${name}`;
    if (operations === undefined)
      return scheme === undefined
        ? []
        : [{ key: `${key}.scheme`, message: `expected operations beside it, found none. Say which are shown this credential` }];
    if (!isShown)
      return [
        {
          key: `${key}.operations`,
          message: `expected nothing here: each caller of ${spec.name} gets its credential in exchange for a key`,
        },
      ];
    return operations.flatMap((glob, index): readonly Mistake[] => {
      const at = `${key}.operations.${index}`;
      const meant = known.filter((id) => globPattern(glob).test(id));
      if (meant.length === 0)
        return [{ key: at, message: `expected an operation of ${spec.name}, found '${glob}'${didYouMean(glob, known)}` }];
      const twice = meant.find((id) => keptFor(kept, id).findIndex(({ credential }) => credential === name) > 0);
      const [other] = twice === undefined ? [] : keptFor(kept, twice);
      return other === undefined
        ? []
        : [
            {
              key: at,
              message: `expected one credential for ${twice}, found ${other.credential} above already. Take it out of one of them`,
            },
          ];
    });
  });
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
