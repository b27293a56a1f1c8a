/** Gives the same message, rewritten, whenever it is read. */
export type Rewrite = (message: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** For receivers without 8BITMIME (RFC 6152 §3). */
export interface MessageConverter {
  /**
   * How a message becomes one without octets above 127, its parts being the same once decoded: what carries such octets
   * is encoded, all else stays. Undefined where something in it must not be encoded. Reads the message once, in little
   * memory; so does the rewrite. Rejects with what reading throws.
   */
  toSevenBits(message: AsyncIterable<Buffer>): Promise<Rewrite | undefined>;
}
