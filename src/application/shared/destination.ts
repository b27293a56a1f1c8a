import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { KeyedHash } from '../ports/hashing.js';

/** What the log calls an address's domain: keyed, so that it names no receiver; the same for every mail to that domain. */
export function destinationOf(hash: KeyedHash, address: string): string {
  return hash.hash('domain-name', ['destination', domainOfAddress(address)]).slice(0, 32);
}
