import { networkInterfaces } from 'node:os';
import { createMxDirectory, type MxDirectory } from '../../application/delivery/mx/mx-directory.js';
import type { Clock } from '../../application/ports/clock.js';
import type { KeyedHash } from '../../application/ports/hashing.js';
import type { MailTransport } from '../../application/ports/mail-transport.js';
import { isPublicAddress } from '../../infrastructure/addresses/public-address.js';
import type { Config } from '../../infrastructure/config/config.js';
import { createHostLookup } from '../../infrastructure/addresses/host-lookup.js';
import { createDns } from '../../infrastructure/dns/dns.js';
import type { Destination } from '../../infrastructure/smtp-out/destination.js';
import { KeptLookup } from '../../infrastructure/smtp-out/kept-lookup.js';
import { createMailTransport } from '../../infrastructure/smtp-out/mail-transport.js';

/** Which hosts take the mail of a domain, as the DNS says. */
export function createDirectory(config: Config, clock: Clock, hash: KeyedHash): MxDirectory {
  const { heloName, mx } = config;
  return createMxDirectory({
    // The configured servers' cache is what spares every mail a look-up: only checks of records go past it.
    dns: createDns({ ...config.dns, zoneServers: null }),
    clock,
    hash,
    isOurName: (host) => host === heloName,
    foundLifeMs: 300_000,
    missingLifeMs: mx.missingCacheMs,
  });
}

/** The connections behind those routes. */
export function createTransport(config: Config, catcherPort: number, directory: MxDirectory): MailTransport {
  const { deliveryMode, heloName, smtpTimings, relayConnections: maxConnections, mx } = config;
  // Our own receiver greets a new connection after 100 ms: a kept one never waits again.
  const maxMailsPerConnection = Number.POSITIVE_INFINITY;
  const catcher = {
    host: '127.0.0.1',
    port: catcherPort,
    tls: 'none',
    onThisMachine: true,
    maxConnections,
    maxMailsPerConnection,
  } as const;
  const relay = deliveryMode.kind === 'relay' ? relayDestination(deliveryMode.relay, maxConnections) : undefined;
  const ourAddresses = addressesOfThisMachine(mx.outboundAddresses);
  return createMailTransport({
    destinations: { catcher, ...(relay === undefined ? {} : { relay }) },
    heloName,
    ...smtpTimings,
    lookup: new KeptLookup(createHostLookup(config.dns)).lookup,
    brokenTlsMemoryMs: config.brokenTlsMemoryMs,
    mx: {
      port: mx.port,
      openTimeoutMs: 90_000,
      outboundAddresses: mx.outboundAddresses,
      addressesOf: (host) => directory.addressesOf(host),
      isAllowed: mx.allowPrivate ? () => true : isPublicAddress,
      isOurs: (address) => ourAddresses.has(address),
    },
  });
}

function relayDestination(
  { host, port, implicitTls, credentials, ca, verify }: Extract<Config['deliveryMode'], { kind: 'relay' }>['relay'],
  maxConnections: number,
): Destination {
  const onThisMachine = /^(127\.|::1$|localhost$)/.test(host);
  const tls = implicitTls ? 'implicit' : 'opportunistic';
  return { host, port, tls, credentials, ca, trustsAnyCertificate: !verify, onThisMachine, maxConnections };
}

/** Not those of the loopback: what is there is refused for being private, or wanted. */
function addressesOfThisMachine(outbound: readonly string[]): ReadonlySet<string> {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return new Set([...outbound, ...own.flatMap(({ internal, address }) => (internal ? [] : [address]))]);
}
