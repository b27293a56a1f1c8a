import type { AttachmentDetail, EmailContent } from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';

export interface EmailBody {
  readonly html?: string;
  readonly text?: string;
}

/** As much of a body as a page shows. `isCut`: there is more of it. */
export interface EmailBeginning {
  readonly body: EmailBody;
  readonly isCut: boolean;
}

export interface Attachment extends AttachmentDetail {
  readonly content: Buffer;
}

/** RFC 6376 §3.3.2 and RFC 8463 §3. */
export type SigningAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

export interface SigningKey {
  /** RFC 6376 `a=`. */
  readonly algorithm: SigningAlgorithm;
  /** RFC 6376 `d=`. */
  readonly domain: string;
  /** RFC 6376 `s=`. */
  readonly selector: string;
  /** Name of the PEM (PKCS#8) private key in the KeyStore. */
  readonly secretName: string;
}

export interface MessageToCompose {
  readonly messageId: string;
  /** ISO 8601: the Date header, and how old the signature is. */
  readonly date: string;
  readonly content: EmailContent;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly body: EmailBody;
  /** In their order. One with a content id is shown inside the html. */
  readonly attachments: readonly Attachment[];
  /** One signature each, in this order from the top. */
  readonly signingKeys: readonly SigningKey[];
}

/**
 * Builds the RFC 5322 / MIME message, the same bytes for the same input, and signs it with DKIM (RFC 6376). Bcc never
 * shows.
 */
export interface MailComposer {
  compose(message: MessageToCompose): Promise<Buffer>;
}
