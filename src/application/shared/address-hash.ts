import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { KeyedHash } from '../ports/hashing.js';

/** 128 bits: with the secret the mails of an address are found by it; without, it says nothing about the address. */
const hashDigits = 32;

/** One text for every way of writing an address: NFC, lower case; the domain comes in A-labels, as in every mailbox. */
export function normalAddress(address: string): string {
  return address.normalize('NFC').toLowerCase();
}

/**
 * What stands for an address where facts are found again by it: the same for every way of writing it
 * ({@link normalAddress}).
 */
export function addressHash(hash: KeyedHash, address: string): string {
  return hash.hash('address-index', [normalAddress(address)]).slice(0, hashDigits);
}

/**
 * What stands for a recipient's domain: keyed, so that the log names no receiving host; the same for every mail to it.
 */
export function destinationOf(hash: KeyedHash, address: string): string {
  return hash.hash('domain-name', ['destination', domainOfAddress(address)]).slice(0, hashDigits);
}
