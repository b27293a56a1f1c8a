import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

export interface DkimKey {
  /** PKCS#8. */
  readonly privateKeyPem: string;
  /** SubjectPublicKeyInfo (DER), base64: what `p=` holds in DNS, RFC 6376 §3.6.1. */
  readonly publicKey: string;
}

/** RFC 8301 §3.2 asks for at least 1024 and recommends 2048; longer ones do not fit into one DNS string or UDP packet. */
const modulusLength = 2048;

/** A new key, made off the event loop. */
export async function generateDkimKey(): Promise<DkimKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKeyPem: privateKey, publicKey: publicKey.toString('base64') };
}
