import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from '../../application/ports/mail-composer.js';

export interface DkimKey {
  /** PKCS#8. */
  readonly privateKeyPem: string;
  /**
   * What `p=` holds in DNS: base64 of the DER SubjectPublicKeyInfo (RFC 6376 §3.6.1), or of the 32 bytes (RFC 8463
   * §4.2).
   */
  readonly publicKey: string;
}

/**
 * RFC 8301 §3.2 asks for at least 1024 and recommends 2048; longer ones do not fit into one DNS string or UDP packet.
 */
const modulusLength = 2048;
/** A new key, made off the event loop. */
export async function generateDkimKey(algorithm: SigningAlgorithm): Promise<DkimKey> {
  if (algorithm === 'ed25519-sha256') {
    const { privateKey, publicKey } = await promisify(generateKeyPair)('ed25519');
    // RFC 8037 §2: the bytes alone.
    const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    return { privateKeyPem: pem(privateKey), publicKey: bytes.toString('base64') };
  }
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength });
  return {
    privateKeyPem: pem(privateKey),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
