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

export const deliveryFields = {
  DELIVERY_MODE: oneOf(['mx', 'relay', 'capture']).prefault('capture').register(notes, {
    says: 'capture: the built-in catcher; relay: RELAY_URL; mx: the mail hosts of each recipient.',
  }),
  RELAY_URL: relayUrl.optional().register(notes, {
    says: 'The smarthost: smtp://host:port (STARTTLS where offered) or smtps://user:password@host:port.',
    unset: 'none; DELIVERY_MODE=relay needs it',
  }),
  RELAY_CA: certificateFile.optional().register(notes, {
    says: "The PEM file of authorities that vouch for the relay's certificate, beside the public ones.",
    unset: 'the public ones alone',
  }),
  RELAY_TLS_VERIFY: flag.prefault('1').register(notes, {
    says: 'Whether the user and password of RELAY_URL are given only to a relay that proves its name. 0 gives them to whatever answers there.',
  }),
  RELAY_SUPPRESSES: flag.prefault('1').register(notes, {
    says: 'Whether an address is suppressed once the relay says beyond doubt that its mailbox does not exist (5.1.1, 5.1.10). 0 for a relay that says so of addresses that exist.',
  }),
  RELAY_CONNECTIONS: wholeNumber(1, 1000)
    .prefault('20')
    .register(notes, { says: 'Connections kept open to the relay or the catcher, at most.' }),
  DNSBL_ZONES: domainNames.optional().register(notes, {
    says: 'DNS zones of block lists that insights query for the addresses that email leaves from, separated by commas, such as zen.spamhaus.org. Their operators have terms of use, and some do not answer public name servers.',
    unset: 'none is asked',
  }),
  HELO_NAME: hostName.optional().register(notes, {
    says: 'The name that this server gives itself in EHLO.',
    unset: "the machine's host name",
  }),
  AFTER_DOT_TIMEOUT_MS: waitMs.prefault('600000').register(notes, {
    says: 'How long to wait for the reply to a whole message; a short wait causes duplicates.',
  }),
};

export const mxFields = {
  MX_PORT: wholeNumber(1, 65_535)
    .prefault('25')
    .register(notes, { says: 'The port of other mail hosts: any but 25 is for tests.' }),
  ALLOW_PRIVATE_MX: flag.prefault('0').register(notes, {
    says: 'Lets email be sent to hosts at private, loopback and link-local addresses: for tests and closed networks.',
  }),
  OUTBOUND_IPS: addresses.optional().register(notes, {
    says: 'The addresses of this machine that email leaves from, one at random each time; an address family without one is not used.',
    unset: "the system's choice",
  }),
  MX_CONNECTIONS: wholeNumber(1, 5_000).prefault('200').register(notes, {
    says: 'Emails in progress at once, all receivers together; how many go to one receiver is found out by how it answers.',
  }),
  MX_SLOW_CONNECTIONS: wholeNumber(0, 20_000).prefault('1200').register(notes, {
    says: 'Emails beside those of MX_CONNECTIONS whose receiver takes longer than two seconds. Of both, half are kept for receivers that answered the last time.',
  }),
  DANE_RESOLVER: dnsServer.optional().register(notes, {
    says: 'A validating resolver that is reached over a path that no attacker can change, such as 127.0.0.1. It is asked about receivers in place of DNS_SERVERS, and their TLSA records (DANE, RFC 7672) are obeyed once it has proved that it validates.',
    unset: 'none: DANE is off',
  }),
  MTA_STS: flag.prefault('1').register(notes, {
    says: 'Whether the MTA-STS policies of receiving domains (RFC 8461) are fetched and obeyed.',
  }),
};
