import type { ImageType } from '../../domain/image/image.js';
import { uuidOf } from '../../domain/shared/uuid-time.js';
import type { KeyedHash } from '../ports/hashing.js';
import { extensions } from './image-type.js';

const idBytes = 16;
const macBytes = 16;

/**
 * The last part of an image's address: its id and a signature, so that no address can be guessed from another. Mail
 * programs that look at the ending find one.
 */
export function imageName(hash: KeyedHash, id: string, contentType: ImageType): string {
  const bytes = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), macOf(hash, id)]);
  return `${bytes.toString('base64url')}.${extensions[contentType]}`;
}

/** @returns the id of the image; undefined where the name is not one of ours. */
export function readImageName(hash: KeyedHash, name: string): string | undefined {
  const [token = '', ending] = name.split('.');
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  if (ending === undefined || !Object.values(extensions).includes(ending)) return undefined;
  const id = uuidOf(bytes.subarray(0, idBytes).toString('hex'));
  // Both sides are hashed once more: the time of the comparison reveals nothing about the right signature.
  const digest = (mac: Buffer): string => hash.hash('link', ['compare', mac.toString('hex')]);
  return digest(bytes.subarray(idBytes)) === digest(macOf(hash, id)) ? id : undefined;
}

function macOf(hash: KeyedHash, id: string): Buffer {
  return Buffer.from(hash.hash('link', ['image', id]), 'hex').subarray(0, macBytes);
}
