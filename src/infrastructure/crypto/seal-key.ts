import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import type { SealKey, SealMath } from '../../application/ports/seal-signing.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { secretOnce } from './secret.js';

const secretName = 'seal/ed25519';

/** Reads the key that seals are signed with, and makes it where there is none. */
export async function openSealKey(keys: KeyStore): Promise<SealKey> {
  const der = await secretOnce(keys, secretName, () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }),
  );
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  // RFC 8037 §2: `x` is the public key's 32 bytes.
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error(`${secretName} is no Ed25519 key`);
  return { publicKey: x, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url') };
}

export const sealMath: SealMath = {
  digestOf: (text) => createHash('sha256').update(text).digest('hex'),
  isSignedBy(publicKey, text, signature) {
    try {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
      return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    } catch {
      return false;
    }
  },
};

/** HMAC-SHA-256 over the text's UTF-8, lower-case hex; `secret` in base64url. */
export function macOf(secret: string, text: string): string {
  return createHmac('sha256', Buffer.from(secret, 'base64url')).update(text).digest('hex');
}
