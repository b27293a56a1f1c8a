import type { Authenticated } from '../../domain/shared/verdicts.js';

/** Who handed an email in, and from whom it says to be. */
export interface Arrival {
  /** What the server calls itself in EHLO. */
  readonly helo: string;
  /** IPv4 or IPv6. */
  readonly address: string;
  /** RFC 5321 reverse path; null: `<>`. */
  readonly sender: string | null;
}

/** The check of one email, while it passes. Nothing here rejects. */
export interface AuthenticationCheck {
  /** Resolves when more may come. */
  write(bytes: Buffer): Promise<void>;
  /** All of it was written. Null: it could not be checked. */
  end(): Promise<Authenticated | null>;
  /** Nothing more comes. */
  cancel(): void;
}

/** SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489) and ARC (RFC 8617), by what the DNS says now. */
export interface MailAuthentication {
  /** @param header the section as it came, with its empty line */
  begin(arrival: Arrival, header: Buffer): AuthenticationCheck;
}
