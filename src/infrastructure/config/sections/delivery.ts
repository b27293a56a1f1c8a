import { hostname } from 'node:os';
import { z } from 'zod';
import {
  addresses,
  certificateFile,
  dnsServer,
  domainNames,
  flag,
  hostName,
  notes,
  oneOf,
  relayUrl,
  waitMs,
  wholeNumber,
} from '../fields/fields.js';
import { parseHostName, type RelayAddress } from '../fields/parse.js';
import type { Paces } from './paces.js';

export const deliveryFields = {
  DELIVERY_MODE: oneOf(['mx', 'relay', 'capture']).prefault('capture').register(notes, {
    says: 'Where the server sends email. capture: to the built-in catcher; relay: to RELAY_URL; mx: to the mail hosts of each recipient.',
  }),
  RELAY_URL: relayUrl.optional().register(notes, {
    says: 'The URL of the relay: smtp://host:port (STARTTLS if the relay offers it) or smtps://user:password@host:port.',
    unset: 'none; required if DELIVERY_MODE=relay',
  }),
  RELAY_CA: certificateFile.optional().register(notes, {
    says: "The PEM file with certificate authorities that the server trusts for the relay's certificate, in addition to the public authorities.",
    unset: 'only the public authorities',
  }),
  RELAY_TLS_VERIFY: flag.prefault('1').register(notes, {
    says: 'Whether the server sends the user name and password in RELAY_URL only to a relay with a valid certificate for its host name. 0: the server does not verify the certificate before it sends them.',
  }),
  RELAY_SUPPRESSES: flag.prefault('1').register(notes, {
    says: 'Whether the server suppresses an address after the relay replied that its mailbox does not exist (5.1.1, 5.1.10). Set 0 if your relay also sends these replies for existing addresses.',
  }),
  RELAY_CONNECTIONS: wholeNumber(1, 1000)
    .prefault('20')
    .register(notes, { says: 'The maximum number of open connections to the relay or the catcher.' }),
  DNSBL_ZONES: domainNames.optional().register(notes, {
    says: 'The DNS zones of the blocklists in which insights look up the sending addresses, separated by commas, such as zen.spamhaus.org. Observe the terms of use of each blocklist. Some blocklists do not answer public name servers.',
    unset: 'none',
  }),
  HELO_NAME: hostName.optional().register(notes, {
    says: 'The host name that this server uses in EHLO.',
    unset: "the machine's host name",
  }),
  AFTER_DOT_TIMEOUT_MS: waitMs.prefault('600000').register(notes, {
    says: 'The time for which the server waits for the reply after it has sent a complete message. A short time causes duplicates.',
  }),
};

export const mxFields = {
  MX_PORT: wholeNumber(1, 65_535)
    .prefault('25')
    .register(notes, { says: "The port of the recipients' mail hosts. Use a port other than 25 only for tests." }),
  ALLOW_PRIVATE_MX: flag.prefault('0').register(notes, {
    says: 'Whether the server sends email to hosts with private, loopback, and link-local addresses. Use this only for tests and closed networks.',
  }),
  OUTBOUND_IPS: addresses.optional().register(notes, {
    says: 'The addresses of this machine from which the server sends email. The server chooses a random address for each connection. If the list contains no address of a family (IPv4 or IPv6), the server does not use this family.',
    unset: "the system's choice",
  }),
  MX_CONNECTIONS: wholeNumber(1, 5_000).prefault('200').register(notes, {
    says: "The maximum number of emails that are sent at the same time to all receivers together. The server adjusts the number for each receiver to the receiver's replies.",
  }),
  MX_SLOW_CONNECTIONS: wholeNumber(0, 20_000).prefault('1200').register(notes, {
    says: 'The maximum number of emails, in addition to MX_CONNECTIONS, whose receiver takes longer than two seconds. Half of each number is reserved for receivers that answered the last time.',
  }),
  DANE_RESOLVER: dnsServer.optional().register(notes, {
    says: 'The address of a validating resolver, for example 127.0.0.1. Attackers must not be able to change the traffic to this resolver. The server queries it about receivers instead of DNS_SERVERS. After the server has verified that the resolver validates answers, it applies the TLSA records of receivers (DANE, RFC 7672).',
    unset: 'none: DANE is off',
  }),
  MTA_STS: flag.prefault('1').register(notes, {
    says: "Whether the server fetches and applies the MTA-STS policies (RFC 8461) of the recipients' domains.",
  }),
};

const schema = z.object({ ...deliveryFields, ...mxFields });
type Chosen = z.output<typeof schema>;

type DeliveryMode =
  | { readonly kind: 'capture' }
  | { readonly kind: 'mx' }
  | { readonly kind: 'relay'; readonly relay: RelayAddress & RelayTrust };

interface RelayTrust {
  /** PEM certificates of authorities beside the public ones. */
  readonly ca: string | null;
  /** Credentials go only to a relay whose certificate proves its name. */
  readonly verify: boolean;
}

export const deliveryOf = (chosen: Chosen, paces: Paces) => ({
  deliveryMode: deliveryModeOf(chosen),
  relayConnections: chosen.RELAY_CONNECTIONS,
  /** What the relay says of mailboxes counts for suppressions. */
  relaySuppresses: chosen.RELAY_SUPPRESSES,
  mx: {
    port: chosen.MX_PORT,
    allowPrivate: chosen.ALLOW_PRIVATE_MX,
    /** Empty when the system chooses. */
    outboundAddresses: chosen.OUTBOUND_IPS ?? [],
    connections: chosen.MX_CONNECTIONS,
    slowConnections: chosen.MX_SLOW_CONNECTIONS,
    slowAfterMs: paces.MX_SLOW_AFTER_MS,
    missingCacheMs: paces.MX_MISSING_CACHE_MS,
    pauseMs: paces.MX_PAUSE_MS,
    longestPauseMs: paces.MX_LONGEST_PAUSE_MS,
    /** `address:port` of a validating resolver; null: DANE is off. */
    daneResolver: chosen.DANE_RESOLVER ?? null,
    /** Null when receivers' MTA-STS policies are not asked for. */
    policyPort: chosen.MTA_STS ? paces.MTA_STS_PORT : null,
  },
  brokenTlsMemoryMs: paces.TLS_BROKEN_MS,
  heloName: chosen.HELO_NAME ?? parseHostName(hostname()) ?? 'localhost',
  /** DNS zones of block lists (RFC 5782) that are asked about the addresses that mail leaves from. */
  blockListZones: chosen.DNSBL_ZONES ?? [],
  smtpTimings: {
    connectTimeoutMs: paces.CONNECT_TIMEOUT_MS,
    greetingTimeoutMs: paces.GREETING_TIMEOUT_MS,
    commandTimeoutMs: paces.COMMAND_TIMEOUT_MS,
    afterDotTimeoutMs: chosen.AFTER_DOT_TIMEOUT_MS,
    claimMarginMs: paces.CLAIM_MARGIN_MS,
  },
});

function deliveryModeOf({ DELIVERY_MODE, RELAY_URL, RELAY_CA, RELAY_TLS_VERIFY }: Chosen): DeliveryMode {
  if (DELIVERY_MODE === 'mx') return { kind: 'mx' };
  return DELIVERY_MODE === 'relay' && RELAY_URL !== undefined
    ? { kind: 'relay', relay: { ...RELAY_URL, ca: RELAY_CA ?? null, verify: RELAY_TLS_VERIFY } }
    : { kind: 'capture' };
}
