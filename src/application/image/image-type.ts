import type { ImageType } from '../../domain/image/image.js';

/** By what the bytes begin with, whatever a file is called. @returns undefined where it is none of these. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const begins = bytes.toString('latin1', 0, 12);
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(begins)) return 'image/gif';
  if (begins.startsWith('RIFF') && begins.endsWith('WEBP')) return 'image/webp';
  return undefined;
}

export const extensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
