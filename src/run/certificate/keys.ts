import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readStoredText } from '../../model/stored-file.ts';
import { RunError } from '../run-error.ts';

/** Bytes of a key: any is far smaller. */
const LARGEST = 1 << 20;

const HOW = {
  private: "'openssl genpkey -algorithm ed25519 -out key.pem' makes one",
  public: "'openssl pkey -in key.pem -pubout -out key.pub.pem' makes it from the private one",
} as const;

/** The Ed25519 key that signs: PKCS#8 PEM. Throws RunError that says what the file holds instead. */
export function readPrivateKey(file: string): KeyObject {
  return readKey(file, 'private', (text) => createPrivateKey(text));
}

/** The Ed25519 key that signatures are checked with: SPKI PEM. Throws RunError that says what the file holds instead. */
export function readPublicKey(file: string): KeyObject {
  return readKey(file, 'public', (text) => createPublicKey(text));
}

function readKey(file: string, kind: 'private' | 'public', parse: (text: string) => KeyObject): KeyObject {
  const wrong = (found: string): RunError =>
    new RunError('key-malformed', `--key ${file}: expected an Ed25519 ${kind} key in PEM, found ${found}. ${HOW[kind]}`);
  const text = readStoredText(file, { limit: LARGEST, origin: 'named', place: `--key ${file}` });
  const label = /^-----BEGIN ([A-Z0-9 ]+)-----$/m.exec(text)?.[1];
  if (label === undefined) throw wrong('no PEM');
  // Whoever mixes the two up has both: nothing is to be made anew.
  if (kind === 'private' && label === 'PUBLIC KEY')
    throw new RunError(
      'key-malformed',
      `--key ${file}: expected the private key, found the public one. Sign with the private key that it was made from`,
    );
  if (label !== `${kind.toUpperCase()} KEY`) throw wrong(`a file that begins with '${label}'`);
  let key: KeyObject;
  try {
    key = parse(text);
  } catch (error) {
    throw wrong(`one that cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw wrong(`one of type ${key.asymmetricKeyType ?? 'unknown'}`);
  return key;
}
