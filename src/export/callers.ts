import type { CallerRow, DocumentSpec } from '../model/types.ts';
import { headerForms, type BoundOperation, type Service } from './deployment.ts';

/** How callers of a kind prove who they are, as OpenAPI says it. */
export type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string; readonly description: string };

/** The kinds of caller that show a credential, by name. */
export function securitySchemes(spec: DocumentSpec, service: Service): Readonly<Record<string, SecurityScheme>> {
  return Object.fromEntries(
    (spec.authentication.callers ?? []).flatMap((caller) => {
      const scheme = schemeOf(caller, service);
      return scheme === undefined ? [] : [[caller.name, scheme]];
    }),
  );
}

function schemeOf({ header, value, credential, refused }: CallerRow, service: Service): SecurityScheme | undefined {
  if (credential === undefined || refused === true) return undefined;
  const [name, form] = header === undefined ? (Object.entries(headerForms(service))[0] ?? []) : [header, value ?? '{credential}'];
  if (name === undefined || form === undefined) return undefined;
  if (name.toLowerCase() === 'authorization' && /^bearer \{\w+\}$/i.test(form))
    return { type: 'http', scheme: 'bearer', description: `the credential '${credential}'` };
  return { type: 'apiKey', in: 'header', name, description: `${name}: ${form.replace(/\{\w+\}/, `{${credential}}`)}` };
}

/** Who may call an operation: names of kinds of caller, '' for one that shows nothing. */
export function callersOf(spec: DocumentSpec, { row, binding }: BoundOperation): readonly string[] {
  const callers = spec.authentication.callers ?? [];
  const usual = callers.find((caller) => caller.default === true)?.name;
  const shown = (row.examples ?? []).map(({ caller }) => caller ?? binding?.caller ?? usual);
  const named = shown.length > 0 ? shown : [binding?.caller ?? usual];
  const isOpen = (name: string | undefined): boolean => callers.find((caller) => caller.name === name)?.credential === undefined;
  return [...new Set(named.map((name) => (row.authenticated === false || isOpen(name) ? '' : (name ?? ''))))];
}
