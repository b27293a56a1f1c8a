import type { SigningKey } from './mail-composer.js';

/** DKIM (RFC 6376) for messages that are there already. */
export interface MessageSigner {
  /** The message with a DKIM-Signature field on top for each key. */
  sign(message: Buffer, keys: readonly SigningKey[], signedAt: Date): Promise<Buffer>;
  /**
   * The DKIM-Signature fields that go on top of a message, one for each key. The message is read once, in little
   * memory; rejects with what it throws.
   */
  signatures(message: AsyncIterable<Buffer>, keys: readonly SigningKey[], signedAt: Date): Promise<Buffer>;
}
