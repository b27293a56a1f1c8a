import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { atSamePace } from '../addresses/same-pace.js';

/** The name leads to an address that clients may not make us ask, or to none: one answer, for which of the two it is would show who is inside. */
export class AddressNotAllowed extends Error {
  readonly code = 'address-not-allowed';
}

/**
 * A lookup for one connection: what it answers is what the socket connects to, so a name that answers differently the
 * next time gains nothing. One address that is not allowed refuses the name.
 */
export function checkedLookup(
  resolve: (hostname: string) => Promise<readonly LookupAddress[]>,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    const startedAtMs = performance.now();
    const refuse = (): void => atSamePace(startedAtMs, () => callback(new AddressNotAllowed(), '', 4));
    resolve(hostname).then((addresses) => {
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) refuse();
      // Mutable in Node's types; a copy, so that the resolver's list stays.
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    }, refuse);
  };
}
