/** What one listener bears, and how long it waits. */
export interface SmtpLimits {
  /** Limit for all listeners together. */
  readonly maxConnections: number;
  /** From one IPv4 address, or one IPv6 network of 64 bits. */
  readonly maxConnectionsPerAddress: number;
  /** Limit of one message. */
  readonly maxRecipients: number;
  /** Nothing is asked, and nothing is under way. */
  readonly idleTimeoutMs: number;
  /** From the first byte of a command to its end: a byte a second does not keep a session open. */
  readonly commandTimeoutMs: number;
  /** From the connection to a valid login, the TLS handshake included. */
  readonly loginTimeoutMs: number;
  /** How far a message may fall behind {@link minDataBytesPerSecond}. */
  readonly dataGraceMs: number;
}

/** How long a session waits. RFC 5321 §4.5.3.2.7 asks for five minutes between commands. */
export const sessionTimes = {
  idleTimeoutMs: 300_000,
  commandTimeoutMs: 60_000,
  loginTimeoutMs: 60_000,
  dataGraceMs: 60_000,
} as const satisfies Partial<SmtpLimits>;

/** RFC 1870: of one message as it is transmitted, its dots unstuffed. */
export const maxMessageBytes = 41_943_040;
/**
 * Without its CRLF. RFC 4954 §4 asks for more than RFC 5321's 510 because of AUTH, whose longest here is far shorter.
 */
export const maxCommandOctets = 4_096;
/**
 * Limit of all RCPT commands of a message. Its recipients, each sealed under a key of its own, are one event, and an
 * event has at most a mebibyte: a thousand addresses of usual length take a quarter of this.
 */
export const maxRecipientOctets = 192 * 1024;
/** Without its CRLF (RFC 5321 §4.5.3.1.6, RFC 5322 §2.1.1). */
export const maxLineOctets = 998;
/** Slower than this, on average, no real client sends a mail: it holds a session open. */
export const minDataBytesPerSecond = 1_000;
