/** Gives the same message, rewritten, whenever it is read. */
type Rewrite = (message: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/**
 * Rewrites the html of one part. `isBytes`: each character is an octet, of a charset in which only ASCII is sure.
 */
export type HtmlRewrite = (html: string, options?: { readonly isBytes?: boolean }) => string;

/** Changes messages that came as text, where they have to be changed. */
export interface MessageConverter {
  /**
   * For receivers without 8BITMIME (RFC 6152 §3): how a message becomes one without octets above 127, its parts being
   * the same once decoded. What carries such octets is encoded, all else stays. Undefined where something in it must
   * not be encoded. Reads the message once, in little memory; so does the rewrite. Rejects with what reading throws.
   */
  toSevenBits(message: AsyncIterable<Buffer>): Promise<Rewrite | undefined>;
  /**
   * How a message becomes one with this html in the parts that a reader sees, in their order; all else stays, byte for
   * byte. A part in UTF-16, of an encoding that is not known, or beyond a MiB stays as well. Rejects as the other does.
   */
  withHtml(message: AsyncIterable<Buffer>, rewrite: HtmlRewrite): Promise<Rewrite>;
}
