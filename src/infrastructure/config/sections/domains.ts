import { z } from 'zod';
import {
  dkimSelector,
  dnsServers,
  flag,
  hostName,
  notes,
  regionalHostName,
  spfRecord,
  wholeNumber,
} from '../fields/fields.js';
import type { Paces } from './paces.js';

export const domainFields = {
  RETURN_PATH_HOST: regionalHostName.optional().register(notes, {
    says: "The host that receives bounces. It is the value of the MX record of every return path. {region} is replaced with the domain's region.",
    unset: 'HELO_NAME',
  }),
  SPF_VALUE: spfRecord.prefault('v=spf1 mx ~all').register(notes, {
    says: 'The SPF record of every return path. It must allow the addresses from which email is sent, or the addresses of the relay if you use a relay.',
  }),
  TRACKING_HOST: regionalHostName.optional().register(notes, {
    says: "The value of the CNAME record of every tracking subdomain. {region} is replaced with the domain's region.",
    unset: 'HELO_NAME',
  }),
  TRACKING_CA: hostName.prefault('letsencrypt.org').register(notes, {
    says: 'The authority that issues the certificates of tracking subdomains, by its name in CAA records. Domain checks report CAA records that do not allow this authority.',
  }),
  INBOUND_HOST: regionalHostName.optional().register(notes, {
    says: "The host that receives email to your domains. It is the value of the MX record of a receiving domain. {region} is replaced with the domain's region.",
    unset: 'HELO_NAME',
  }),
  MTA_STS_POLICY: z.enum(['off', 'none', 'testing', 'enforce']).prefault('off').register(notes, {
    says: 'The mode of the MTA-STS policy (RFC 8461) that this server publishes for return paths and receiving domains. With `enforce`, senders require TLS to INBOUND_HOST and RETURN_PATH_HOST. `none` withdraws a published policy. `off`: the server publishes no policy.',
  }),
  DNS_SERVERS: dnsServers.optional().register(notes, {
    says: 'The name servers that the server queries about domains, hosts of attachment URLs, the relay, and, with DELIVERY_MODE=mx, receivers. Enter addresses with an optional port: 192.0.2.53, 192.0.2.53:5353, or [2001:db8::53]:53.',
    unset: "the system's",
  }),
  DNS_ZONE_SERVERS: flag.prefault('1').register(notes, {
    says: "Whether the server queries a domain's own name servers first, because their answers are always current. 0: the server queries only DNS_SERVERS, whose cached answers may be outdated.",
  }),
  ALLOW_PRIVATE_DNS: flag.prefault('0').register(notes, {
    says: "Whether the server queries a domain's own name servers at private and loopback addresses. Use this for networks with internal zones, and for tests.",
  }),
  DKIM_SELECTOR: dkimSelector.prefault('posthorn').register(notes, {
    says: 'The selector of the first DKIM key of a domain. The selectors of further keys end with a number. Existing keys keep their selectors.',
  }),
  DKIM_ROTATION_DAYS: wholeNumber(0, 3650).prefault('180').register(notes, {
    says: 'The age, in days, at which the spare DKIM key of a domain replaces the current key, if the spare key is published in DNS. 0: only `posthorn dkim rotate` replaces keys.',
  }),
};

const schema = z.object(domainFields);

export const domainsOf = (chosen: z.output<typeof schema>, heloName: string, paces: Paces) => ({
  /** Null servers: the system's. */
  dns: {
    servers: chosen.DNS_SERVERS ?? null,
    timeoutMs: paces.DNS_TIMEOUT_MS,
    tries: paces.DNS_TRIES,
    /** Null when only the servers above are asked. */
    zoneServers: chosen.DNS_ZONE_SERVERS
      ? { port: paces.DNS_ZONE_SERVER_PORT, allowPrivate: chosen.ALLOW_PRIVATE_DNS }
      : null,
  },
  /** `{region}` in a value stands for a domain's region. */
  domainRecords: {
    returnPathHost: chosen.RETURN_PATH_HOST ?? heloName,
    spfValue: chosen.SPF_VALUE,
    trackingHost: chosen.TRACKING_HOST ?? heloName,
    inboundHost: chosen.INBOUND_HOST ?? heloName,
    trackingAuthority: chosen.TRACKING_CA,
    ownPolicyMode: chosen.MTA_STS_POLICY,
  },
  domainChecks: {
    pendingEveryMs: paces.DOMAIN_CHECK_PENDING_MS,
    verifiedEveryMs: paces.DOMAIN_CHECK_VERIFIED_MS,
    patienceMs: paces.DOMAIN_CHECK_PATIENCE_MS,
  },
  dkim: {
    selector: chosen.DKIM_SELECTOR,
    /** Null when only `posthorn dkim rotate` does it. */
    rotateAfterMs: chosen.DKIM_ROTATION_DAYS === 0 ? null : chosen.DKIM_ROTATION_DAYS * 86_400_000,
    graceMs: paces.DKIM_GRACE_MS,
    checkEveryMs: paces.DKIM_CHECK_MS,
  },
});
