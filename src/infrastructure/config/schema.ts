import { z } from 'zod';
import {
  addresses,
  apiKey,
  baseUrl,
  claimPrefix,
  delays,
  dkimSelector,
  dnsServers,
  domainNames,
  duration,
  durationFrom,
  engineUrl,
  flag,
  hostName,
  hostNameOrAddress,
  masterKey,
  oneOf,
  portOrOff,
  regionalHostName,
  regionNames,
  relayUrl,
  someOf,
  spfRecord,
  text,
  waitMs,
  wholeNumber,
} from './fields.js';

/** One sentence for the operator; `unset` says what holds where there is no default to show. */
export interface FieldNotes {
  readonly says: string;
  readonly unset?: string;
}

/** The notes of every field, for the documents that are generated from the schema. */
export const notes = z.registry<FieldNotes>();

export type Role = 'api' | 'smtp' | 'delivery' | 'projections';

const processFields = {
  PORT: wholeNumber(0, 65_535)
    .prefault('3000')
    .register(notes, { says: 'The port of the REST API and the pages; 0 takes a free one.' }),
  HOST: hostNameOrAddress
    .prefault('127.0.0.1')
    .register(notes, { says: 'The address to listen on; 0.0.0.0 or :: for every interface.' }),
  PUBLIC_URL: baseUrl.optional().register(notes, {
    says: 'The address under which clients reach this server, used in links.',
    unset: 'http://HOST:PORT, with the port really taken',
  }),
  POSTHORN_ROLES: someOf<Role>(['api', 'smtp', 'delivery', 'projections'], ' (webhooks come in a later version)')
    .prefault('api,smtp,delivery,projections')
    .register(notes, { says: 'What this process does.' }),
  DATA_DIR: text
    .prefault('./data')
    .register(notes, { says: 'The folder of the event log, the vault and the read store; one server at a time.' }),
  POSTHORN_REGIONS: regionNames.optional().register(notes, {
    says: 'The regions whose mail this process delivers.',
    unset: 'all of them',
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .prefault('info')
    .register(notes, { says: 'The least severe log lines that are written.' }),
  SHUTDOWN_GRACE_MS: waitMs
    .prefault('8000')
    .register(notes, { says: 'How long an orderly stop waits for the replies to mail already handed over.' }),
};

const engineFields = {
  EVENTSTORE_URL: engineUrl('esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover').optional().register(notes, {
    says: 'The event log on EventStoreDB or KurrentDB; all three engines are set, or none is.',
    unset: 'the log lies in DATA_DIR',
  }),
  MONGODB_URL: engineUrl('mongodb', 'mongodb+srv').optional().register(notes, {
    says: 'Keys, bodies, read models and leases on MongoDB.',
    unset: 'they lie in DATA_DIR',
  }),
  REDIS_URL: engineUrl('redis', 'rediss').optional().register(notes, {
    says: 'Job hints, rate limits and quota counters on Redis.',
    unset: 'they live in this process',
  }),
};

const firstStartFields = {
  MASTER_KEY: masterKey.optional().register(notes, {
    says: 'Wraps every key in the vault: 32 bytes as 64 hex digits or base64; keep it apart from backups of DATA_DIR.',
    unset: 'DATA_DIR/master.key, made at the first start',
  }),
  BOOTSTRAP_API_KEY: apiKey.optional().register(notes, {
    says: 'The first API key: re_ and at least 24 letters, digits or underscores; a different one is added, never replaced.',
    unset: 'one is made at the first start and printed once',
  }),
  SANDBOX_DOMAINS: domainNames.prefault('posthorn.test,resend.dev').register(notes, {
    says: 'Sender domains that work at once and whose mail never leaves this machine.',
  }),
  PREVERIFIED_DOMAINS: domainNames.optional().register(notes, {
    says: 'Sender domains of the first team that you vouch for: no DNS check.',
    unset: 'none',
  }),
  REGIONS: regionNames.prefault('us-east-1,eu-west-1,sa-east-1,ap-northeast-1').register(notes, {
    says: 'The regions that a domain can be in; the first is the default.',
  }),
};

const listensFor = (port: number, tls: string): string =>
  `Where mail is submitted as on port ${port} (${tls}); off for nowhere, 0 for a free port.`;

const submissionFields = {
  SMTP_25_PORT: portOrOff.optional().register(notes, { says: listensFor(25, 'STARTTLS'), unset: '10025' }),
  SMTP_587_PORT: portOrOff.optional().register(notes, { says: listensFor(587, 'STARTTLS'), unset: '10587' }),
  SMTP_2587_PORT: portOrOff.optional().register(notes, { says: listensFor(2587, 'STARTTLS'), unset: '2587' }),
  SMTP_465_PORT: portOrOff.optional().register(notes, { says: listensFor(465, 'TLS'), unset: '10465' }),
  SMTP_2465_PORT: portOrOff.optional().register(notes, { says: listensFor(2465, 'TLS'), unset: '2465' }),
  SMTP_USERNAME: text.prefault('posthorn').register(notes, {
    says: 'The user name of every login over SMTP; resend is taken too. The password is an API key.',
  }),
  SMTP_TLS_CERT: text.optional().register(notes, {
    says: 'The PEM file of the certificate for SMTP, with its chain; read again when it changes and on SIGHUP.',
    unset: 'a self-signed one is made in DATA_DIR',
  }),
  SMTP_TLS_KEY: text.optional().register(notes, {
    says: 'The PEM file of the key of SMTP_TLS_CERT.',
    unset: 'as SMTP_TLS_CERT',
  }),
  SMTP_MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .prefault('1000')
    .register(notes, { says: 'Connections that submit mail at the same time, at most.' }),
  SMTP_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000)
    .prefault('100')
    .register(notes, { says: 'The same from one IPv4 address or one IPv6 network of 64 bits.' }),
  SMTP_LOGIN_TIMEOUT_MS: waitMs
    .prefault('60000')
    .register(notes, { says: 'How long a client may take from connecting to its login.' }),
  SMTP_COMMAND_TIMEOUT_MS: waitMs
    .prefault('60000')
    .register(notes, { says: 'How long a client may take from the first to the last byte of a command.' }),
  SMTP_IDLE_TIMEOUT_MS: waitMs
    .prefault('300000')
    .register(notes, { says: 'How long a client that has logged in may say nothing.' }),
  SMTP_DATA_GRACE_MS: waitMs.prefault('60000').register(notes, {
    says: 'How far a message may fall behind a thousand bytes a second before its session is ended.',
  }),
};

const deliveryFields = {
  DELIVERY_MODE: oneOf(['mx', 'relay', 'capture']).prefault('capture').register(notes, {
    says: 'capture hands mail to the built-in catcher; relay hands it to RELAY_URL; mx hands it to the mail hosts of each recipient.',
  }),
  RELAY_URL: relayUrl.optional().register(notes, {
    says: 'The smarthost: smtp://host:port (STARTTLS where offered) or smtps://user:password@host:port.',
    unset: 'none; DELIVERY_MODE=relay needs it',
  }),
  RELAY_CONNECTIONS: wholeNumber(1, 1000)
    .prefault('20')
    .register(notes, { says: 'Connections kept open to the relay or the catcher, at most.' }),
  HELO_NAME: hostName.optional().register(notes, {
    says: 'The name that this server gives itself in EHLO.',
    unset: "the machine's host name",
  }),
};

const mxFields = {
  MX_PORT: wholeNumber(1, 65_535)
    .prefault('25')
    .register(notes, { says: 'The port of other mail hosts: any but 25 is for tests.' }),
  ALLOW_PRIVATE_MX: flag.prefault('0').register(notes, {
    says: 'Lets mail be sent to hosts at private, loopback and link-local addresses: for tests and closed networks.',
  }),
  OUTBOUND_IPS: addresses.optional().register(notes, {
    says: 'The addresses of this machine that mail leaves from, one at random each time; a family without one is not used.',
    unset: "the system's choice",
  }),
  MX_CONNECTIONS: wholeNumber(1, 5_000).prefault('200').register(notes, {
    says: 'Mails in work at once, all receivers together; how many go to one receiver is found out by how it answers.',
  }),
  MX_CACHE_SECONDS: duration.prefault('300').register(notes, {
    says: 'How long it is remembered which hosts take the mail of a domain, and where they are.',
  }),
  MX_MISSING_CACHE_SECONDS: duration.prefault('15').register(notes, {
    says: 'How long it is remembered that a domain has none, or that no name server answered.',
  }),
  MX_OPEN_TIMEOUT_MS: waitMs.prefault('90000').register(notes, {
    says: 'After so long no other host of a receiver is tried for this time: the mail is deferred.',
  }),
  MX_PAUSE_SECONDS: duration.prefault('10').register(notes, {
    says: 'How long a receiver is left alone that refused us or could not be reached; doubled with each time in a row.',
  }),
  MX_LONGEST_PAUSE_SECONDS: duration
    .prefault('900')
    .register(notes, { says: 'How long a receiver is left alone at most, unless it named a time itself.' }),
  MX_FORGET_SECONDS: duration.prefault('600').register(notes, {
    says: 'When what was learned about a receiver is forgotten that no mail goes to any more.',
  }),
  TLS_BROKEN_SECONDS: duration.prefault('259200').register(notes, {
    says: 'How long a host is remembered whose STARTTLS failed: mail that may go in clear does so at once.',
  }),
};

const domainFields = {
  RETURN_PATH_HOST: regionalHostName.optional().register(notes, {
    says: 'Where bounces come back to: the value of the MX record of every return path; {region} stands for the region of the domain.',
    unset: 'HELO_NAME',
  }),
  SPF_VALUE: spfRecord.prefault('v=spf1 mx ~all').register(notes, {
    says: 'The SPF record that every return path is asked to publish: it must allow the addresses that mail leaves from, which are those of the relay where there is one.',
  }),
  TRACKING_HOST: regionalHostName.optional().register(notes, {
    says: 'The value of the CNAME record of every tracking subdomain; {region} stands for the region of the domain.',
    unset: 'HELO_NAME',
  }),
  TRACKING_CA: hostName.prefault('letsencrypt.org').register(notes, {
    says: 'Who issues the certificates of tracking subdomains, as CAA records name it: a check says where those do not allow it.',
  }),
  INBOUND_HOST: regionalHostName.optional().register(notes, {
    says: 'Where mail to a domain is received: the value of its MX record; {region} stands for the region of the domain.',
    unset: 'HELO_NAME',
  }),
  DNS_SERVERS: dnsServers.optional().register(notes, {
    says: 'The name servers that are asked about domains and, with DELIVERY_MODE=mx, about receivers, as addresses with an optional port: 192.0.2.53, 192.0.2.53:5353 or [2001:db8::53]:53.',
    unset: "the system's",
  }),
  DNS_TIMEOUT_MS: waitMs
    .prefault('3000')
    .register(notes, { says: 'How long a name server may take to answer the first try.' }),
  DNS_TRIES: wholeNumber(1, 10)
    .prefault('3')
    .register(notes, { says: 'How often each name server is asked before a question counts as unanswered.' }),
  DNS_ZONE_SERVERS: flag.prefault('1').register(notes, {
    says: "Asks a domain's own name servers first, whose answers are never old; 0: the servers above alone, whose caches may answer.",
  }),
  DNS_ZONE_SERVER_PORT: wholeNumber(1, 65_535).prefault('53').register(notes, {
    says: "The port at which a domain's own name servers are asked: another one is for tests only.",
  }),
  ALLOW_PRIVATE_DNS: flag.prefault('0').register(notes, {
    says: "Lets a domain's own name servers be asked at private and loopback addresses: for networks that keep their zones inside, and for tests.",
  }),
  DKIM_SELECTOR: dkimSelector.prefault('posthorn').register(notes, {
    says: 'The selector of the first DKIM key of a domain; the next ones add a number. Keys that are there keep theirs.',
  }),
  DKIM_ROTATION_DAYS: wholeNumber(0, 3650).prefault('180').register(notes, {
    says: 'After so many days the spare DKIM key of a domain takes over, once DNS shows it; 0 for never, unless somebody asks.',
  }),
  DKIM_GRACE_SECONDS: duration.prefault('604800').register(notes, {
    says: 'How long the DNS record of a DKIM key is asked for after the last mail it signed, which may still be under way.',
  }),
  DKIM_CHECK_SECONDS: duration.prefault('900').register(notes, {
    says: 'How often the DKIM keys of all domains are gone through for what is due.',
  }),
};

const limitFields = {
  RATE_LIMIT_PER_SECOND: wholeNumber(0, 1_000_000)
    .prefault('10')
    .register(notes, { says: 'Requests a second that a team may make, all its keys together; 0 for no limit.' }),
  DAILY_QUOTA: wholeNumber(1, 1_000_000_000).optional().register(notes, {
    says: 'Recipients that a team may write to in a day (UTC).',
    unset: 'none',
  }),
  MONTHLY_QUOTA: wholeNumber(1, 1_000_000_000).optional().register(notes, {
    says: 'Recipients that a team may write to in a month (UTC).',
    unset: 'none',
  }),
  RETENTION_DAYS: wholeNumber(1, 36_500).optional().register(notes, {
    says: 'How many days a mail is kept after its last word; then its stream, keys and body are removed for good.',
    unset: 'for ever',
  }),
  SUBMISSION_RETENTION_SECONDS: durationFrom(86_400).prefault('259200').register(notes, {
    says: 'How many seconds what was accepted under an idempotency key, or as a batch, stays known as one request.',
  }),
  ORPHAN_SWEEP_AFTER_SECONDS: duration.prefault('86400').register(notes, {
    says: 'The age in seconds at which keys and bodies of mail that was never accepted are looked for and removed.',
  }),
  REQUEST_LOG_DAYS: wholeNumber(1, 36_500)
    .prefault('30')
    .register(notes, { says: 'How many days the log of API requests is kept, where RETENTION_DAYS is unset.' }),
  SEAL_EVERY_SECONDS: duration.prefault('60').register(notes, {
    says: 'How many seconds an event waits at most for the signed seal that lets verify notice its absence.',
  }),
  ALLOW_PRIVATE_FETCH: flag
    .prefault('0')
    .register(notes, { says: 'Lets attachments be fetched from private and loopback addresses: for tests only.' }),
};

const domainCheckFields = {
  DOMAIN_CHECK_PENDING_SECONDS: duration.prefault('900').register(notes, {
    says: 'How often the records of a domain are looked for that waits for its proof, or has lost one.',
  }),
  DOMAIN_CHECK_VERIFIED_SECONDS: duration
    .prefault('86400')
    .register(notes, { says: 'How often the records of a verified domain are looked at.' }),
  DOMAIN_CHECK_PATIENCE_SECONDS: duration.prefault('259200').register(notes, {
    says: 'How long a needed record may be missing before the domain fails and may send no more.',
  }),
  DOMAIN_CLAIM_SECONDS: duration.prefault('604800').register(notes, {
    says: 'How long a team may take to prove that a domain of another team is its own.',
  }),
  DOMAIN_CLAIM_GRACE_SECONDS: duration.prefault('86400').register(notes, {
    says: 'How long a claimed name stays where it is after it was taken, and after mail was last sent from it.',
  }),
  DOMAIN_CLAIM_PREFIX: claimPrefix.prefault('posthorn-domain-verification').register(notes, {
    says: 'What the TXT record begins with that proves a claim, before = and its token.',
  }),
};

const smtpTimingFields = {
  CONNECT_TIMEOUT_MS: waitMs.prefault('30000').register(notes, { says: 'How long a connection may take to open.' }),
  GREETING_TIMEOUT_MS: waitMs.prefault('60000').register(notes, { says: 'How long the receiver may take to greet.' }),
  COMMAND_TIMEOUT_MS: waitMs
    .prefault('300000')
    .register(notes, { says: 'How long the receiver may take to answer any other command.' }),
  AFTER_DOT_TIMEOUT_MS: waitMs.prefault('600000').register(notes, {
    says: 'How long to wait for the reply to a whole message; a short wait is how mail gets sent twice.',
  }),
  CLAIM_MARGIN_MS: waitMs
    .prefault('30000')
    .register(notes, { says: 'Added to AFTER_DOT_TIMEOUT_MS for the time by which an attempt must have ended.' }),
};

const retryFields = {
  RETRY_SCHEDULE_TRANSACTIONAL: delays.prefault('30,120,300,600,1200,3600,7200,14400').register(notes, {
    says: 'Seconds before each next try of mail that is soon worthless (codes, links); the last one repeats.',
  }),
  RETRY_SCHEDULE_STANDARD: delays.prefault('60,300,900,1800,3600,7200,14400,28800,57600').register(notes, {
    says: 'Seconds before each next try of ordinary mail; the last one repeats.',
  }),
  RETRY_SCHEDULE_BULK: delays.prefault('300,600,1200,2400,4800,9600,14400').register(notes, {
    says: 'Seconds before each next try of bulk mail; the last one repeats.',
  }),
  STATED_DELAY_MIN_SECONDS: duration.prefault('10').register(notes, {
    says: 'The least that is waited where a reply says how long to wait.',
  }),
  STATED_DELAY_MAX_SECONDS: duration.prefault('21600').register(notes, {
    says: 'The most that is waited where a reply says how long to wait.',
  }),
  EXPIRY_TRANSACTIONAL_SECONDS: duration
    .prefault('86400')
    .register(notes, { says: 'The age in seconds past which mail of the transactional class is given up.' }),
  EXPIRY_STANDARD_SECONDS: duration
    .prefault('259200')
    .register(notes, { says: 'The age in seconds past which ordinary mail is given up.' }),
  EXPIRY_BULK_SECONDS: duration
    .prefault('172800')
    .register(notes, { says: 'The age in seconds past which bulk mail is given up.' }),
  MAX_UNKNOWN_OUTCOMES: wholeNumber(1, 100).prefault('3').register(notes, {
    says: 'After so many tries of which nobody knows how they ended, a recipient is given up.',
  }),
};

const suppressionFields = {
  SUPPRESS_FULL_MAILS: wholeNumber(2, 100).prefault('3').register(notes, {
    says: 'So many mails must find a mailbox full before its address is suppressed.',
  }),
  SUPPRESS_FULL_SPAN_SECONDS: duration.prefault('604800').register(notes, {
    says: 'The time in seconds over which they must find it full.',
  }),
  SUPPRESS_FULL_SECONDS: duration.prefault('2592000').register(notes, {
    says: 'For how many seconds a full mailbox is left alone then.',
  }),
  SUPPRESS_MEMORY_SECONDS: duration.prefault('2592000').register(notes, {
    says: 'For how many seconds a refusal counts against an address.',
  }),
};

/** Every name that an operator can set, in the order of the documents. */
export const sections = [
  { title: 'The process', fields: processFields },
  { title: 'Shared engines', fields: engineFields },
  { title: 'First start', fields: firstStartFields },
  { title: 'SMTP submission', fields: submissionFields },
  { title: 'Delivery', fields: deliveryFields },
  { title: 'Direct delivery', fields: mxFields },
  { title: 'Domains and DNS', fields: domainFields },
  { title: 'Limits and retention', fields: limitFields },
  { title: 'Checks and claims of domains', fields: domainCheckFields },
  { title: 'SMTP timings', fields: smtpTimingFields },
  { title: 'Retries', fields: retryFields },
  { title: 'Suppression', fields: suppressionFields },
] as const;

export const environmentSchema = z.object({
  ...processFields,
  ...engineFields,
  ...firstStartFields,
  ...submissionFields,
  ...deliveryFields,
  ...mxFields,
  ...domainCheckFields,
  ...limitFields,
  ...domainFields,
  ...smtpTimingFields,
  ...retryFields,
  ...suppressionFields,
});

export type Environment = z.output<typeof environmentSchema>;
