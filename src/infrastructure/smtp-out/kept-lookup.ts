import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { ResolveHost } from '../addresses/host-lookup.js';

const freshMs = 30_000;
/** A name server has answered: there is no such name, or no address of it. */
const missing = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Addresses of hosts that the operator has named: asked for apart from everything else, kept for a while, and used on
 * while no name server answers. What neither the hosts file nor DNS knows the system is asked for: it may have names of
 * its own, such as those of search domains.
 */
export class KeptLookup {
  readonly #kept = new Map<string, { readonly addresses: readonly LookupAddress[]; readonly atMs: number }>();
  readonly #pending = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(
    private readonly resolve: ResolveHost,
    private readonly askSystem: ResolveHost = bySystem,
  ) {}

  /** As `node:net` asks. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };

  async #addressesOf(hostname: string): Promise<readonly LookupAddress[]> {
    const kept = this.#kept.get(hostname);
    if (kept !== undefined && performance.now() - kept.atMs < freshMs) return kept.addresses;
    const pending = this.#pending.get(hostname) ?? this.#ask(hostname).finally(() => this.#pending.delete(hostname));
    this.#pending.set(hostname, pending);
    return pending;
  }

  async #ask(hostname: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.resolve(hostname).catch((error: NodeJS.ErrnoException) =>
      missing.has(error.code ?? '') ? undefined : this.#kept.get(hostname)?.addresses,
    );
    const found = addresses ?? (await this.askSystem(hostname));
    this.#kept.set(hostname, { addresses: found, atMs: performance.now() });
    return found;
  }
}

const bySystem: ResolveHost = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });
