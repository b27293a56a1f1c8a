import type { LookupFunction } from 'node:net';
import type { TlsaRecord } from '../../application/ports/dns.js';
import type { TlsSession } from '../../application/ports/mail-transport.js';
import type { TlsMemory } from './tls-memory.js';

/** Where one connection goes. */
export interface Peer {
  /** As certificates and the log name it. */
  readonly host: string;
  /** Connected to in place of the host's name. */
  readonly address?: string;
  /** Connected from; the system's choice where it is not given. */
  readonly localAddress?: string | undefined;
  readonly port: number;
  /**
   * `opportunistic`: STARTTLS where it is offered, whatever the certificate; in clear only where it is not offered or
   * fails, and the receiver does not refuse that. `implicit`: TLS from the first byte (RFC 8314 §3), never in clear.
   * `none`: no TLS.
   */
  readonly tls: 'opportunistic' | 'implicit' | 'none';
  readonly credentials?: Credentials | null;
  /** PEM certificates of authorities that vouch for it, beside the public ones. */
  readonly ca?: string | null;
  /** Credentials go to it although its certificate proves nothing. */
  readonly trustsAnyCertificate?: boolean;
  /** Certificates of which DANE (RFC 7672) demands one, over TLS; empty: any. */
  readonly dane?: readonly TlsaRecord[] | undefined;
  /** Called with what becomes of TLS, once for each connection that gets so far. */
  readonly onTls?: (session: Omit<TlsSession, 'domain'>) => void;
  /** It runs on this machine: its traffic is not on a network, and a sender's demand for TLS does not mean it. */
  readonly onThisMachine?: boolean;
}

/** A receiver that is known by name. */
export interface Destination extends Peer {
  /** How many transactions may run towards it at once. */
  readonly maxConnections: number;
  /** A connection is left after this many; by default {@link defaultMaxMailsPerConnection}. */
  readonly maxMailsPerConnection?: number;
}

/** What large receivers tolerate. */
export const defaultMaxMailsPerConnection = 100;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** How long each step may take. RFC 5321 §4.5.3.2 asks for patience, most of all after the dot. */
export interface SmtpTimeouts {
  readonly connectTimeoutMs: number;
  readonly greetingTimeoutMs: number;
  readonly commandTimeoutMs: number;
  readonly afterDotTimeoutMs: number;
}

export interface DialSettings extends SmtpTimeouts {
  /** RFC 5321 §4.1.1.1: how we name ourselves. */
  readonly heloName: string;
  /** Lookup of a host that is known by name alone; defaults to the system's. */
  readonly lookup?: LookupFunction;
  readonly tlsMemory: TlsMemory;
}
