import type { KeyedHash } from '../ports/hashing.js';

/** 128 bits: who has the secret finds the mails of an address, and nobody else learns anything from it. */
const hashDigits = 32;

/**
 * What stands for an address where facts are found again by it: the same for every way of writing it (NFC, lower case;
 * the domain comes in A-labels, as in every mailbox).
 */
export function addressHash(hash: KeyedHash, address: string): string {
  return hash.hash('address-index', [address.normalize('NFC').toLowerCase()]).slice(0, hashDigits);
}
