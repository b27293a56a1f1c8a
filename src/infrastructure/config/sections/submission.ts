import { flag, hostNameOrAddress, notes, portOrOff, text, wholeNumber } from '../fields/fields.js';

const listensFor = (port: number, tls: string): string =>
  `The port for submission as on port ${port} (${tls}); off: closed, 0: a free port.`;

export const submissionFields = {
  SMTP_HOST: hostNameOrAddress.optional().register(notes, {
    says: 'The address to listen on for SMTP, where it is another than for HTTP: behind a proxy HTTP stays on 127.0.0.1 and SMTP is reached directly.',
    unset: 'HOST',
  }),
  SMTP_25_PORT: portOrOff.optional().register(notes, { says: listensFor(25, 'STARTTLS'), unset: '10025' }),
  SMTP_587_PORT: portOrOff.optional().register(notes, { says: listensFor(587, 'STARTTLS'), unset: '10587' }),
  SMTP_2587_PORT: portOrOff.optional().register(notes, { says: listensFor(2587, 'STARTTLS'), unset: '2587' }),
  SMTP_465_PORT: portOrOff.optional().register(notes, { says: listensFor(465, 'TLS'), unset: '10465' }),
  SMTP_2465_PORT: portOrOff.optional().register(notes, { says: listensFor(2465, 'TLS'), unset: '2465' }),
  INBOUND_PORT: portOrOff.optional().register(notes, {
    says: 'Where other servers deliver: bounces to the return paths, and email to receiving domains. 25 where they are to arrive, off for nowhere, 0 for a free port.',
    unset: 'off',
  }),
  INBOUND_PER_ADDRESS_PER_MINUTE: wholeNumber(0, 1_000_000).prefault('600').register(notes, {
    says: 'Maximum number of emails that one address of a receiving domain takes in a minute; 0 for no limit.',
  }),
  INBOUND_PER_DOMAIN_PER_MINUTE: wholeNumber(0, 1_000_000).prefault('6000').register(notes, {
    says: 'Maximum number of emails that one receiving domain takes in a minute; 0 for no limit.',
  }),
  INBOUND_CHECKS: flag.prefault('1').register(notes, {
    says: 'Checks SPF, DKIM, DMARC and ARC of received email, and keeps the results with it; 0: none are kept.',
  }),
  SMTP_USERNAME: text.prefault('posthorn').register(notes, {
    says: 'The user name of every login over SMTP; `resend` works too. The password is an API key.',
  }),
  SMTP_TLS_CERT: text.optional().register(notes, {
    says: 'The PEM file of the certificate for SMTP, with its chain; read again when it changes and on SIGHUP.',
    unset: 'a self-signed one is made in DATA_DIR',
  }),
  SMTP_TLS_KEY: text.optional().register(notes, {
    says: 'The PEM file of the key of SMTP_TLS_CERT.',
    unset: 'as SMTP_TLS_CERT',
  }),
  SMTP_TRACE_CLIENT: flag.prefault('0').register(notes, {
    says: 'Names the client that submitted a message, with its address, in the Received field that receivers see.',
  }),
  SMTP_MAX_CONNECTIONS: wholeNumber(1, 1_000_000)
    .prefault('1000')
    .register(notes, { says: 'Maximum number of connections that submit email at the same time.' }),
  SMTP_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000)
    .prefault('100')
    .register(notes, { says: 'The same from one IPv4 address or one IPv6 network of 64 bits.' }),
  SMTP_MAX_RECIPIENTS: wholeNumber(100, 1_000)
    .prefault('1000')
    .register(notes, { says: 'Recipients of one message over SMTP, at most; RFC 5321 asks for at least 100.' }),
};
