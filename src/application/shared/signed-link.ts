import type { KeyedHash } from '../ports/hashing.js';

/** What a link carries so that it opens one path, until then, without an API key. */
export interface LinkSignature {
  /** Seconds since the epoch. */
  readonly expires: number;
  /** 64 hex digits. */
  readonly signature: string;
}

/** For one path, its ids included; the link opens it without an API key until it expires. */
export function signLink(hash: KeyedHash, path: string, expires: number): LinkSignature {
  return { expires, signature: hash.hash('link', ['link', path, expires]) };
}

/** Whether we signed this path, and its time is not over. */
export function isValidLink(hash: KeyedHash, path: string, link: LinkSignature, nowMs: number): boolean {
  const expected = signLink(hash, path, link.expires).signature;
  // Both sides are hashed once more: the time of the comparison reveals nothing about the right signature.
  const digest = (signature: string): string => hash.hash('link', ['compare', signature]);
  return digest(link.signature) === digest(expected) && link.expires * 1000 > nowMs;
}
