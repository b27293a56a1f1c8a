/** The five places where mail is submitted, named as an operator sets their ports. */
export const listenerNames = [
  'SMTP_25_PORT',
  'SMTP_587_PORT',
  'SMTP_2587_PORT',
  'SMTP_465_PORT',
  'SMTP_2465_PORT',
] as const;

export type ListenerName = (typeof listenerNames)[number];

/** How a session becomes encrypted: from its first byte (RFC 8314 §3.3), or by STARTTLS (RFC 3207). */
export type TlsMode = 'implicit' | 'starttls';

export const tlsModes: { readonly [Name in ListenerName]: TlsMode } = {
  SMTP_25_PORT: 'starttls',
  SMTP_587_PORT: 'starttls',
  SMTP_2587_PORT: 'starttls',
  SMTP_465_PORT: 'implicit',
  SMTP_2465_PORT: 'implicit',
};
