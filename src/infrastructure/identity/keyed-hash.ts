import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { HashPurpose, KeyedHash } from '../../application/ports/hashing.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { randomBytes } from './random.js';
import { secretOnce } from './secret.js';

const purposes: Readonly<Record<HashPurpose, true>> = {
  submission: true,
  payload: true,
  suppression: true,
  'address-index': true,
  'domain-name': true,
  'api-key': true,
  link: true,
};
const secretBytes = 32;

/**
 * Reads the secret of every purpose, `hash/<purpose>`, and makes those that are missing. Two processes that start at
 * once end with the same secrets.
 */
export async function openKeyedHash(keys: KeyStore): Promise<KeyedHash> {
  const secrets = new Map<HashPurpose, KeyObject>();
  for (const purpose of Object.keys(purposes) as HashPurpose[]) {
    secrets.set(purpose, createSecretKey(await secretOnce(keys, `hash/${purpose}`, () => randomBytes(secretBytes))));
  }
  return {
    hash(purpose, parts) {
      const secret = secrets.get(purpose);
      if (secret === undefined) throw new Error(`no secret for ${purpose}`);
      return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
    },
  };
}
