import { networkInterfaces } from 'node:os';
import { createMxDirectory, type MxDirectory } from '../../application/delivery/mx/mx-directory.js';
import { createProvenDns } from '../../application/delivery/mx/proven-dns.js';
import { openStsPolicies, type StsPolicies } from '../../application/delivery/mx/sts-policies.js';
import type { Clock } from '../../application/ports/clock.js';
import type { KeyedHash } from '../../application/ports/hashing.js';
import type { Dns } from '../../application/ports/dns.js';
import type { MailTransport, TlsSession } from '../../application/ports/mail-transport.js';
import type { JudgedSession } from '../../application/tls-report/tls-counts.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { isPublicAddress } from '../../infrastructure/addresses/public-address.js';
import type { Config } from '../../infrastructure/config/config.js';
import { createHostLookup } from '../../infrastructure/addresses/host-lookup.js';
import { createDns } from '../../infrastructure/dns/dns.js';
import { createValidatingDns } from '../../infrastructure/dns/validating-dns.js';
import { createPolicyFile, createPolicySource } from '../../infrastructure/mta-sts/policy-source.js';
import type { Destination } from '../../infrastructure/smtp-out/destination.js';
import { KeptLookup } from '../../infrastructure/smtp-out/kept-lookup.js';
import { createMailTransport } from '../../infrastructure/smtp-out/mail-transport.js';

/** How long an answer of the DNS about a receiving domain is good. */
const foundLifeMs = 300_000;

export interface RouteParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly hash: KeyedHash;
  readonly keys: KeyStore;
  readonly onFailure: (error: unknown, message: string) => void;
  readonly onWarning: (fields: Readonly<Record<string, string>>, message: string) => void;
  /** Each new connection to a receiver's host; null where none is counted. Never rejects. */
  readonly onTlsSession: ((judged: JudgedSession) => void) | null;
  /** Where the catcher listens on loopback. */
  readonly catcherPort: number;
}

/** Which hosts take the mail of a domain, and the connections to them. */
export async function openRoutes(parts: RouteParts) {
  const { config, catcherPort, onTlsSession } = parts;
  const directory = await openDirectory(parts, (domain) => onTls?.(noHostOf(domain)));
  const onTls =
    onTlsSession &&
    ((session: TlsSession): void => void directory.stsOf(session.domain).then((sts) => onTlsSession({ session, sts })));
  return { directory, connections: createTransport(config, catcherPort, directory, onTls) };
}

function noHostOf(domain: string): TlsSession {
  const unknown = { host: null, address: null, localAddress: null, reason: null, certificateProblem: null };
  return { domain, tls: 'withheld', dane: null, ...unknown };
}

/** Which hosts take the mail of a domain, as the DNS and the domain's MTA-STS policy say. */
async function openDirectory(
  parts: RouteParts,
  onNoHostAllowed: (domain: string) => void,
): Promise<MxDirectory & { close(): Promise<void> }> {
  const { config, clock, hash } = parts;
  const { heloName, mx } = config;
  const dns = dnsOfReceivers(parts);
  const policies = await openPolicies(parts, dns);
  const directory = createMxDirectory({
    dns,
    clock,
    hash,
    ...(policies === undefined ? {} : { policies }),
    onNoHostAllowed,
    isOurName: (host) => host === heloName,
    foundLifeMs,
    missingLifeMs: mx.missingCacheMs,
    port: mx.port,
  });
  return { ...directory, close: async () => policies?.close() };
}

/** The validating resolver where there is one; else the configured servers, whose cache spares emails a look-up. */
function dnsOfReceivers({ config, clock, onWarning }: RouteParts): Dns {
  const { timeoutMs, tries } = config.dns;
  const { daneResolver } = config.mx;
  if (daneResolver === null) return createDns({ ...config.dns, zoneServers: null });
  const { hostname, port } = new URL(`dns://${daneResolver}`);
  const address = hostname.replace(/^\[|\]$/g, '');
  return createProvenDns({
    dns: createValidatingDns({ address, port: Number(port), timeoutMs, tries }),
    clock,
    onDoubt: (doubt) =>
      onWarning(
        { resolver: daneResolver, doubt },
        'DANE is off: the resolver of DANE_RESOLVER has not proved that it validates. Make it validate, or unset DANE_RESOLVER.',
      ),
  });
}

/** Undefined where nothing goes to receivers' own hosts, or their policies are not asked for. */
async function openPolicies(
  { config, clock, keys, onFailure }: RouteParts,
  dns: Dns,
): Promise<StsPolicies | undefined> {
  const { deliveryMode, mx, dataDir } = config;
  if (deliveryMode.kind !== 'mx' || mx.policyPort === null) return undefined;
  const guard = { resolve: createHostLookup(config.dns), isAllowed: mx.allowPrivate ? () => true : isPublicAddress };
  return openStsPolicies({
    dns,
    clock,
    source: createPolicySource({ guard, port: mx.policyPort }),
    memory: createPolicyFile(dataDir, keys),
    recordLifeMs: foundLifeMs,
    onFailure: (error) => onFailure(error, 'MTA-STS policies that were fetched could not be kept for the next start'),
  });
}

/** The connections behind those routes. */
function createTransport(
  config: Config,
  catcherPort: number,
  directory: MxDirectory,
  onTls: ((session: TlsSession) => void) | null,
): MailTransport {
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
      ...(onTls && { onTls }),
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
