import type { KeyStore } from '../../application/ports/vault.js';

/** The secret of this name, made where there is none. Two processes that start at once end with the same one. */
export async function secretOnce(keys: KeyStore, name: string, make: () => Buffer): Promise<Buffer> {
  const existing = await keys.getSecret(name);
  if (existing !== undefined) return existing;
  await keys.createSecret(name, make());
  // Another process may have been first: the one that is stored counts.
  const stored = await keys.getSecret(name);
  if (stored === undefined) throw new Error(`the secret ${name} was stored and cannot be read`);
  return stored;
}
