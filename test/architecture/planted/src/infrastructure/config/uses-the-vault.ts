import { vault } from '../vault/vault.js';

export const masterKey = vault;
