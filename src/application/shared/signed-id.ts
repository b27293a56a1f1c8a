import { uuidOf } from '../../domain/shared/uuid-time.js';
import type { KeyedHash } from '../ports/hashing.js';

const idBytes = 16;
const macBytes = 16;

/** What an address of ours that anyone may open is of: signatures of one kind open nothing of another. */
export type SignedKind = 'image' | 'broadcast-page' | 'topic-archive';

/** 43 characters for a path: an id and a signature, so that none can be guessed from another. Nothing is looked up. */
export function signedId(hash: KeyedHash, kind: SignedKind, id: string): string {
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), macOf(hash, kind, id)]).toString('base64url');
}

/** @returns undefined where it is not one of ours, or of another kind. */
export function readSignedId(hash: KeyedHash, kind: SignedKind, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const id = uuidOf(bytes.subarray(0, idBytes).toString('hex'));
  // Both sides are hashed once more: the time of the comparison reveals nothing about the right signature.
  const digest = (mac: Buffer): string => hash.hash('link', ['compare', mac.toString('hex')]);
  return digest(bytes.subarray(idBytes)) === digest(macOf(hash, kind, id)) ? id : undefined;
}

function macOf(hash: KeyedHash, kind: SignedKind, id: string): Buffer {
  return Buffer.from(hash.hash('link', [kind, id]), 'hex').subarray(0, macBytes);
}
