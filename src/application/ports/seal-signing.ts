/** The installation's own key for seals, made once. */
export interface SealKey {
  /** Ed25519 (RFC 8032), base64url of its 32 bytes. */
  readonly publicKey: string;
  /** Ed25519 over the text's UTF-8, base64url. */
  sign(text: string): string;
}

/** What a seal is made of and checked with, by anyone. */
export interface SealMath {
  /** SHA-256 over the text's UTF-8, lower-case hex. */
  digestOf(text: string): string;
  /** False also where key or signature are none. */
  isSignedBy(publicKey: string, text: string, signature: string): boolean;
}
