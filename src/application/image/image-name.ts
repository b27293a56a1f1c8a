import type { ImageType } from '../../domain/image/image.js';
import type { KeyedHash } from '../ports/hashing.js';
import { readSignedId, signedId } from '../shared/signed-id.js';
import { extensions } from './image-type.js';

/** The last part of an image's address. Email clients that look at the ending find one. */
export const imageName = (hash: KeyedHash, id: string, contentType: ImageType): string =>
  `${signedId(hash, 'image', id)}.${extensions[contentType]}`;

/** @returns the id of the image; undefined where the name is not one of ours. */
export function readImageName(hash: KeyedHash, name: string): string | undefined {
  const [token = '', ending] = name.split('.');
  const isEnding = ending !== undefined && Object.values(extensions).includes(ending);
  return isEnding ? readSignedId(hash, 'image', token) : undefined;
}
