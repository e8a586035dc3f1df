import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Certificate } from '../../model/types.ts';

/** What stands in the envelope: JSON of the in-toto attestation framework. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The bytes that are signed: type and payload, each after its length in bytes (DSSE v1.0, protocol, PAE). */
export function preAuthenticationEncoding(type: string, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);
}

/** The public key's SPKI in DER, of a private or public key. */
export function publicDer(key: KeyObject): Buffer {
  return (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
}

/** The name of a key: SHA-256 of its public part's SPKI DER, hex. */
export function keyId(key: KeyObject): string {
  return createHash('sha256').update(publicDer(key)).digest('hex');
}

/** An envelope with one Ed25519 signature. */
export function seal(payload: Buffer, key: KeyObject): Certificate {
  const signature = sign(undefined, preAuthenticationEncoding(PAYLOAD_TYPE, payload), key);
  return {
    payload: payload.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyId(key), sig: signature.toString('base64') }],
  };
}

/** True where the signature is this key's, over exactly this type and payload. */
export function holds({ payload, payloadType }: Certificate, sig: string, key: KeyObject): boolean {
  const signed = preAuthenticationEncoding(payloadType, Buffer.from(payload, 'base64'));
  return verify(undefined, signed, key, Buffer.from(sig, 'base64'));
}

/** The one text that an envelope has as a file, so that no byte of it can be another unseen. */
export function certificateText({ payload, payloadType, signatures }: Certificate): string {
  const canonical = (text: string): string => Buffer.from(text, 'base64').toString('base64');
  return `${JSON.stringify(
    { payload: canonical(payload), payloadType, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: canonical(sig) })) },
    undefined,
    1,
  )}\n`;
}
