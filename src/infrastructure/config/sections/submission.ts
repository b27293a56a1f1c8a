import { z } from 'zod';
import { flag, hostNameOrAddress, notes, portOrOff, text, wholeNumber } from '../fields/fields.js';

const listensFor = (port: number, tls: string): string =>
  `The port for submission that stands for port ${port} (${tls}). off: the port is closed; 0: the system chooses a free port.`;

export const submissionFields = {
  SMTP_HOST: hostNameOrAddress.optional().register(notes, {
    says: 'The address on which the server listens for SMTP. Set it if it differs from HOST, for example if HTTP is behind a proxy on 127.0.0.1 and clients reach SMTP directly.',
    unset: 'HOST',
  }),
  SMTP_25_PORT: portOrOff.optional().register(notes, { says: listensFor(25, 'STARTTLS'), unset: '10025' }),
  SMTP_587_PORT: portOrOff.optional().register(notes, { says: listensFor(587, 'STARTTLS'), unset: '10587' }),
  SMTP_2587_PORT: portOrOff.optional().register(notes, { says: listensFor(2587, 'STARTTLS'), unset: '2587' }),
  SMTP_465_PORT: portOrOff.optional().register(notes, { says: listensFor(465, 'TLS'), unset: '10465' }),
  SMTP_2465_PORT: portOrOff.optional().register(notes, { says: listensFor(2465, 'TLS'), unset: '2465' }),
  INBOUND_PORT: portOrOff.optional().register(notes, {
    says: 'The port to which other servers deliver bounces (to return paths) and email to your receiving domains. Use 25 to receive email from the internet. off: the port is closed; 0: a free port.',
    unset: 'off',
  }),
  INBOUND_PER_ADDRESS_PER_MINUTE: wholeNumber(0, 1_000_000).prefault('600').register(notes, {
    says: 'The maximum number of emails per minute to one address of a receiving domain. 0: no limit.',
  }),
  INBOUND_PER_DOMAIN_PER_MINUTE: wholeNumber(0, 1_000_000).prefault('6000').register(notes, {
    says: 'The maximum number of emails per minute to one receiving domain. 0: no limit.',
  }),
  INBOUND_CHECKS: flag.prefault('1').register(notes, {
    says: 'Whether the server checks SPF, DKIM, DMARC, and ARC of received email and stores the results with the email. 0: the server does not check them.',
  }),
  SMTP_USERNAME: text.prefault('posthorn').register(notes, {
    says: 'The user name for SMTP logins. The name `resend` is also accepted. The password is an API key.',
  }),
  SMTP_TLS_CERT: text.optional().register(notes, {
    says: 'The PEM file with the certificate for SMTP and its chain. The server reads the file again when the file changes, and on SIGHUP.',
    unset: 'a self-signed certificate in DATA_DIR',
  }),
  SMTP_TLS_KEY: text.optional().register(notes, {
    says: 'The PEM file with the private key of SMTP_TLS_CERT.',
    unset: 'the key of the self-signed certificate',
  }),
  SMTP_TRACE_CLIENT: flag.prefault('0').register(notes, {
    says: 'Whether the Received field of a message contains the name and address of the client that submitted it. Receivers can see this field.',
  }),
  SMTP_MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .prefault('1000')
    .register(notes, { says: 'The maximum number of simultaneous connections that submit email.' }),
  SMTP_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).prefault('100').register(notes, {
    says: 'The maximum number of simultaneous connections from one IPv4 address, or from one IPv6 network (/64).',
  }),
  SMTP_MAX_RECIPIENTS: wholeNumber(100, 1_000).prefault('1000').register(notes, {
    says: 'The maximum number of recipients of one message over SMTP. RFC 5321 requires at least 100.',
  }),
};

const schema = z.object(submissionFields);
type Chosen = z.output<typeof schema>;

export const submissionOf = (chosen: Chosen, httpHost: string) => ({
  smtp: {
    host: chosen.SMTP_HOST ?? httpHost,
    hostSetting: chosen.SMTP_HOST === undefined ? ('HOST' as const) : ('SMTP_HOST' as const),
    listeners: listenersOf(chosen),
    /** In lower case. */
    userNames: [...new Set([chosen.SMTP_USERNAME.toLowerCase(), 'resend'])],
    /** Receivers may know who submitted a message, and from where. */
    tracesClient: chosen.SMTP_TRACE_CLIENT,
    /** Null for a self-signed certificate in `dataDir`. */
    certificateFiles:
      chosen.SMTP_TLS_CERT === undefined || chosen.SMTP_TLS_KEY === undefined
        ? null
        : { cert: chosen.SMTP_TLS_CERT, key: chosen.SMTP_TLS_KEY },
    limits: {
      maxConnections: chosen.SMTP_MAX_CONNECTIONS,
      maxConnectionsPerAddress: chosen.SMTP_MAX_CONNECTIONS_PER_ADDRESS,
      maxRecipients: chosen.SMTP_MAX_RECIPIENTS,
    },
  },
  /** Null where neither bounces nor email for receiving domains are taken. */
  inboundPort: typeof chosen.INBOUND_PORT === 'number' ? chosen.INBOUND_PORT : null,
  inboundLimits: {
    perAddress: chosen.INBOUND_PER_ADDRESS_PER_MINUTE || null,
    perDomain: chosen.INBOUND_PER_DOMAIN_PER_MINUTE || null,
  },
  /** SPF, DKIM, DMARC and ARC of received email. */
  checksInbound: chosen.INBOUND_CHECKS,
});

/** What any user may listen on; the ports that email clients know need privileges. */
const unprivilegedPorts = {
  SMTP_25_PORT: 10_025,
  SMTP_587_PORT: 10_587,
  SMTP_2587_PORT: 2_587,
  SMTP_465_PORT: 10_465,
  SMTP_2465_PORT: 2_465,
} as const;

interface SmtpListener {
  readonly name: keyof typeof unprivilegedPorts;
  /** 0 for a free one. */
  readonly port: number;
  /** An operator asked for this port: it must be had. */
  readonly chosen: boolean;
}

function listenersOf(chosen: Chosen): readonly SmtpListener[] {
  const listeners: SmtpListener[] = [];
  for (const [key, unprivileged] of Object.entries(unprivilegedPorts)) {
    // Its keys are those of the object above.
    const name = key as SmtpListener['name'];
    const port = chosen[name];
    if (port !== null) listeners.push({ name, port: port ?? unprivileged, chosen: port !== undefined });
  }
  return listeners;
}
