import { secretKinds } from '../../../src/model/vocabulary.ts';
import { loadSpecs } from '../../../src/model/load.ts';

/** Names that the embedded deployment gives to secrets beside those of the specs. */
const OWN_NAMES = ['answer', 'passCode', 'cookie', 'sessionCredential', 'newPassword', 'oldPassword', 'server_token'];

let names: ReadonlySet<string> | undefined;

function secretNames(): ReadonlySet<string> {
  names ??= new Set([...Object.values(loadSpecs().documents).flatMap((spec) => [...secretKinds(spec).keys()]), ...OWN_NAMES]);
  return names;
}

/** The secrets in a message: by the names of its members, and in the headers that carry credentials. */
export function secretsOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>, body: string): readonly string[] {
  return [...inHeaders(headers), ...inValue(parsed(body))];
}

function inHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const fields = [value ?? []].flat();
    if (name.toLowerCase() === 'authorization') return fields.flatMap((field) => field.split(/(?<=^\S+) /).slice(1));
    if (name.toLowerCase() === 'x-api-key') return fields;
    if (name.toLowerCase() === 'set-cookie') return fields.flatMap((field) => cookieValues(field.split(';')[0] ?? ''));
    return name.toLowerCase() === 'cookie' ? fields.flatMap(cookieValues) : [];
  });
}

function cookieValues(field: string): readonly string[] {
  return field.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

function inValue(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isSecret = (name: string): boolean => secretNames().has(name.replace(/\d+$/, ''));
  const members = Object.entries(value);
  // An identifier that is sent in the place of a secret, beside itself, is none.
  const open = new Set(members.flatMap(([name, entry]) => (isSecret(name) ? [] : [entry])));
  return members.flatMap(([name, entry]) =>
    typeof entry === 'string' && isSecret(name) ? (open.has(entry) ? [] : [entry]) : inValue(entry),
  );
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // No JSON: there are no members to look at.
    return undefined;
  }
}
