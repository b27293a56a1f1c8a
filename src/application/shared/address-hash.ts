import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { KeyedHash } from '../ports/hashing.js';

/** 128 bits: with the secret the mails of an address are found by it; without, it says nothing about the address. */
const hashDigits = 32;

/**
 * What stands for an address where facts are found again by it: the same for every way of writing it (NFC, lower case;
 * the domain comes in A-labels, as in every mailbox).
 */
export function addressHash(hash: KeyedHash, address: string): string {
  return hash.hash('address-index', [address.normalize('NFC').toLowerCase()]).slice(0, hashDigits);
}

/**
 * What stands for a recipient's domain: keyed, so that the log names no receiving host; the same for every mail to it.
 */
export function destinationOf(hash: KeyedHash, address: string): string {
  return hash.hash('domain-name', ['destination', domainOfAddress(address)]).slice(0, hashDigits);
}
