import { X509Certificate } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { SpecError } from '../model/errors.ts';
import { HANDWRITTEN, readStoredText } from '../model/stored-file.ts';
import type { ProfileFile } from '../model/types.ts';
import { placeOfKey } from '../model/yaml-file.ts';
import type { TlsFiles } from './profile.ts';

/** What the files of `tls` hold. Throws SpecError naming the key whose file cannot be read or used. */
export function readTlsFiles({ tls }: ProfileFile, file: string): TlsFiles | undefined {
  if (tls === undefined) return undefined;
  if ((tls.cert === undefined) !== (tls.key === undefined))
    throw new SpecError(
      'certificate-unusable',
      `${placeOfKey(file, 'tls')}  expected cert and key, found ${tls.key === undefined ? 'cert' : 'key'} alone. Name both files`,
    );
  const read = (name: 'ca' | 'cert' | 'key'): Partial<Record<'ca' | 'cert' | 'key', string>> => {
    const path = tls[name];
    if (path === undefined) return {};
    const place = `${placeOfKey(file, `tls.${name}`)}  ${path}`;
    const text = readStoredText(resolve(dirname(file), path), { limit: HANDWRITTEN, origin: 'named', place });
    if (name !== 'key') demand(place, 'a certificate in PEM', () => new X509Certificate(text));
    return { [name]: text };
  };
  const files: TlsFiles = { ...read('ca'), ...read('cert'), ...read('key') };
  demand(placeOfKey(file, 'tls'), 'a certificate and its private key in PEM, without a passphrase', () => createSecureContext(files));
  return files;
}

function demand(place: string, expected: string, use: () => unknown): void {
  try {
    use();
  } catch (error) {
    const found = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new SpecError('certificate-unusable', `${place}  expected ${expected}, found none that can be used (${found}). Correct the file`);
  }
}
