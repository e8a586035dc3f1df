import type { Binding, DocumentSpec, ProfileFile, Specs } from '../model/types.ts';
import { SpecError } from '../model/errors.ts';
import { didYouMean, placeOfKey } from '../model/yaml-file.ts';
import { withoutUser } from './addresses.ts';
import { overrulings } from './check-binding.ts';
import { checkAccess, type Mistake } from './check-access.ts';
import { checkArguments } from './check-arguments.ts';
import { checkDeclarations } from './check-declaration.ts';
import { isCredential } from './needs.ts';

/** Everything in a profile that its schema cannot see: claims, bindings and declarations that the specs do not know. */
export function checkProfile(profile: ProfileFile, file: string, specs: Specs): void {
  const mistakes = Object.entries(profile.services ?? {}).flatMap(([name, service]): readonly Mistake[] => {
    const spec = Object.values(specs.documents).find((document) => document.name === name);
    if (spec === undefined) return [unknownDocument(name, specs)];
    const place = `services.${spec.name}`;
    return [
      ...(service.claims ?? []).flatMap((claim, index) => checkClaim(spec, claim, `${place}.claims.${index}`)),
      ...Object.entries(service.bindings ?? {}).flatMap(([key, binding]) => checkBinding(spec, key, binding, `${place}.bindings.${key}`)),
      ...checkAccess(spec, service, place),
      ...checkDeclarations(spec, service.declares ?? [], `${place}.declares`),
    ];
  });
  const all = [...mistakes, ...checkOrigins(profile.permissions?.origins ?? [])];
  if (all.length > 0)
    throw new SpecError('profile-unknown-name', all.map(({ key, message }) => `${placeOfKey(file, key)}  ${message}`).join('\n'));
}

function unknownDocument(name: string, { documents }: Specs): Mistake {
  const known = Object.keys(documents);
  return {
    key: `services.${name}`,
    message: `expected one of the documents ${known.join(', ')}, found '${name}'${didYouMean(name, known)}`,
  };
}

/** What is compared with the origin of a link has to be one itself (RFC 6454). */
function checkOrigins(origins: readonly string[]): readonly Mistake[] {
  return origins.flatMap((origin, index) => {
    if (URL.canParse(origin) && new URL(origin).origin === origin) return [];
    const message = `expected an origin such as https://id.example.test, scheme, host and port alone, found '${withoutUser(origin)}'`;
    return [{ key: `permissions.origins.${index}`, message }];
  });
}

function checkClaim({ features, name }: DocumentSpec, claim: string, place: string): readonly Mistake[] {
  const known = features.map(({ id }) => id);
  return known.includes(claim)
    ? []
    : [{ key: place, message: `expected a feature of ${name} (${known.join(', ')}), found ${claim}${didYouMean(claim, known)}` }];
}

function checkBinding(spec: DocumentSpec, key: string, binding: Binding | string, place: string): readonly Mistake[] {
  const operation = spec.endpoints.operations.find(({ id }) => id === key);
  if (operation === undefined) {
    if (key === 'errorName' && spec.errors.errorName !== undefined)
      return [{ key: place, message: `the document says where an error's name stands (${spec.errors.errorName}): remove this key` }];
    const known = [...new Set([...spec.endpoints.operations.map(({ id }) => id), ...valueBindings(spec)])];
    return known.includes(key)
      ? []
      : [
          {
            key: place,
            message: `expected something that the document leaves open (${known.join(', ')}), found ${key}${didYouMean(key, known)}`,
          },
        ];
  }
  if (typeof binding === 'string') return [{ key: place, message: `expected a mapping with method, path, …, found '${binding}'` }];
  const mistakes = overrulings(operation, binding).map(({ key: part, message }) => ({ key: `${place}.${part}`, message }));
  return mistakes.length > 0 ? mistakes : checkArguments(spec, operation, binding, place);
}

/** Bindings that are no operations, named by the clauses that they fill. */
export function valueBindings(spec: DocumentSpec): readonly string[] {
  const { clauses } = spec;
  const named = clauses.flatMap(({ filledBy = [], needs = [] }) => [
    ...filledBy.filter((fill) => fill.startsWith('bindings/')).map((fill) => fill.slice('bindings/'.length)),
    ...needs,
  ]);
  return [...new Set([...named, 'errorName'])].filter((name) => !isCredential(spec, name));
}
