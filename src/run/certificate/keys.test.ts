import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/stored-run.ts';
import { readPrivateKey, readPublicKey } from './keys.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privatePem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

/** What is wrong with a file as a key; 'read' where nothing is. */
function complaint(read: (file: string) => KeyObject, text: string): string {
  const file = join(temporaryFolder(), 'key.pem');
  writeFileSync(file, text);
  try {
    read(file);
    return 'read';
  } catch (error) {
    return String(error)
      .replace(file, 'key.pem')
      .replace(/\. '.*$/, '')
      .replace(/\(.*\)/, '(…)');
  }
}

test('keys that fit are read', () => {
  expect([complaint(readPrivateKey, privatePem(privateKey)), complaint(readPublicKey, publicPem(publicKey))]).toEqual(['read', 'read']);
});

test('what does not sign is told by name', () => {
  const encrypted = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString();
  expect([
    complaint(readPrivateKey, publicPem(publicKey)),
    complaint(readPrivateKey, privatePem(rsa.privateKey)),
    complaint(readPrivateKey, encrypted),
    complaint(readPrivateKey, 'garbage'),
    complaint(readPrivateKey, '-----BEGIN PRIVATE KEY-----\ngarbage\n-----END PRIVATE KEY-----\n'),
    complaint(readPrivateKey, ''),
  ]).toEqual([
    'RunError: --key key.pem: expected the private key, found the public one. Sign with the private key that it was made from',
    'RunError: --key key.pem: expected an Ed25519 private key in PEM, found one of type rsa',
    "RunError: --key key.pem: expected an Ed25519 private key in PEM, found a file that begins with 'ENCRYPTED PRIVATE KEY'",
    'RunError: --key key.pem: expected an Ed25519 private key in PEM, found no PEM',
    'RunError: --key key.pem: expected an Ed25519 private key in PEM, found one that cannot be read (…)',
    'RunError: --key key.pem: expected an Ed25519 private key in PEM, found no PEM',
  ]);
});

test('what checks no signature is told by name', () => {
  expect([
    complaint(readPublicKey, privatePem(privateKey)),
    complaint(readPublicKey, publicPem(rsa.publicKey)),
    complaint(readPublicKey, 'garbage'),
  ]).toEqual([
    "RunError: --key key.pem: expected an Ed25519 public key in PEM, found a file that begins with 'PRIVATE KEY'",
    'RunError: --key key.pem: expected an Ed25519 public key in PEM, found one of type rsa',
    'RunError: --key key.pem: expected an Ed25519 public key in PEM, found no PEM',
  ]);
});

test('a key that is not there', () => {
  expect(() => readPublicKey('/nowhere/key.pem')).toThrow('--key /nowhere/key.pem  expected a file, found nothing');
});
