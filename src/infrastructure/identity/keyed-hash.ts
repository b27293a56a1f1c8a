import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { HashPurpose, KeyedHash } from '../../application/ports/hashing.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { randomBytes } from './random.js';

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
    secrets.set(purpose, createSecretKey(await secretOf(keys, `hash/${purpose}`)));
  }
  return {
    hash(purpose, parts) {
      const secret = secrets.get(purpose);
      if (secret === undefined) throw new Error(`no secret for ${purpose}`);
      return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
    },
  };
}

async function secretOf(keys: KeyStore, name: string): Promise<Buffer> {
  const existing = await keys.getSecret(name);
  if (existing !== undefined) return existing;
  await keys.createSecret(name, randomBytes(secretBytes));
  // Another process may have been first: the one that is stored counts.
  const stored = await keys.getSecret(name);
  if (stored === undefined) throw new Error(`the secret ${name} was stored and cannot be read`);
  return stored;
}
