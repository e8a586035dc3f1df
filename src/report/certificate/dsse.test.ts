import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { certificateText, holds, keyId, PAYLOAD_TYPE, preAuthenticationEncoding, publicDer, seal } from './dsse.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

test('what is signed is the encoding that the protocol gives as its example', () => {
  const encoded = preAuthenticationEncoding('http://example.com/HelloWorld', Buffer.from('hello world'));
  expect(encoded.toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
});

test('lengths are counted in bytes', () => {
  expect(preAuthenticationEncoding('ü', Buffer.from('✓')).toString()).toBe('DSSEv1 2 ü 3 ✓');
});

test('an envelope holds for its key, and another program can check it', () => {
  const envelope = seal(Buffer.from('{}'), privateKey);
  const [signature] = envelope.signatures;
  const signed = Buffer.from(`DSSEv1 28 ${PAYLOAD_TYPE} 2 {}`);
  expect({
    ...envelope,
    signatures: [{ keyid: signature?.keyid, holds: holds(envelope, signature?.sig ?? '', publicKey) }],
    elsewhere: verify(undefined, signed, publicKey, Buffer.from(signature?.sig ?? '', 'base64')),
  }).toEqual({
    payload: 'e30=',
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyId(publicKey), holds: true }],
    elsewhere: true,
  });
});

test('another payload, type, signature or key does not hold', () => {
  const envelope = seal(Buffer.from('{}'), privateKey);
  const sig = envelope.signatures[0]?.sig ?? '';
  const stranger = generateKeyPairSync('ed25519').publicKey;
  const attempts = [
    holds({ ...envelope, payload: Buffer.from('{ }').toString('base64') }, sig, publicKey),
    holds({ ...envelope, payloadType: 'text/plain' }, sig, publicKey),
    holds(envelope, Buffer.alloc(64).toString('base64'), publicKey),
    holds(envelope, '', publicKey),
    holds(envelope, sig, stranger),
  ];
  expect(attempts).toEqual([false, false, false, false, false]);
});

test('a key has one name, whichever half is at hand', () => {
  expect(keyId(privateKey)).toBe(keyId(publicKey));
  expect(publicDer(privateKey)).toEqual(publicDer(publicKey));
});

test('an envelope has one text: base64 that decodes alike is told apart', () => {
  const envelope = seal(Buffer.from('a'), privateKey);
  const lax = { ...envelope, payload: 'YR==' };
  expect([Buffer.from(lax.payload, 'base64').toString(), certificateText(lax) === certificateText(envelope)]).toEqual(['a', true]);
  expect(JSON.stringify(lax)).not.toBe(JSON.stringify(JSON.parse(certificateText(lax))));
});
