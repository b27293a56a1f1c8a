/** One secret each, made at the first start and never changed. */
export type HashPurpose =
  | 'submission'
  | 'payload'
  | 'suppression'
  | 'address-index'
  | 'domain-name'
  | 'api-key'
  | 'link'
  | 'webhook-message'
  | 'feed-cursor'
  | 'session'
  | 'csrf'
  | 'device'
  | 'people-link'
  | 'recovery-code'
  | 'sign-in-step'
  | 'sign-in-tries'
  | 'identity'
  | 'contact-property'
  | 'template-alias'
  | 'audience-part';

/** HMAC-SHA-256 over the JSON array of the parts, under the purpose's own secret: 64 hex digits. */
export interface KeyedHash {
  hash(purpose: HashPurpose, parts: readonly (string | number | null)[]): string;
  /**
   * `hash` of the one part that these pieces are together. Takes turns of the event loop; no piece may halve a
   * surrogate pair.
   */
  hashPieces(purpose: HashPurpose, pieces: Iterable<string>): Promise<string>;
}
