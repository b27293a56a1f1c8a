import type { vault } from '../../infrastructure/vault/vault.js';

export type Vault = typeof vault;
