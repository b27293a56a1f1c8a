import { domainOfAddress } from '../../../domain/shared/mailbox.js';
import { isMxOfPolicy, type StsPolicy } from '../../../domain/shared/mta-sts.js';
import type { Dns, ValidatingDns } from '../../ports/dns.js';
import type { Clock } from '../../ports/clock.js';
import type { KeyedHash } from '../../ports/hashing.js';
import type { MxRoute, Routing } from '../../ports/mail-transport.js';
import { ExpiringCache } from './expiring-cache.js';
import { findMx, type MxAnswer } from './find-mx.js';
import { findAddresses, type HostAddresses } from './host-addresses.js';
import type { StsFailure } from '../../ports/sts-policies.js';
import type { StsPolicies } from './sts-policies.js';
import { hostsNotInPolicy } from './unroutable.js';

export interface MxDirectorySettings {
  /** Where it validates, hosts come with what DANE demands of them. */
  readonly dns: Dns | ValidatingDns;
  /** That mail hosts are asked at. */
  readonly port?: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly hash: KeyedHash;
  /** How this server calls itself. */
  readonly isOurName: (host: string) => boolean;
  /** How long an answer is good for. The resolver behind us keeps to the TTL; this spares a question for each mail. */
  readonly foundLifeMs: number;
  /** How long it is good for that something is not there, or that no server answered. */
  readonly missingLifeMs: number;
  /** What receiving domains demand of TLS; absent where it is not asked for. */
  readonly policies?: Pick<StsPolicies, 'policyOf' | 'failureOf'>;
  /** No host of the domain is one that its policy allows. */
  readonly onNoHostAllowed?: (domain: string) => void;
}

/** What MTA-STS demands of the way to a domain, as reports about TLS tell it. */
export type StsState = { readonly policy: StsPolicy } | { readonly failure: StsFailure };

/** Which hosts take the mail of a domain, and their addresses, as the DNS said a moment ago. Never rejects. */
export interface MxDirectory {
  /** `isAnyTlsEnough`: a policy keeps nothing back. */
  routeTo(address: string, isAnyTlsEnough?: boolean): Promise<Routing>;
  /** @returns undefined where the domain announces no policy. */
  stsOf(domain: string): Promise<StsState | undefined>;
  addressesOf(host: string): Promise<HostAddresses>;
}

const maxEntries = 20_000;

export function createMxDirectory(settings: MxDirectorySettings): MxDirectory {
  const { dns, clock, hash, isOurName, foundLifeMs, missingLifeMs, policies, port } = settings;
  const domains = new ExpiringCache<MxAnswer>({
    clock,
    maxEntries,
    lifeMs: ({ kind }) => (kind === 'hosts' ? foundLifeMs : missingLifeMs),
  });
  const hosts = new ExpiringCache<HostAddresses>({
    clock,
    maxEntries,
    lifeMs: ({ kind }) => (kind === 'found' ? foundLifeMs : missingLifeMs),
  });

  return {
    async routeTo(address, isAnyTlsEnough = false) {
      const domain = domainOfAddress(address);
      const literal = addressLiteral(domain);
      if (literal !== undefined) return routeOver(hash, [[literal]]);
      const [answer, policy] = await Promise.all([
        domains.get(domain, () => findMx(dns, domain, isOurName)),
        policies?.policyOf(domain),
      ]);
      if (answer.kind !== 'hosts') return { unroutable: answer.reply };
      if (policy?.mode !== 'enforce' || isAnyTlsEnough) return routeOver(hash, answer.hosts);
      const hosts = hostsOfPolicy(answer.hosts, policy);
      if (hosts.length > 0) return routeOver(hash, hosts, 'mta-sts');
      settings.onNoHostAllowed?.(domain);
      return { unroutable: hostsNotInPolicy(domain) };
    },
    async stsOf(domain) {
      const policy = await policies?.policyOf(domain);
      if (policy !== undefined) return { policy };
      const failure = policies?.failureOf(domain);
      return failure && { failure };
    },
    async addressesOf(host) {
      const family = familyOf(host);
      if (family !== undefined) return { kind: 'found', ipv4: [], ipv6: [], [family]: [host] };
      return hosts.get(host, () => findAddresses(dns, host, port));
    },
  };
}

/**
 * What a set is called in the log: keyed, because the hosts of a recipient's side may name a person. Domains with the
 * same hosts in the same order of preference are one set.
 */
function mxSetName(hash: KeyedHash, hosts: readonly (readonly string[])[]): string {
  const parts = hosts.map((equal) => equal.join(' '));
  return `mx-${hash.hash('domain-name', ['mx-set', ...parts]).slice(0, 32)}`;
}

function routeOver(hash: KeyedHash, hosts: MxRoute['hosts'], policy?: MxRoute['policy']): Routing {
  return { route: { kind: 'mx', mxSet: mxSetName(hash, hosts), hosts, ...(policy && { policy }) } };
}

/** RFC 8461 §4.1: the others are passed over, as if the MX did not name them. */
function hostsOfPolicy(hosts: MxRoute['hosts'], policy: StsPolicy): MxRoute['hosts'] {
  const named = hosts.map((equal) => equal.filter((host) => isMxOfPolicy(policy, host)));
  return named.filter((equal) => equal.length > 0);
}

/** RFC 5321 §4.1.3: what stands between the brackets, without the tag of IPv6. */
function addressLiteral(domain: string): string | undefined {
  return /^\[(?:IPv6:)?([0-9a-f:.]+)\]$/i.exec(domain)?.[1];
}

function familyOf(host: string): 'ipv4' | 'ipv6' | undefined {
  if (host.includes(':')) return 'ipv6';
  return /^[\d.]+$/.test(host) ? 'ipv4' : undefined;
}
