import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Certificate, Statement } from '../../model/types.ts';
import { firstErrorValidator } from '../../model/meta-schemas.ts';
import { plainJson } from '../../model/stored-json.ts';
import { certificateText, holds, keyId, PAYLOAD_TYPE } from '../../report/certificate/dsse.ts';
import { signerIn } from '../../report/certificate/statement.ts';

/** What a certificate states, once its signature holds; or why it proves nothing. */
export type Opened = { readonly statement: Statement; readonly keyId: string } | { readonly broken: string };

/**
 * Opens a certificate and checks its one signature: against the key that is given, else against the one that the certificate itself
 * names, which shows that it is whole but not who signed it.
 */
export function openCertificate(text: string, key?: KeyObject): Opened {
  const certificate = parsed(text);
  if (certificate === undefined) return { broken: 'it is no DSSE envelope' };
  const { payload, payloadType, signatures } = certificate;
  if (payloadType !== PAYLOAD_TYPE) return { broken: `its payload is of type ${payloadType}, not ${PAYLOAD_TYPE}` };
  const [signature, ...others] = signatures;
  if (signature === undefined) return { broken: 'it is not signed' };
  if (others.length > 0) return { broken: `it is signed ${signatures.length} times, where one signature is expected` };
  if (certificateText(certificate) !== text) return { broken: 'it is not byte for byte as it was written' };
  const statement = stated(payload);
  if (statement === undefined) return { broken: 'it states nothing that this version of Assay knows' };
  const own = embeddedKey(statement);
  if (own === undefined) return { broken: 'it does not name the key that signed it' };
  const whole = signature.keyid === keyId(own) && holds(certificate, signature.sig, own);
  if (!whole) return { broken: 'its signature does not hold: it was changed after it was signed' };
  if (key !== undefined && keyId(key) !== keyId(own))
    return { broken: `it is signed with the key ${keyId(own)}, not with the given one, ${keyId(key)}` };
  return { statement, keyId: keyId(own) };
}

function parsed(text: string): Certificate | undefined {
  const value = json(text);
  const validate = firstErrorValidator<Certificate>('certificate');
  return validate(value) ? value : undefined;
}

/** Only what is byte for byte as it is written: a key that stands twice in it is one thing to us and another to others. */
function stated(payload: string): Statement | undefined {
  const bytes = Buffer.from(payload, 'base64');
  const value = json(bytes.toString('utf8'));
  const validate = firstErrorValidator<Statement>('statement');
  return validate(value) && Buffer.from(JSON.stringify(value)).equals(bytes) ? value : undefined;
}

function embeddedKey(statement: Statement): KeyObject | undefined {
  const der = signerIn(statement);
  if (der === undefined) return undefined;
  try {
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    // Not a key: the caller says so.
    return undefined;
  }
}

function json(text: string): unknown {
  try {
    return plainJson(text, '');
  } catch {
    // Not JSON, or more of it than any statement is: the caller says so.
    return undefined;
  }
}
