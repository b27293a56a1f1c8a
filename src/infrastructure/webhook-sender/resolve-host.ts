import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { atSamePace } from '../addresses/same-pace.js';

export interface ResolveSettings {
  /** `address:port`; null: the system's. */
  readonly servers: readonly string[] | null;
  /** Of the first try; the library waits longer for the next. */
  readonly lookupTimeoutMs: number;
  readonly tries: number;
  /** Where connections may lead. Asked without the port first, while the name is looked up. */
  readonly isAllowed: (address: string, port?: number) => boolean;
}

/** The name leads to an address that an endpoint must not have, or to none: one answer, for which of the two it is would show who is inside. */
export class AddressNotAllowed extends Error {
  readonly code = 'address-not-allowed';
}

/**
 * The lookup for one connection, which then goes to what was checked here. One address that is not allowed refuses the
 * name. By the DNS library and not by the system's resolver: that has few threads, and a slow name server would hold all
 * of them.
 */
export function checkedLookup(settings: ResolveSettings): LookupFunction {
  return (hostname, options, callback) => {
    const startedAtMs = performance.now();
    const refuse = (): void => atSamePace(startedAtMs, () => callback(new AddressNotAllowed(), '', 4));
    addressesOf(hostname, settings).then((addresses) => {
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => settings.isAllowed(address))) refuse();
      // Mutable in Node's types.
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    }, refuse);
  };
}

async function addressesOf(hostname: string, settings: ResolveSettings): Promise<readonly LookupAddress[]> {
  // RFC 6761 §6.3: nothing to ask the DNS for.
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  }
  const { servers, lookupTimeoutMs, tries } = settings;
  const resolver = new Resolver({ timeout: lookupTimeoutMs, tries });
  if (servers !== null) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(four, 4), ...found(six, 6)];
}
