import { dirname, resolve } from 'node:path';
import { SpecError } from '../model/errors.ts';
import { readStoredFile, textOf } from '../model/stored-file.ts';
import type { CredentialReference } from '../model/types.ts';
import { nameOf, unfitForHeader } from './headers.ts';

/** Bytes of a secret: any is far smaller. */
const LARGEST = 1 << 20;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment holds under a name; its prototype holds nothing. */
export function variable(env: Environment, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

/** Where a secret is used: in a header of each request, or as a text such as a password. */
export type SecretUse = 'header' | 'text';

/**
 * The secret that a reference names, as it is: nothing is taken off but the line break at the end of a file. Throws SpecError where it
 * cannot be had, or cannot be what is meant; the message holds nothing of it.
 * @param place file, line and key of the reference, or of what stands below it, for messages
 * @param file paths are relative to this one
 */
export function fetchSecret(
  reference: CredentialReference,
  place: (below: '' | '.env' | '.file' | '.value') => string,
  file: string,
  env: Environment,
  use: SecretUse = 'header',
): string {
  const { value, env: name, file: path } = reference;
  const given = Object.keys(reference);
  if (given.length > 1)
    throw new SpecError(
      'credential-malformed',
      `${place('')}  expected one of env, file, value, found ${given.join(' and ')}. Keep one of them`,
    );
  if (value !== undefined) return usable(value, use, () => place('.value'), 'Correct it');
  if (name !== undefined) {
    const found = variable(env, name);
    if (found === undefined || found === '')
      throw new SpecError(
        'variable-missing',
        `${place('.env')}  expected the environment variable ${name} to be set, found nothing. Export it before the run`,
      );
    return usable(
      found,
      use,
      () => `${place('.env')}  ${name}`,
      'Export it without: in a shell, export NAME="$(cat FILE)" takes line feeds off its end',
    );
  }
  if (path !== undefined) {
    const from = resolve(dirname(file), path);
    const here = place('.file');
    return usable(secretFile(here, from), use, () => `${here}  ${from}`, 'Write it anew, the secret alone');
  }
  throw new SpecError('credential-malformed', `${place('')}  expected one of env, file, value, found none`);
}

function usable(secret: string, use: SecretUse, place: () => string, remedy: string): string {
  const flaw = flawOf(secret, use);
  if (flaw !== undefined) throw new SpecError('secret-malformed', `${place()}  expected a secret, found ${flaw}. ${remedy}`);
  return secret;
}

/** What shows that a text is not the secret that was meant. A password may have blanks in it, and any letters. */
function flawOf(secret: string, use: SecretUse): string | undefined {
  if (secret === '') return 'an empty text';
  if (secret.trim() === '') return 'blanks alone';
  const unfit = use === 'header' ? unfitForHeader(secret) : undefined;
  const broken = /[\n\r\0\ufeff]/.exec(secret);
  if (broken !== null) return `one with ${nameOf(broken[0])} as its character ${broken.index + 1} of ${secret.length}`;
  if (unfit !== undefined) return `one that no header can hold: ${unfit}`;
  return use === 'header' && secret !== secret.trim() ? 'one with blanks at its beginning or end' : undefined;
}

function secretFile(place: string, path: string): string {
  const bytes = readStoredFile(path, { limit: LARGEST, origin: 'named', place: `${place}  ${path}` });
  // A line ends as lines do; anything else was not meant.
  const text = textOf(bytes);
  if (text === undefined)
    throw new SpecError('not-utf-8', `${place}  ${path}  expected text in UTF-8, found bytes that are none. Save the file as UTF-8`);
  return text.replace(/\r?\n$/, '');
}
