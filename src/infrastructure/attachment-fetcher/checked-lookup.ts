import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The name leads to an address that clients may not make us ask. */
export class AddressNotAllowed extends Error {
  readonly code = 'address-not-allowed';
}

export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });

/**
 * A lookup for one connection: what it answers is what the socket connects to, so a name that answers differently the
 * next time gains nothing. One address that is not allowed refuses the name.
 */
export function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error('the name has no address'), '', 4);
        else if (!addresses.every(({ address }) => isAllowed(address))) callback(new AddressNotAllowed(), '', 4);
        // Mutable in Node's types; a copy, so that nobody's list changes.
        else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };
}
