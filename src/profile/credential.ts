import { dirname, resolve } from 'node:path';
import { SpecError } from '../spec/spec-error.ts';
import { readStoredText } from '../spec/stored-file.ts';
import type { CredentialReference } from '../spec/types.ts';

/** Bytes of a secret: any is far smaller. */
const LARGEST = 1 << 20;

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The secret that a reference names. Throws SpecError where it cannot be had.
 * @param place file, line and key of the reference, or of what stands below it, for messages
 * @param file paths are relative to this one
 */
export function fetchSecret(
  { value, env: name, file: path }: CredentialReference,
  place: (below: '' | '.env' | '.file') => string,
  file: string,
  env: Environment,
): string {
  if (value !== undefined) return value;
  if (name !== undefined) {
    const found = env[name];
    if (found === undefined || found === '')
      throw new SpecError(`${place('.env')}  expected the environment variable ${name} to be set, found nothing. Export it before the run`);
    return found;
  }
  if (path !== undefined) return secretFile(place('.file'), resolve(dirname(file), path));
  throw new SpecError(`${place('')}  expected one of env, file, value, found none`);
}

function secretFile(place: string, path: string): string {
  return readStoredText(path, { limit: LARGEST, origin: 'named', place: `${place}  ${path}` }).trim();
}
